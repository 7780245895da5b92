# Made by fx-tblgen -gen-pass-stubs. Do not edit.
# Each pass is a function: its options are keyword arguments, and `help` and the
# signature show them. Those of plugins are known when the package runs.

from collections.abc import Callable, Sequence
from typing import Literal

from . import Pipeline

def cast_weights(
    *,
    dtype: Literal["float16", "bfloat16", "float32", "float64"] = ...,
    state: Sequence[str] = ...,
) -> Pipeline:
    """Store weights as another floating-point type.

    Converts parameters, buffers and constants of a floating-point type to `dtype`,
    rounding to nearest even, and inserts a cast to the old type before each use:
    the program computes in the same types as before, with weights of less precision
    that take less space. Archives and signature stay valid in every dialect.

    A record is converted as a whole, with all names and views that share it. These
    records are not converted:

    - with a warning, one with an element that would become infinite;
    - with a remark, a trained table of embeddings whose gradient is sparse, one
      that may share memory with an output, one that is not dense, so that a copy
      has other strides, and a view if a call such as `as_strided` reads the memory
      around it;
    - without a message, one that may be written, one that is not selected under all
      of its names, a pickled one, and one that a called module uses.

    Options:
        dtype: the type to store
        state: globs over the dotted names of the state that is converted; none: all
    """

def check_values(
    *,
    remarks: bool = ...,
    exact: bool = ...,
) -> Pipeline:
    """Compare the values of nodes with those of their operands.

    Computes each node's `val` from those of its operands, as `infer-values` does,
    and reports each node whose `val` differs in dtype, sizes, strides or device.
    The stride of a dimension of size 1 leads to no other element, and PyTorch
    itself gives several for the same call (in `torch.export`, in
    `run_decompositions()`, and when it runs); only `exact` compares it. The same
    goes for dropout in evaluation, which gives its operand, and of which
    `torch.export` says that it gives a copy. Nodes without a rule are skipped and
    counted. PyTorch's loader does not check values; a program with wrong values may
    be decomposed wrongly.

    Options:
        remarks: report the nodes that could not be checked, and why
        exact: compare the strides of dimensions of size 1 and of dropout in evaluation, too
    """

def cse(
    *,
    commute: bool = ...,
) -> Pipeline:
    """Replace equal computations by one.

    Replaces a node by an earlier one with the same opcode, target and arguments, if
    the change cannot be observed. A node stays

    - if it has an effect (see `dce`), draws random numbers or is not known;
    - if memory that it reads may have been written since the earlier one. Inputs,
      parameters and buffers count as one piece of memory, since a caller may pass
      one tensor twice;
    - if something that may change global state (such as the grad mode), or
      something unknown, was called in between;
    - if the memory of one of the two results is written anywhere in the graph, or
      passed to something unknown;
    - if both results, or views of them, are returned: a caller that changes one
      output in place would change the other.

    The earlier node keeps its name and metadata. Equal arguments are equal in kind
    and to the last bit: `1`, `1.0` and `True` differ. Run `normalize-args` first to
    make calls equal that only differ in spelling. With `commute`, `f(a, b)` is
    `f(b, a)` where the operator table says so: the values are the same, but strides
    of the result may change when those of `a` and `b` differ.

    Options:
        commute: treat f(a, b) and f(b, a) of commutative operators as equal
    """

def dce() -> Pipeline:
    """Remove nodes without users and without effects.

    Erases, in the graph and in those of its submodules, every node without users,
    unless it has an effect: placeholders, outputs, in-place methods and functions
    (`x.add_(1)`, `relu(x, inplace=True)`), calls with `out=`, random numbers,
    assertions, changes of global state, modules that change their buffers (a
    `BatchNorm2d` in training), and everything that the operator and module tables
    do not know. A node whose metadata has `is_pure: True` has no effect.

    torch.fx erases more: it assumes that every call of a method or module is pure,
    and therefore removes in-place methods.
    """

