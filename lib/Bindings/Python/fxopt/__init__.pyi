# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The types of the package, for those who check theirs.

from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from concurrent.futures import Executor
from os import PathLike
from typing import Any, BinaryIO, Literal, NamedTuple, TypeVar, overload

import torch
import torch.fx
from torch._inductor.custom_graph_pass import CustomGraphPass
from torch.export import ExportedProgram

from . import inductor as inductor
from . import passes as passes

__version__: str

__all__ = [
    "BatchRecord",
    "BusyError",
    "Constant",
    "Diagnostic",
    "Error",
    "FxWarning",
    "Graph",
    "Module",
    "Node",
    "NumericsError",
    "ParseError",
    "PassContext",
    "PassError",
    "Pipeline",
    "PipelineError",
    "PluginError",
    "Report",
    "ResolveError",
    "Rule",
    "RuleError",
    "Selector",
    "StaleNodeError",
    "TensorType",
    "VerifyError",
    "WriteError",
    "batch",
    "from_torch",
    "list_passes",
    "load",
    "load_all",
    "load_plugin",
    "loads",
    "partition",
    "passes",
    "register_pass",
    "rule",
    "rules",
    "run",
    "split_policy",
    "torch_pass",
]

_Path = str | PathLike[str]
_Pass = Callable[..., bool | None]
_Pipeline = str | Pipeline | Rule | _Pass | Sequence[str | Pipeline | Rule | _Pass]
_Verify = bool | Literal["each"] | None
_PrintChanged = Literal["whole", "diff"] | None
_F = TypeVar("_F", bound=Callable[..., Any])

class Diagnostic:
    id: str
    severity: str
    text: str
    file: str | None
    line: int | None
    column: int | None
    node: str | None
    notes: tuple[Diagnostic, ...]

class Error(Exception):
    diagnostics: list[Diagnostic]
    def __init__(self, text: str = "", diagnostics: Iterable[Diagnostic] = ()) -> None: ...

class ParseError(Error, ValueError): ...
class WriteError(Error, OSError): ...
class PipelineError(Error, ValueError): ...

class RuleError(Error, ValueError): ...

class NumericsError(Error, AssertionError):
    pass_name: str | None
    node: str | None
    gap: float | None

class Numerics:
    inputs: tuple[Any, ...]
    kwargs: dict[str, Any]
    rtol: float
    atol: float
    seed: int
    def __init__(
        self,
        inputs: Iterable[Any],
        kwargs: dict[str, Any] | None = None,
        *,
        rtol: float = 1e-5,
        atol: float = 1e-6,
        seed: int = 0,
    ) -> None: ...
    def on(
        self, inputs: Iterable[Any], kwargs: dict[str, Any] | None = None
    ) -> Numerics: ...

class PassError(Error, RuntimeError):
    pass_name: str | None

class VerifyError(Error):
    pass_name: str | None

class PluginError(Error, ImportError): ...
class BusyError(Error, RuntimeError): ...
class StaleNodeError(Error, RuntimeError): ...

class ResolveError(Error, LookupError):
    names: list[str]

class FxWarning(UserWarning): ...
# A default of that type is a text.
Selector = str

class Constant:
    kind: str
    text: str
    def __init__(self, kind: str, text: str) -> None: ...

class TensorType(NamedTuple):
    dtype: Any
    shape: tuple[Any, ...]
    stride: tuple[Any, ...] | None = None
    device: Any = None

class Node:
    op: str
    name: str
    type: str | None
    @property
    def target(self) -> str: ...
    @target.setter
    def target(self, value: Any) -> None: ...
    @property
    def args(self) -> tuple[Any, ...]: ...
    @args.setter
    def args(self, value: Any) -> None: ...
    @property
    def kwargs(self) -> dict[str, Any]: ...
    @kwargs.setter
    def kwargs(self, value: Any) -> None: ...
    @property
    def is_alive(self) -> bool: ...
    @property
    def callable(self) -> Any: ...
    @property
    def users(self) -> dict[Node, None]: ...
    @property
    def all_input_nodes(self) -> list[Node]: ...
    @property
    def next(self) -> Node | None: ...
    @property
    def prev(self) -> Node | None: ...
    @property
    def graph(self) -> Graph: ...
    @property
    def meta(self) -> MutableMapping[str, Any]: ...
    @property
    def torch_node(self) -> torch.fx.Node | None: ...
    def is_impure(self) -> bool: ...
    def replace_all_uses_with(
        self,
        replace_with: Node,
        delete_user_cb: Callable[[Node], bool] | None = None,
        *,
        propagate_meta: bool = False,
    ) -> list[Node]: ...
    def replace_input_with(self, old_input: Node, new_input: Node) -> None: ...
    def update_arg(self, idx: int, arg: Any) -> None: ...
    def insert_arg(self, idx: int, arg: Any) -> None: ...
    def update_kwarg(self, key: str, arg: Any) -> None: ...
    def prepend(self, x: Node) -> None: ...
    def append(self, x: Node) -> None: ...
    def __lt__(self, other: Node) -> bool: ...

