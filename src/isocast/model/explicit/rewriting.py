"""`explicit`: the model in which nothing broadcasts implicitly, and everything that was changed to get there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path

from onnx import ModelProto

from ...errors import ArgumentError, ModelError
from ..changes import Change, Means, Options
from ..check import check, checked_dims, collector_at_rest
from ..findings import Severity
from ..graphs import Graph, Model, Node
from ..load import Source, load
from .carry import Carrier
from .edits import apply
from .insert import EXPAND_SINCE
from .lifting import check_can_be_raised, holders
from .plan import plan
from .save import save_model
from .sites import Key, Site, Sites
from .static import check_static
from .steps import Plan


@dataclass(frozen=True)
class Rewriting:
    """A model made explicit. `name` is what texts call the original, `source` its path if it has one.

    `opsets` are those that had to be raised: functions by name, "" for the model, and the new version.
    """

    name: str
    model: ModelProto = field(repr=False)
    changes: tuple[Change, ...] = field(repr=False)
    options: Options
    nodes: int  # of the original
    graphs: int
    inserted: int  # nodes
    opsets: dict[str, int] = field(default_factory=dict)
    source: Path | None = None

    def count(self, means: Means) -> int:
        """How many operands became explicit in a way."""
        return sum(change.means is means for change in self.changes)

    @property
    def summary(self) -> str:
        """What was changed, in one line."""
        where = f"in {_number(self.nodes, 'node')} of {_number(self.graphs, 'graph')}"
        if not self.changes:
            return f"{self.name}: nothing was implicit {where}"
        words = [f"{self.count(means)} {_WORDS[means]}" for means in Means if self.count(means)]
        operands = _number(len(self.changes), "operand")
        added = f"{_number(self.inserted, 'node')} inserted"
        return f"{self.name}: {operands} made explicit {where}: {', '.join(words)}; {added}"

    def save(
        self, path: str | PathLike[str], *, overwrite: bool = False, judge: Callable[[Path], bool] | None = None
    ) -> bool:
        """Writes the model beside its place and moves it there; what it keeps in other files is not read.

        Refuses a path that exists, unless `overwrite`, and always the original's. `judge` is given the path of the
        model before it is moved: if it says no, nothing is left behind and the answer is False.
        """
        return save_model(self.model, Path(path), self.source, overwrite=overwrite, judge=judge)


_WORDS = {Means.EXPAND: "expanded", Means.SHARED: "shared", Means.FOLDED: "written in full", Means.LIFTED: "lifted"}


def explicit(
    model: Source | Model,
    *,
    dims: Mapping[str, int] | None = None,
    static: bool = False,
    fold_below: int = 1024,
    name: str | None = None,
) -> Rewriting:
    """The model with every implicit broadcast made an Expand to the full shape. The original is not changed.

    `dims` gives symbolic sizes a value, in the model's inputs too. `static` refuses what is not known. A constant is
    written in full if that takes fewer bytes than `fold_below`.

    >>> from onnx.parser import parse_model
    >>> text = '<ir_version: 9, opset_import: ["": 18]> m (float[N,3] x, float[3] b) => (float[] y) { y = Add(x, b) }'
    >>> found = explicit(parse_model(text))
    >>> [(change.old_value, change.old_shape, change.new_shape) for change in found.changes]
    [('b', (3,), ('N', 3))]
    >>> [node.op_type for node in found.model.graph.node]
    ['Shape', 'Expand', 'Add']

    Clauses: R2, R4, step1, step2
    """
    options = _options(dims, static, fold_below)
    source = Path(model) if isinstance(model, str | PathLike) else None
    with collector_at_rest():
        loaded = _loaded(model, name)
        _check(loaded, options)
        return _rewrite(loaded, options, source)


def _options(dims: Mapping[str, int] | None, static: bool, fold_below: int) -> Options:
    if isinstance(fold_below, bool) or not isinstance(fold_below, int) or fold_below < 0:
        raise ArgumentError(
            summary=f"fold_below cannot be {fold_below!r}",
            code="IC910",
            help="it is a number of bytes, 0 or more",
            argument="fold_below",
        )
    return Options(dict(checked_dims(dims or {})), bool(static), fold_below)


def _loaded(model: Source | Model, name: str | None) -> Model:
    """The model with a protocol buffer of its own, which can be changed."""
    given = model.proto if isinstance(model, Model) else model
    if not isinstance(given, ModelProto):
        return load(given, name)
    own = ModelProto()
    own.CopyFrom(given)
    return load(own, model.name if isinstance(model, Model) else name)


def _check(model: Model, options: Options) -> None:
    """Refuses a model with something wrong in it, with the first thing that `check` finds."""
    for finding in check(model, dims=options.dims).findings:
        if finding.severity is Severity.ERROR:
            raise ModelError(
                summary=f"{model.name}: {finding.message}",
                code=finding.code,
                picture=str(finding.place),
                help=finding.help,
                node=str(finding.place),
            )


def _rewrite(model: Model, options: Options, source: Path | None) -> Rewriting:
    graphs = list(model.graphs())
    nodes = sum(len(graph.nodes) for graph in graphs)
    sites = Sites(model, options.dims)
    folder = None if source is None else source.parent
    carrier = _carried(model, sites, options, folder, frozenset())
    if carrier.holders:
        for holder in sorted(carrier.holders):
            check_can_be_raised(model, holder)
        carrier = _carried(model, sites, options, folder, frozenset(carrier.holders))
    opsets = dict.fromkeys(sorted(carrier.holders), EXPAND_SINCE)
    inserted = sum(
        len(new) for edit in carrier.edits.values() for part in (edit.before, edit.after) for new in part.values()
    )
    apply(model, carrier.edits, options.dims, opsets)
    return Rewriting(
        name=model.name,
        model=model.proto,
        changes=tuple(carrier.changes),
        options=options,
        nodes=nodes,
        graphs=len(graphs),
        inserted=inserted,
        opsets=opsets,
        source=source,
    )


def _carried(model: Model, sites: Sites, options: Options, folder: Path | None, raised: frozenset[str]) -> Carrier:
    """The plans of all nodes, carried out; `raised` are the holders whose opset becomes one with Expand."""
    joins, own = sites.joins, holders(model)
    plans: dict[object, Plan | None] = {}
    found: dict[Key, tuple[Site, Plan]] = {}
    for key, site in sites.found.items():
        function = site.graph.path.function
        is_raised = (function if function in own else "") in raised
        kind = (site.node.operator, is_raised, site.opset, *map(id, site.meetings))
        if kind not in plans:
            plans[kind] = plan(site, options.static, is_raised)
        one = plans[kind]
        if one is None or (not one.drop and joins.is_explicit(site.graph, site.node, site.meetings[0].attributes)):
            continue
        if one.problem:
            site.refuse(one.problem, "state its shape in the model, for example by running onnx's shape inference")
        found[key] = (site, one)
    if options.static:
        check_static(model.name, list(found.values()), sites.inference.pool)

    def planned(graph: Graph, node: Node) -> tuple[Site, Plan] | None:
        return found.get((graph.path, node.number))

    carrier = Carrier(model, sites.inference.pool, planned, options=options, folder=folder, raised=raised)
    carrier.run()
    return carrier


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