def decompose(
    *,
    where: str = ...,
    keep: Sequence[str] = ...,
) -> Pipeline:
    """Write operators in terms of core ones.

    Does what `ExportedProgram.run_decompositions()` of PyTorch does: turns an
    exported program into a functional program of core ATen operators.

    - Operators are replaced by simpler ones, by the rules of
      `fx/Decomposition/Decomposition.h`; plugins can add rules.
    - A tensor that is written in place becomes a new value, which replaces it in
      later uses, also through views. The new value of a parameter, a buffer or an
      input is returned as a further output, which the signature describes.
    - Regions that only set a mode (no gradients, autocast of the CPU) replace their
      calls.
    - Sizes of inputs are computed first, nodes get the names of a new graph, and
      dead nodes are removed. The dialect becomes `ATEN`.

    New nodes have the metadata of the node that they replace, and a `val`. A call
    stays if its rule needs a fact that is not known, such as the number of parts of
    a symbolic size, and a remark gives the reason. Some operators outside of the
    core set have no decomposition and stay, as in PyTorch (`docs/Decomposition.md`
    lists them).

    With `where`, only the calls that it selects are decomposed; writes, names and
    the dialect do not change. `keep` lists operators that are not decomposed, by
    name (`silu`, all overloads) or overload (`sum.dim_IntList`, `ns::name`).

    Options:
        where: which nodes are decomposed, as `docs/Selectors.md` explains
        keep: operators that are not decomposed
    """

def dedupe_state() -> Pipeline:
    """Tie parameters, buffers and constants with equal bytes.

    Merges records with equal bytes, so that they are stored once, if they have the
    same size, type and role, agree on requiring a gradient, and agree on being
    saved. Of the inputs of an exported program for equal state, one is used. All
    names stay, as with tied weights, and so do the inputs of parameters and saved
    buffers, which are keys of PyTorch's state dictionary.

    State that may be written is not merged, and neither is state that may share
    memory with an output, because the outputs would then share memory with each
    other. Merged parameters that are trained later are trained together.

    Only records with another one of the same size and type are read.
    """

def extract(
    *,
    from_: Sequence[str] = ...,
    to: Sequence[str] = ...,
    where: str = ...,
) -> Pipeline:
    """Keep a part of the graph alone.

    Keeps the calls that are picked and what stands between them, and erases the
    others. `from` and `to` are names of nodes: what depends on the first and is
    needed for the last is picked, both included; without `from` everything that
    `to` needs, without `to` everything that depends on `from`. `where` picks by a
    selector instead.

    Values that the part needs become inputs, in the order of their first use: in
    front of those that were inputs, in an exported program after them. Values that
    others used, and `to`, become the results: one as it is, several as a tuple.
    State stays what it is; run `prune-unused-state` to remove the rest. The pass
    refuses a part between whose nodes others have effects, and a program that
    returns what its state becomes.

    Options:
        from_: names of the first nodes
        to: names of the last nodes
        where: which nodes are kept, as `docs/Selectors.md` explains
    """

def fold_asserts() -> Pipeline:
    """Remove assertions that the types of values prove.

    Erases calls of `_assert_tensor_metadata` whose dtype, device, layout, sizes and
    strides are those of their tensor's `val`. torch.export writes one for each cast
    in a model. Sizes that are symbolic must be the same expressions.
    """

