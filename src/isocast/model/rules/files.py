"""IC9xx: models that are not checked at all, and why. These are errors, exit status 2, not findings."""

from __future__ import annotations

from typing import Final

from .rule import Rule, sentences


def _page(code: str, title: str, fix: str, *rationale: str) -> Rule:
    return Rule(code=code, title=title, clause="", rationale=sentences(*rationale), fix=fix)


RULES: Final = (
    _page(
        "IC903",
        "a file that is no model",
        "The message says which of these it is. Fetch or export the model again; keep large weights outside the file.",
        "The file does not exist or cannot be read, or is a directory.",
        "It is a text file, a Git LFS pointer, an archive or another format; or it is cut off or damaged.",
        "It is beyond the 2 GiB of a protocol buffer, or nests deeper than a protocol buffer may.",
    ),
    _page(
        "IC905",
        "a tensor whose data is not there",
        "Put the file beside the model, under the name the model gives it.",
        "A tensor's data is outside the model's folder: an absolute path, `..`, or a link that leads out.",
        "Or it is in a file that is missing or too short, or is less than its shape asks for.",
        "Data in other files is looked for, never read.",
    ),
    _page(
        "IC906",
        "a graph that does not hold together",
        "Export the model again, or sort its nodes.",
        "A node reads a value that nothing makes, or that only a later node makes.",
        "Two nodes make one value, the graph has a cycle, or a function calls itself.",
    ),
    _page(
        "IC907",
        "calls nested too deep",
        "Inline some of the functions.",
        "Functions and subgraphs are nested more than 64 deep, counted together.",
    ),
    _page(
        "IC908",
        "a shape beyond any address",
        "Correct the shape.",
        "A declared shape has 2^62 elements or more.",
        "No machine holds such a tensor, and products of its sizes overflow.",
    ),
    _page(
        "IC909",
        "a model that cannot be checked to the end",
        "Check the model with `onnx.checker.check_model`; report the crash to the project that the message names.",
        "onnx's own inference crashed on the model, or isocast failed on it.",
        "The command line checks each model in a process of its own, and reports this.",
    ),
    _page(
        "IC910",
        "wrong use",
        "The message names what there is to choose from.",
        "A `--dim` that the model has no size for, a code that no rule has, an output path that is one of the models.",
        "An output that exists already, or a place where nothing can be written.",
    ),
    _page(
        "IC911",
        "a model that cannot be made explicit",
        "State the shapes that it names; export the model for opset 8 or newer; give calls functions of their own.",
        "A shape that decides what to do is not known: the rank of an operand of MatMul, or of one with an `axis`.",
        "Or the model is of before opset 8, which has no Expand, and has operators that mean something else there.",
        "Or a function is called in ways that one body cannot serve.",
    ),
    _page(
        "IC912",
        "a size that is not known, where it has to be",
        "Give the sizes that the help line names with `--dim`, or leave `--static` out.",
        "With `--static` every Expand has a target of numbers.",
        "This one's would have to be computed when the model runs.",
    ),
    _page(
        "IC920",
        "evidence that does not hold",
        "Give the file that `--evidence` wrote, as it was written, with the models it names beside it.",
        "The file is not evidence, or of another version, or it was changed after it was written.",
        "Or the models it names are not there, or are not those it is about.",
    ),
)