class _Nodes:
    def __iter__(self) -> Iterator[Node]: ...
    def __reversed__(self) -> Iterator[Node]: ...
    def __len__(self) -> int: ...

class _InsertPoint:
    def __enter__(self) -> _InsertPoint: ...
    def __exit__(self, *_: object) -> None: ...

class Graph:
    @property
    def nodes(self) -> _Nodes: ...
    @property
    def output_node(self) -> Node | None: ...
    def find_nodes(
        self, *, op: str | None = None, target: Any = None, ops: str | None = None
    ) -> list[Node]: ...
    def find_node(self, name: str) -> Node | None: ...
    def select(self, selector: str) -> list[Node]: ...
    def lint(self) -> None: ...
    def inserting_before(self, n: Node | None = None) -> _InsertPoint: ...
    def inserting_after(self, n: Node | None = None) -> _InsertPoint: ...
    def create_node(
        self,
        op: str,
        target: Any,
        args: Sequence[Any] = (),
        kwargs: dict[str, Any] | None = None,
        name: str | None = None,
        type_expr: str | None = None,
    ) -> Node: ...
    def placeholder(
        self, name: str, type_expr: str | None = None, default_value: Any = ...
    ) -> Node: ...
    def get_attr(self, qualified_name: str, type_expr: str | None = None) -> Node: ...
    def call_function(
        self,
        the_function: Any,
        args: Sequence[Any] = (),
        kwargs: dict[str, Any] | None = None,
        type_expr: str | None = None,
        name: str | None = None,
    ) -> Node: ...
    def call_method(
        self,
        method_name: str,
        args: Sequence[Any] = (),
        kwargs: dict[str, Any] | None = None,
        type_expr: str | None = None,
        name: str | None = None,
    ) -> Node: ...
    def call_module(
        self,
        module_name: str,
        args: Sequence[Any] = (),
        kwargs: dict[str, Any] | None = None,
        type_expr: str | None = None,
        name: str | None = None,
    ) -> Node: ...
    def output(self, result: Any, type_expr: str | None = None) -> Node: ...
    def erase_node(self, to_erase: Node) -> None: ...
    def arrays(self) -> dict[str, Any]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...

class Report:
    changed: bool
    nodes_before: int
    nodes_after: int
    stats: dict[str, dict[str, int]]
    timing: dict[str, float]
    changes: str
    diagnostics: list[Diagnostic]

class Pipeline:
    @property
    def verify(self) -> bool | None: ...
    @property
    def print_changed(self) -> _PrintChanged: ...
    def __init__(
        self,
        text: _Pipeline = "",
        *,
        verify: _Verify = None,
        print_changed: _PrintChanged = None,
    ) -> None: ...
    @property
    def text(self) -> str: ...
    @property
    def wants_values(self) -> bool: ...
    def run(self, what: Any, **options: Any) -> Any: ...
    def __add__(self, other: _Pipeline) -> Pipeline: ...
    def __radd__(self, other: _Pipeline) -> Pipeline: ...

class Module:
    def __init__(self, module: Any, origin: Any = None) -> None: ...
    def run(
        self,
        pipeline: _Pipeline,
        *,
        verify: _Verify = None,
        print_changed: _PrintChanged = None,
        reproducer: _Path | None = None,
        _check: Any = None,
    ) -> Report: ...
    @property
    def graph(self) -> Graph: ...
    @property
    def name(self) -> str: ...
    def text(self, format: str = "native") -> str: ...
    def save(self, path: _Path, format: str | None = None) -> None: ...
    def info(self) -> dict[str, Any]: ...
    def write_back(self, *, recompile: bool = True) -> tuple[int, int, int, int]: ...
    def to_torch(self, root: Any = None) -> Any: ...
    def __copy__(self) -> Module: ...
    def __deepcopy__(self, memo: Any = None) -> Module: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...