def fold_constants(
    *,
    budget: int = ...,
    parameters: bool = ...,
    optional: bool = ...,
) -> Pipeline:
    """Compute nodes that do not depend on an input.

    Runs the nodes of the graph that depend on constants alone (parameters, buffers
    and constants that nothing writes, numbers, and nodes of that kind) once, with
    LibTorch, and replaces them by their values: tensors by new constants
    `_folded_NAME`, numbers by literals. Nodes and state without further users are
    removed. The graphs of submodules do not change; run `inline-module` first to
    fold them.

    A constant has the strides of the value, and all of its memory if a call such as
    `as_strided` reads the memory.

    These nodes are not folded:

    - nodes that have an effect or draw random numbers, and modules;
    - values that are written later or may be returned, since the caller may write
      to them;
    - values on another device than the CPU, and values whose type has a symbol, as
      the result of `nonzero` does, since other types refer to the symbol;
    - values that would make the new constants larger than `budget` bytes in total;
    - with a remark: values that this LibTorch cannot compute, that are not tensors
      of plain elements, or whose type differs from their `val`.

    Folding ignores gradients: a constant that is computed from parameters does not
    change when they are trained. With `parameters=false`, nodes that depend on
    parameters are not folded.

    Options:
        budget: the largest total size of new constants, in bytes
        parameters: whether parameters are constants
        optional: leave the nodes as they are where LibTorch cannot be loaded
    """

def freeze(
    *,
    state: Sequence[str] = ...,
) -> Pipeline:
    """Make unchanged parameters and buffers constants.

    Parameters and buffers that a graph reads and nothing writes become constants,
    as torch.jit.freeze and torch.compile's freezing do: they do not require
    gradients, are no longer in `parameters()` or the state dictionary, and passes
    may fold them. In an exported program, their inputs become those of tensor
    constants. Pickled parameters and buffers stay, and so do those that share
    memory with an output and other state.

    Options:
        state: globs over the dotted names of the state that becomes constant; none: all
    """

def functional_methods(
    *,
    where: str = ...,
) -> Pipeline:
    """Replace methods by functions.

    Replaces `x.relu()` by `torch.relu(x)` if method and function are the same
    operator in the operator table and have the same parameters. The node keeps its
    name, its users and its metadata. A list that was spread over positions becomes
    a tuple: `x.permute(1, 0)` is `torch.permute(x, (1, 0))`.

    The receiver is assumed to be a Tensor, unless the call that makes it is known
    to return something else: `x.shape.numel()` stays. Methods without such a
    function (`view`, `size`), unknown methods, and calls whose arguments do not fit
    stay too.

    Options:
        where: which nodes are changed, as `docs/Selectors.md` explains
    """

def fuse_conv_bn() -> Pipeline:
    """Fold batch normalizations in evaluation into convolutions.

    Folds a batch normalization that directly follows a convolution into the weight
    and bias of the convolution (`torch.fx.experimental.optimization.fuse`): calls
    of modules, of functions and of operators, with one to three dimensions,
    including transposed convolutions. The new weights are computed in double
    precision and rounded once.

    The normalization must be in evaluation mode: `training` is false, it has
    running statistics, and nothing in the graph writes to any of the tensors. The
    pass skips a convolution whose result has other users, a convolution module that
    is called more than once, weights that would not be finite, a weight whose
    elements share memory, a normalization that changes the strides, and a
    convolution of one sample without a batch, if `val` shows it. The weight keeps
    its strides. Weights with other users do not change: the convolution gets a
    copy. In the graphs of submodules, only calls of modules are folded; run
    `inline-module` first to fold the others.
    """

def infer_values(
    *,
    replace: bool = ...,
    partial: bool = ...,
) -> Pipeline:
    """Infer the values of nodes from those of their operands.

    Gives each node without `val` one: dtype, sizes, strides and device of its
    result, including symbolic sizes, as PyTorch's fake tensors compute them. With
    `replace`, nodes that have a `val` get a new one, if there is a rule. It is an
    error if a node without `val` cannot get one, because there is no rule for its
    operator or the operands do not fit; the nodes before it keep their new values.
    With `partial` such nodes stay without.

    What a call of a module gives follows from the graph of the module, or from what
    its class computes and the types of its tensors. The tree that `print(module)`
    shows has no such types; `shape-prop`, which runs the graph, needs none.
    `optimize` warns where the values of a graph stop at such a call.

    This runs automatically after each pass that changed a program.

    Options:
        replace: compute values again that exist
        partial: leave nodes without a value where it is not known
    """

