"""Plans carried out over the graphs of a model: nodes inserted, operands replaced, and each change noted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from onnx import TensorProto

from ...shapes import SymbolicShape
from ...sizes import Symbol
from ..changes import Change, Means, Options
from ..cost import cost
from ..findings import GraphPath
from ..graphs import Graph, Model, Node
from ..values import Pool, element_name, shape_sizes
from .constants import full_bytes, in_full
from .edits import Edit
from .insert import EXPAND_SINCE, Inserter
from .lifting import dropped_attributes, holders
from .names import Names
from .scopes import Scope
from .sites import Site
from .steps import Axis, Leading, Lift, Part, Plan, Stretch, Target, Whole, numbers

Planner = Callable[[Graph, Node], tuple[Site, Plan] | None]


class How(NamedTuple):
    """How one operand became explicit."""

    means: Means
    new_value: str
    target: str = ""
    inserted: tuple[str, ...] = ()


class Carrier:
    """One walk over a model. `edits` are what it changes, `holders` those that turn out to need Expand.

    A holder is what names an opset: a function, by name, or the model itself, "". `raised` are those whose opset is
    to become one with Expand.
    """

    def __init__(
        self,
        model: Model,
        pool: Pool,
        planner: Planner,
        *,
        options: Options,
        folder: Path | None,
        raised: frozenset[str],
    ) -> None:
        self.edits: dict[GraphPath, Edit] = {}
        self.changes: list[Change] = []
        self.holders: set[str] = set()
        self._model = model
        self._pool = pool
        self._options = options
        self._folder = folder
        self._planner = planner
        self._raised = raised
        self._names = Names(model)
        self._own = holders(model)

    def run(self) -> None:
        """Walks every graph."""
        model = self._model
        has_defaults = model.proto.ir_version >= 4
        self._walk(Scope(model.graph, None, has_defaults))
        for graph in model.training:
            around = Scope(model.graph, None, has_defaults)  # of the main graph only the names: it runs on its own
            for node in model.graph.nodes:
                around.define(node)
            self._walk(Scope(graph, around))
        for body in model.functions.values():
            self._walk(Scope(body))

    def _walk(self, scope: Scope) -> None:
        graph = scope.graph
        is_raised = self._holder(graph) in self._raised
        for node in graph.nodes:
            for step, _ in node.subgraphs:
                self._walk(Scope(graph.subgraph(step), scope))
            dropped = dropped_attributes(node) if is_raised and not node.domain else frozenset()
            planned = self._planner(graph, node)
            if planned is not None:
                dropped |= set(planned[1].drop)
                self._carry_out(scope, *planned)
            if dropped:
                scope.edit.dropped[node.number] = frozenset(dropped)
            scope.define(node)
        edit = scope.edit
        if edit.before or edit.after or edit.dropped or edit.inputs:
            self.edits[graph.path] = edit

    def _holder(self, graph: Graph) -> str:
        return graph.path.function if graph.path.function in self._own else ""

    def _carry_out(self, scope: Scope, site: Site, plan: Plan) -> None:
        worker = _Worker(self, scope, site, plan)
        for place in plan.places:
            worker.make_explicit(place)
        if plan.drop and not plan.places:
            worker.note_attribute()
        if worker.needs_expand and site.opset < EXPAND_SINCE:
            self.holders.add(self._holder(scope.graph))
        worker.replace()

    def inserter(self, scope: Scope, site: Site) -> Inserter:
        """What puts nodes before a node."""
        opset = max(site.opset, EXPAND_SINCE)
        return Inserter(scope, site.node.number, self._names, self._model.proto.ir_version, opset)

    def folded(self, site: Site, scope: Scope, plan: Plan, place: int) -> tuple[TensorProto, tuple[object, ...]] | None:
        """An operand written in full, and what tells it from others, if it is a constant small enough for that."""
        tensor = scope.constant(site.node.inputs[place])
        steps = [step for step in plan.steps if step.place == place]
        target = numbers(steps[-1].target) if isinstance(steps[-1], Stretch) else None
        if tensor is None or target is None or not plan.is_constant(place):
            return None
        count = full_bytes(tensor.data_type, target)
        if count is None or count >= self._options.fold_below:
            return None
        axes = tuple(axis for step in steps if isinstance(step, Lift) for axis in step.axes)
        full = in_full(tensor, axes, target, self._folder)
        key = ("folded", scope.identity(site.node.inputs[place]), axes, target)
        return None if full is None else (full, key)

    def note(self, site: Site, plan: Plan, place: int, how: How) -> None:
        """Notes a change."""
        element = site.element(place)
        shapes = [meeting.shapes[place] for meeting in site.meetings]
        old = shapes[0] if all(shape == shapes[0] for shape in shapes) else None
        full = plan.full.get(place)
        elements, bytes_ = cost(self._pool, element, full) if full is not None else (None, None)
        self.changes.append(
            Change(
                place=site.node.place(site.graph, site.signature.operand_name(place)),
                means=how.means,
                clause=plan.clause,
                type=element_name(element),
                old_value=site.node.inputs[place],
                new_value=how.new_value,
                old_shape=shape_sizes(old),
                new_shape=shape_sizes(full),
                target=how.target,
                inserted=how.inserted,
                elements=elements,
                bytes=bytes_,
            )
        )


class _Worker:
    """The work on one node: `base` are its operands before they are stretched, `current` what they have become."""

    def __init__(self, carrier: Carrier, scope: Scope, site: Site, plan: Plan) -> None:
        self._carrier = carrier
        self._scope = scope
        self._site = site
        self._plan = plan
        self._base = list(site.node.inputs)
        self._current = list(site.node.inputs)
        self._inserter = carrier.inserter(scope, site)
        self.needs_expand = False

    def make_explicit(self, place: int) -> None:
        """Takes the steps for one operand."""
        inserter, before = self._inserter, len(self._inserter.new)
        folded = self._carrier.folded(self._site, self._scope, self._plan, place)
        if folded is not None:
            tensor, key = folded
            name, is_shared = inserter.constant(tensor, self._base[place], key, "full")
            self._current[place] = name
            means = Means.SHARED if is_shared else Means.FOLDED
        else:
            self.needs_expand = True
            is_shared = self._stretch(place)
            means = Means.SHARED if is_shared else Means.EXPAND
        if self._plan.drop:
            means = Means.LIFTED
        target = "" if folded is not None else "constant" if self._plan.is_constant(place) else "computed"
        inserted = tuple(inserter.new[before:])
        how = How(means, self._current[place], target, inserted)
        self._carrier.note(self._site, self._plan, place, how)

    def note_attribute(self) -> None:
        """Notes an attribute that had nothing to do: the operand has the full shape already."""
        place = next(iter(self._plan.full))
        self._carrier.note(self._site, self._plan, place, How(Means.LIFTED, self._base[place]))

    def replace(self) -> None:
        """Puts the new operands in place of the old, and takes an axis from the result if one was given for it."""
        node, edit = self._site.node, self._scope.edit
        changed = {place: new for place, new in enumerate(self._current) if new != node.inputs[place]}
        if changed:
            edit.inputs[node.number] = changed
        if self._plan.squeeze is not None:
            full = self._plan.full.get(0)
            rank = None if full is None else len(full)
            inner = self._inserter.squeeze_after(node.outputs[0], self._plan.squeeze, rank)
            edit.outputs[node.number] = {0: inner}

    def _stretch(self, place: int) -> bool:
        """Whether the last Expand was there already."""
        steps = [step for step in self._plan.steps if step.place == place]
        earlier = self._inserter.with_shape(self._base[place], self._named_shape(place))
        if earlier is not None:
            self._current[place] = earlier
            return True
        is_shared = False
        element = self._site.element(place)
        for step in steps:
            if isinstance(step, Lift):
                shape = _lifted(self._site.meetings[0].shapes[place], step.axes)
                name = self._inserter.unsqueeze(self._current[place], step.axes, element, shape)
                self._base[place] = self._current[place] = name
            else:
                shape = self._plan.full.get(place) if step is steps[-1] else None
                target = self._target(step.target, place)
                value = self._current[place]
                self._current[place], is_shared = self._inserter.expand(value, target, element, shape)
        self._inserter.note_shape(self._base[place], self._named_shape(place), self._current[place])
        return is_shared

    def _named_shape(self, place: int) -> SymbolicShape | None:
        """The full shape, if it is one by its numbers and names alone, whatever it is read off."""
        full, meetings = self._plan.full.get(place), self._site.meetings
        is_sure = len(meetings) == 1 and not meetings[0].is_stated and not self._plan.drop
        is_named = full is not None and all(isinstance(size, int | Symbol) for size in full)
        has_one_step = sum(step.place == place for step in self._plan.steps) == 1
        return full if is_sure and is_named and has_one_step else None

    def _target(self, target: Target, place: int) -> str:
        fixed = numbers(target)
        value = self._base[place]
        if fixed is not None:
            return self._inserter.numbers(fixed, value, "target")
        pieces = [self._piece(piece, value) for piece in _pieces(target)]
        full = self._plan.full.get(place)
        rank = None if full is None else len(full)
        return pieces[0] if len(pieces) == 1 else self._inserter.concat(pieces, value, rank)

    def _piece(self, piece: list[Part], value: str) -> str:
        first, inserter = piece[0], self._inserter
        if isinstance(first, int):
            return inserter.numbers([part for part in piece if isinstance(part, int)], value, "sizes")
        if isinstance(first, Axis):
            axes = [part.axis for part in piece if isinstance(part, Axis)]
            if first.is_now:
                return inserter.sizes(self._current[first.place], axes, self._rank_now(first.place))
            return inserter.sizes(self._base[first.place], axes, self._rank(first.place))
        if isinstance(first, Whole):
            return inserter.shape(self._current[first.place], self._rank_now(first.place))
        if isinstance(first, Leading):
            return inserter.batch(self._current[first.place], self._rank_now(first.place))
        return inserter.matrix(self._base[first.place], self._rank(first.place))

    def _rank(self, place: int) -> int | None:
        """The number of axes of an operand before it is stretched, where it is known and the same each time."""
        if self._base[place] != self._site.node.inputs[place]:
            return None  # it was lifted
        ranks = {None if shape is None else len(shape) for shape in (m.shapes[place] for m in self._site.meetings)}
        return ranks.pop() if len(ranks) == 1 else None

    def _rank_now(self, place: int) -> int | None:
        """The number of axes that an operand has by now."""
        if self._base[place] == self._current[place]:
            return self._rank(place)
        full: SymbolicShape | None = self._plan.full.get(place)
        return None if full is None else len(full)


def _pieces(target: Target) -> Iterator[list[Part]]:
    """The target's parts, those that one node can give together."""
    piece: list[Part] = []
    for part in target:
        is_like = bool(piece) and (
            (isinstance(part, int) and isinstance(piece[0], int))
            or (isinstance(part, Axis) and isinstance(piece[0], Axis) and part._replace(axis=piece[0].axis) == piece[0])
        )
        if piece and not is_like:
            yield piece
            piece = []
        piece.append(part)
    if piece:
        yield piece


def _lifted(shape: SymbolicShape | None, axes: tuple[int, ...]) -> SymbolicShape | None:
    if shape is None:
        return None
    sizes = list(shape)
    for axis in axes:
        sizes.insert(axis, 1)
    return tuple(sizes)