class PassContext:
    @property
    def name(self) -> str: ...
    def stat(self, name: str, by: int = 1) -> None: ...
    def remark(self, text: str, node: Node | None = None) -> None: ...
    def warning(self, text: str, node: Node | None = None) -> None: ...
    def error(self, text: str, node: Node | None = None) -> None: ...

class BatchRecord:
    path: str
    status: str
    seconds: float
    report: Report | None
    out: str | None
    error: Exception | None
    def __init__(
        self,
        path: str,
        status: str,
        seconds: float = 0.0,
        report: Report | None = None,
        out: str | None = None,
        error: Exception | None = None,
    ) -> None: ...

class Parts:
    link: str
    shared: dict[str, list[int]]
    def __len__(self) -> int: ...
    def __getitem__(self, i: int) -> torch.fx.GraphModule: ...
    def inputs_of(self, i: int) -> list[str]: ...
    def outputs_of(self, i: int) -> list[str]: ...
    def module(self) -> torch.fx.GraphModule: ...
    def pipeline_stage(self, rank: int, device: Any = "cpu", group: Any = None) -> Any: ...
    def build_stage(self, rank: int, device: Any = "cpu", group: Any = None) -> Any: ...
    def reduce_gradients(self, rank: int) -> None: ...
    def rows(self) -> list[dict[str, Any]]: ...
    def table(self) -> str: ...
    def dot(self) -> str: ...
    def svg(self) -> str: ...

class GraphPass(CustomGraphPass):
    pipeline: Pipeline
    verify: bool
    def __init__(self, pipeline: _Pipeline = ..., *, verify: bool = True) -> None: ...
    def __call__(self, graph: torch.fx.Graph) -> None: ...
    def uuid(self) -> str | None: ...

def from_torch(
    gm: torch.fx.GraphModule | torch.fx.Graph | ExportedProgram,
    *,
    values: bool = False,
    example_inputs: Sequence[Any] | None = None,
) -> Module: ...
@overload
def run(
    gm: ExportedProgram,
    pipeline: _Pipeline,
    *,
    verify: _Verify = None,
    print_changed: _PrintChanged = None,
    check: Numerics | None = None,
    reproducer: _Path | None = None,
) -> ExportedProgram: ...
@overload
def run(
    gm: torch.fx.GraphModule | torch.fx.Graph,
    pipeline: _Pipeline,
    *,
    recompile: bool = True,
    verify: _Verify = None,
    values: bool | None = None,
    example_inputs: Sequence[Any] | None = None,
    print_changed: _PrintChanged = None,
    check: Numerics | None = None,
    reproducer: _Path | None = None,
) -> Report: ...
def load(source: _Path | bytes | bytearray | memoryview | BinaryIO) -> Module: ...
def load_all(
    source: _Path | bytes | bytearray | memoryview | BinaryIO,
) -> list[Module]: ...
def loads(text: str) -> Module: ...
def list_passes() -> dict[str, str]: ...
def load_plugin(path: _Path) -> None: ...
def register_pass(
    name: str, *, idempotent: bool = False, values: bool = False
) -> Callable[[_F], _F]: ...
def torch_pass(function: Callable[[torch.fx.GraphModule], Any]) -> _Pass: ...
def partition(
    what: ExportedProgram | torch.fx.GraphModule,
    stages: int | None = None,
    *,
    cost: str = "flops",
    link: str = "relay",
    by: str | None = None,
    cuts: Sequence[str] | None = None,
    link_cost: float = 10.0,
    replicate: bool = False,
    example_inputs: Sequence[Any] | None = None,
) -> Parts: ...
class Rule:
    name: str
    text: str
    def __init__(self, name: str, text: str) -> None: ...

def rule(
    pattern: Callable[..., Any],
    replacement: Callable[..., Any],
    *,
    name: str | None = None,
    kind: Literal["exact", "cpu-exact", "rounding", "finite"] = "rounding",
    where: str | Iterable[str] = (),
    inference: bool = False,
) -> Rule: ...
def rules(*what: _Path | Rule, **options: Any) -> Pipeline: ...
def split_policy(
    stages: int | None = None, **options: Any
) -> Callable[[torch.fx.GraphModule], torch.fx.GraphModule]: ...
def batch(
    paths: Iterable[_Path],
    pipeline: _Pipeline,
    *,
    out: _Path | Callable[[str], _Path] | None = None,
    executor: int | str | Executor | None = None,
    timeout: float | None = None,
    resume: bool = True,
    verify: _Verify = None,
    progress: bool | Callable[[BatchRecord], Any] = False,
) -> Iterator[BatchRecord]: ...