def inline_module(
    *,
    modules: Sequence[str] = ...,
    recursive: bool = ...,
    keep_modules: bool = ...,
    keep_unknown: bool = ...,
    training: bool = ...,
    eval: bool = ...,
) -> Pipeline:
    """Replace calls of modules by what the modules compute.

    Replaces each call_module node that `modules` selects by the nodes that torch.fx
    would record if it called the module with a tracer that appends to the graph:
    those of the module's own graph if it has one, else those of the formula of its
    class. Remaining calls of inner modules are inlined if `modules` selects them,
    and always with `recursive`. Names in `modules` are

    | name | selects |
    |---|---|
    | `relu`, `ReLU`, `torch.nn.ReLU` | modules of that class, in upper or lower case; the module at that path if there is no such class |
    | `layer1.*.relu`, `*` | modules whose path fits the glob |
    | `path:relu`, `class:Conv*` | by path only, by class only |
    | `leaf` | modules that have no graph of their own |

    The graph of an exported program has the nodes of all modules already. There,
    calls of graphs by `torch.ops.higher_order.invoke_subgraph`, which `outline`
    makes, are inlined by the path of the graph, and a module whose call was
    preserved (`preserve_module_call_signature` of torch.export) loses the signature
    that keeps its boundary.

    A name that selects nothing is a warning that lists the possible names. A module
    whose computation is not known is an error, unless `keep-unknown` is given, and
    so are arguments that do not fit. Modules are in evaluation mode, unless the
    tree or `training` selects training mode; a batch norm in training updates its
    statistics, but does not count its batches, which torch.fx does not record.
    Constructor arguments that print(module) never shows have PyTorch's default
    (`inplace` has the value of modules in similar places of the tree), with a
    warning.

    New nodes get all metadata of the call, except the description of its value
    (`val`), which goes with the type to the node that computes the value. A tensor
    is read by one get_attr node, however often it is used. Inlined modules without
    further uses are removed from the tree, unless `keep-modules` is given.

    Options:
        modules: names of the modules
        recursive: inline all calls of inlined modules too
        keep_modules: keep modules in the tree that are not used any more
        keep_unknown: keep calls of modules whose computation is not known
        training: assume that modules are in training mode
        eval: assume that modules are in evaluation mode, even if the tree has another mode
    """

def invert(
    *,
    input: str = ...,
) -> Pipeline:
    """Replace the graph by one that computes its input.

    Replaces the graph by its inverse: from what it returned, it computes what was
    put in. The new placeholder is called like the old output, and each operator
    between input and output is undone by the rule that the operator table has for
    it (`docs/Ops.md` lists them). Parameters, other inputs and whatever is computed
    from them alone are constants and are copied; `input` says which placeholder to
    solve for when the output depends on several. Other submodules' graphs stay.

    It is an error, which names the node and the reason, when the graph does not
    return one value, when a node uses the input in two places (`x * x`) or inside a
    list, has effects, calls a module (inline it first), is not known, or has no
    inverse. Nothing is simplified, and domains are not checked: the inverse of
    `exp` is `log` for every input.

    If the inverse can be inverted too, running the pass twice gives a graph that
    computes the same as the first one.

    Options:
        input: name of the placeholder to solve for; empty: the only one that the output depends on
    """

def lower_modules(
    *,
    keep_modules: bool = ...,
    keep_unknown: bool = ...,
    training: bool = ...,
    eval: bool = ...,
) -> Pipeline:
    """Replace the call of every leaf module by what it computes.

    The same as `inline-module{modules=leaf}`: afterwards the graph reads parameters
    and buffers with get_attr and calls functions, as if it had been traced without
    leaf modules. Calls of modules that have a graph of their own stay, with their
    leaves lowered.

    Options:
        keep_modules: keep modules in the tree that are not used any more
        keep_unknown: keep calls of modules whose computation is not known
        training: assume that modules are in training mode
        eval: assume that modules are in evaluation mode, even if the tree has another mode
    """

def move_to_device(
    *,
    device: str = ...,
    from_: str = ...,
) -> Pipeline:
    """Compute on another device.

    State, values and arguments that name a device get another one, as
    torch.export.passes.move_to_device_pass does: a program that was exported on a
    GPU then runs where there is none, and the other way around. In graphs of
    torch.fx, `x.cuda()` and `x.cpu()` become `x.to(device)`.

    `from` names what is moved, `cuda` for all of that type; without it everything
    is, but for the meta device, which has no elements. Bytes of weights stay as
    they are. Pickled state stays on its device. The inputs that a program was
    exported with are left out, since they are pickled too.

    What a call does by default is not looked at: `torch.ones(3)` makes a tensor of
    the CPU wherever its users are. In exported programs it names its device.

    Options:
        device: where to
        from_: what is moved, as cuda or cuda:1; none: all
    """

def normalize_args(
    *,
    defaults: Literal["keep", "drop", "fill"] = ...,
    only_kwargs: bool = ...,
    where: str = ...,
) -> Pipeline:
    """Write the arguments of calls in the order of their schemas.

    Gives the arguments of every `call_function` and `call_method` that `where`
    picks the one form that its schema suggests: by position as far as they go
    without a gap, by keyword from there on in the order of the schema, under the
    schema's own names (`dim` for NumPy's `axis`), and a list that was spread over
    positions (`x.view(2, 3)`) as one tuple.

    `defaults` says what happens to arguments that equal their defaults: `keep`
    those that are given, `drop` them, or `fill` in all that are missing (except
    `out`) with the defaults of PyTorch 2.13; older versions may not accept some of
    them. With `only-kwargs`, arguments are given by keyword where Python allows it;
    the receiver of a method stays positional (torch.fx:
    normalize_to_only_use_kwargs).

    A call does not change if its target or signature is not known or its arguments
    do not fit. If they may fit several overloads, the new form is correct for all
    of them, or the call does not change; a keyword that distinguishes overloads
    stays a keyword.

    Options:
        defaults: what to do with arguments that equal their defaults
        only_kwargs: give arguments by keyword where possible
        where: which nodes are normalized, as `docs/Selectors.md` explains
    """

def optimize(
    *,
    level: Literal["O1", "O2", "O3"] = ...,
    inference: bool = ...,
    except_: Sequence[str] = ...,
    remarks: bool = ...,
) -> Pipeline:
    """Run the passes of an optimization level.

    Stands for other passes; `--print-pipeline` shows them. The flags `-O1`, `-O2`
    and `-O3` are short for it. A level promises what the program computes:

    - `O1`: the same bits in results and state, the same aliasing and strides of
      outputs, on every device;
    - `O2`: the same but for rounding;
    - `O3`: the same but for rounding where all values inside are finite.

    With `inference` nobody asks for gradients, and parameters are constants: batch
    normalizations are folded into convolutions, and what depends on parameters
    alone is computed now.

    Rules need the types of values. They are inferred first; for that, the inputs
    must have theirs, as those of exported programs have.

    Options:
        level: the level
        inference: parameters are constants, and nobody asks for gradients
        except_: rules to leave out
        remarks: say which rules are applied, and which are refused and why
    """

def outline(
    *,
    tags: Sequence[str] = ...,
    name: str = ...,
    dedupe: bool = ...,
) -> Pipeline:
    """Make a submodule of each part of the graph.

    Replaces the nodes of each part by a call of a new submodule with a graph. A
    part is what has the same tag, as the pass `partition` gives them; where the
    nodes of a tag cannot be one call, they become several. The inputs of a
    submodule are in the order of their first use, its results in that of the graph.
    A name that something else has, or that PyTorch could not read (`forward`,
    `class`, in a program that of a value), gets a number.

    In an exported program the call is `torch.ops.higher_order.invoke_subgraph`.
    PyTorch does not let what it returns share memory with what it takes: views that
    are used outside are computed there. In other graphs the call is a call_module.
    State that only the part uses moves into the submodule and keeps the name of its
    record; other state is handed in. A module that others call too is copied; the
    copies are tied.

    A part stays as it is, with a remark, if it has no result, if a module that it
    calls is not in the tree or writes to state that others use, and, in an exported
    program, if

    - nothing is known of one of its calls, as of operators that call graphs,
    - it writes to memory that exists outside or to a list of tensors, or a view of
      what it writes is used outside,
    - an input is neither a tensor nor a symbolic integer, or is a subclass of
      tensors, or a result is neither a tensor nor an integer,
    - all its results are views of its inputs.

    `inline-module` puts the nodes back.

    Options:
        tags: globs over the tags of parts to outline; none: all
        name: the submodules are called NAME_0, NAME_1, ...; without it, after their tags
        dedupe: equal parts call one submodule; state is handed in
    """

def partition(
    *,
    by: str = ...,
    tag: str = ...,
    cost: Literal["flops", "bytes"] = ...,
    link: float = ...,
    min_nodes: int = ...,
    split_independent: bool = ...,
    report: bool = ...,
) -> Pipeline:
    """Tag parts of the graph that could run as one call.

    Gives the calls of the graph tags in their metadata `tag`, one for each part,
    and takes other tags away. No part needs its own results through nodes
    outside: where the nodes of a tag would, they become several parts, called
    `TAG`, `TAG_1` and so on. Nodes with effects keep their order: a part has no two
    nodes between which somebody outside writes to their memory, draws random
    numbers as they do, or does what is not known. `by` says where tags come from:

    - `tag`: they are there already;
    - `SELECTOR -> TAG; SELECTOR -> TAG`: from the first selector that picks the
      node ([Selectors](Selectors.md));
    - `ops:FILE`: nodes whose operator, target or class of module the file names, in
      a line of its own, get the tag of the option `tag`. Behind a name there may be
      the dtypes that the result may have; `#` begins a comment;
    - `stages:N`: N stages in the order of the graph with about the same number of
      bytes of results and state;
    - `balanced:N`: N stages whose greatest work is as small as possible. Work is
      `cost`: `flops` are the operations of products and convolutions, and the bytes
      of results; `bytes` are those of results and state. A byte that a stage
      receives counts as `link`. Cuts are exact for 2,048 calls, and near to it
      beyond that;
    - `size:BYTES`: stages with no more bytes than that; `KiB`, `MiB` and `GiB` are
      known;
    - `after:NAME,NAME`: stages that end after these nodes.

    An item of a tuple is in the part of the tuple. The pass `outline` makes a
    submodule of each part.

    Options:
        by: where tags come from
        tag: the tag of ops:FILE
        cost: what the work of a stage is, for balanced:N
        link: what a byte costs that a stage receives, for balanced:N
        min_nodes: a part has at least so many nodes
        split_independent: make a part of each piece of a part that is not connected with the others
        report: say what each part has, needs and gives
    """

def print_execution_order() -> Pipeline:
    """Show modules and parameters in the order of their use.

    Writes to the standard output, in the form of PyTorch's FSDP tracer,

    - the path of each module as it is called, the root first;
    - the path of each parameter where it is used first;
    - for each module what its last call used: the parameters of the modules that it
      calls, and those that its own code uses.

    Calls of modules that are not leaves are known from the metadata
    `nn_module_stack`. Without it, a module counts as called when the first leaf
    below it is called or a parameter of it is used, and as finished when that
    happens outside it, so two calls of one module in a row look like one. The
    parameters of a leaf are those of the module tree, or those that its class is
    known to have; without a tree only those that a `get_attr` fetches are known.
    """

def print_module_paths() -> Pipeline:
    """Show which module each node comes from.

    Writes a line for each node to the standard output. The module is the innermost
    one of the metadata `nn_module_stack`; without it, the module that a
    `call_module` calls; `?` for any other node. The root module has an empty path.
    Graphs of submodules follow, each below a line `=== path`.
    """

def prune_unused_state() -> Pipeline:
    """Remove unused parameters, buffers and constants.

    In an exported program, removes inputs for parameters, buffers, constants and
    objects that have no users and to which no output writes; inputs of the user
    stay. In an exported program and in a closed module tree, removes state that no
    graph names, neither by an input or get_attr nor by a call of a module without a
    graph. Names that are tied to state in use stay, since PyTorch's state
    dictionaries have them. A module of a tree that loses state so, and that no
    graph uses, goes as a whole: Python would make it again, with new state.

    Bytes without a name are not written. Run `dce` first to find more unused state.
    """

def rename_nodes() -> Pipeline:
    """Give nodes the names that torch.fx would give a new graph.

    Names every node as torch.fx would if the graph were built again in its present
    order: after its target, with a number if that name is taken (torch.fx:
    rename_nodes_to_canonical). Graphs with the same operations in the same order
    then have the same text, which keeps diffs small.
    """

def rewrite(
    *,
    rules: Sequence[str] = ...,
    only: Sequence[str] = ...,
    except_: Sequence[str] = ...,
    level: int = ...,
    phase: str = ...,
    order: Literal["phase", "forward", "reverse"] = ...,
    limit: int = ...,
    inference: bool = ...,
    remarks: bool = ...,
    explain: str = ...,
    find: bool = ...,
    write_matches: str = ...,
    matches: str = ...,
    check: int = ...,
    input: Sequence[str] = ...,
    check_file: str = ...,
    where: str = ...,
) -> Pipeline:
    """Apply rewrite rules.

    Applies rules ([RuleLanguage](RuleLanguage.md)) to the graph and to those of its
    submodules. The rules are those of the files that `rules` and `--load-rules`
    name; without files, the rules of level 1 that come with fx-opt. `only` and
    `level` choose among all of them, those of files and those of fx-opt.

    A rule is applied only where nobody can tell the difference but for what its
    class of exactness allows. It is refused, and `remarks` says why,

    - `type`: if dtype, sizes, strides, device or layout of the result would differ,
      or are not known: run `infer-values` or `shape-prop` before;
    - `write`: if memory that the pattern reads is written before the place of the
      result, or something that changes global state stands in between;
    - `alias`: if the result would share memory with other values than before, and
      that memory is written later, or both are seen outside of the graph;
    - `shared`: if inner nodes have other users, and the result costs more than what
      goes;
    - `gradient`: if the rule is for inference only, unless `inference` is given or
      the result has integers, which have no gradients;
    - `memory`: if new constants would take more memory than what goes;
    - `place`: if what replaces several nodes needs what comes after the first;
    - `invalid`: if the result cannot be computed;
    - `sizes`: if the result fails where a dynamic size is 0 or 1, and what it
      replaces does not;
    - `overwritten`: if the result writes memory that others use;
    - `lost`: if a write of the pattern is not one of the result, and its memory is
      read later;
    - `operator`: if no overload takes the operands, or a symbolic size has no node.

    With `check` what each rewrite replaces and what replaces it are run on the same
    values, and a difference that the class of the rule does not allow is an error
    ([CheckingRules](CheckingRules.md)); the flag `--check-rewrites` sets it.

    One sweep visits each node, and again what a rewrite changed. Of several rules
    that fit, the one with the higher benefit is taken, then that with the larger
    pattern, then the first by name.

    Options:
        rules: files of rules
        only: the rules to apply
        except_: rules to leave out
        level: apply the rules of levels 1 to this; 0: those of the files
        phase: apply the rules of this phase only
        order: where the sweep begins; `phase`: at the end for the phases `recognise` and `fuse`, at the front for others
        limit: stop after so many applications; -1: never
        inference: nobody asks for gradients
        remarks: say what is applied, and what is refused and why
        explain: change nothing, and show where this rule fits nearly; `R@node` for one node, `all` for a line about each rule
        find: change nothing, and say where rules fit
        write_matches: change nothing, and write where rules fit to this file, as JSON
        matches: apply what such a file lists, and nothing else
        check: run so many rewrites of each rule before and after; -1: all
        input: inputs of the model, such as `randn(1,3,224,224)`, for the values of these runs; without, they are random
        check_file: where to write what a rewrite changed wrongly
        where: which nodes are roots of matches, as `docs/Selectors.md` explains
    """

def set_metadata(
    *,
    key: str = ...,
    value: str = ...,
    where: str = ...,
) -> Pipeline:
    """Set a string in the metadata of nodes.

    Sets the metadata `key` of every node that `where` selects to the string
    `value`, in the graph and in those of its submodules, and replaces values that
    are there.

    Archives of exported programs keep it; torch.export.load reads `custom` and
    `from_node`, which must be JSON there, `stack_trace`, `nn_module_stack` and the
    like, and drops other keys. `val`, `input_spec` and `output_specs`, which fx-opt
    itself uses, cannot be set.

    Options:
        key: the key
        value: the string
        where: which nodes get it, as `docs/Selectors.md` explains
    """

def shape_prop(
    *,
    input: Sequence[str] = ...,
    meta: bool = ...,
    random_weights: bool = ...,
) -> Pipeline:
    """Run the graph and store the type of each value.

    Runs the graph with LibTorch (torch.fx: `ShapeProp`) and sets the metadata `val`
    of each node: dtype, sizes, strides, device. Inputs come from `input`, as
    `docs/Numerics.md` describes them, or from the `val` of placeholders. In an
    exported program only values that are missing are set: its sizes are those of
    all inputs.

    With `meta` nothing is computed and no weights are read where their types are
    known: LibTorch's meta tensors have sizes alone, and operators that have no such
    form run on zeros. With `random-weights` weights that no file has get random
    values. The flags `--input` and `--random-weights` of fx-opt count, too, where
    the pass has no such options.

    Options:
        input: inputs, such as `randn(1,3,224,224)`
        meta: only compute sizes
        random_weights: use random values for missing weights
    """

def split_at(
    *,
    nodes: Sequence[str] = ...,
    name: str = ...,
) -> Pipeline:
    """Split the model into stages that end after some nodes.

    Makes submodules of the calls up to each of the nodes, in the order of the
    graph, and of those after the last one. It stands for `partition` with
    `by=after:...` and `outline`, which say what can be a submodule and what it
    takes and returns. `inline-module` puts the nodes back.

    Options:
        nodes: the last nodes of stages
        name: the submodules are called NAME_0, NAME_1, ...
    """

def strip_metadata(
    *,
    keys: Sequence[str] = ...,
    where: str = ...,
) -> Pipeline:
    """Remove metadata.

    Removes metadata from the nodes that `where` selects: that whose keys match one
    of the globs `keys`, or all of it if there are no globs.

    Passes and printers use some keys: without `nn_module_stack`, the module of a
    node is not known; without `val`, its type is not known; and without
    `is_wrapped` the generated Python code of a graph may change. An exported
    program keeps `val`, `input_spec` and `output_specs`, which it needs.

    Options:
        keys: globs over keys
        where: which nodes lose it, as `docs/Selectors.md` explains
    """

def tag_nodes(
    *,
    tag: str = ...,
    where: str = ...,
) -> Pipeline:
    """Give nodes a tag in their metadata.

    Sets the metadata `tag` of every node that `where` selects, in the graph and in
    those of its submodules, and replaces tags that are there. Other passes and
    selectors (`tag=foo`) use tags; native text shows them.

    Options:
        tag: the tag
        where: which nodes get it, as `docs/Selectors.md` explains
    """

def __getattr__(name: str) -> Callable[..., Pipeline]: ...
