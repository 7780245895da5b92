//===- PythonFile.cpp - What one file of Python shares --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PythonFile.h"
#include "ValueText.h"
#include "fx/IR/Graph.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Support/CharClass.h"
#include "fx/Support/PyLiterals.h"
#include "fx/Support/TextBuffer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace fx;
using namespace llvm;

/// What code calls something.
static constexpr StringLiteral Reserved[] = {
    "torch",       "aten",      "operator", "math",  "self",    "builtins",
    "collections", "functools", "getattr",  "slice", "range",   "complex",
    "float",       "io",        "json",     "os",    "pkgutil", "zipfile"};

bool PythonFile::isReserved(StringRef Name) {
  return !isPythonName(Name) || is_contained(Reserved, Name);
}

bool fx::isPythonName(StringRef Text) {
  // Builtins are fine there, keywords are not.
  static constexpr StringLiteral Keywords[] = {
      "False",  "None",   "True",    "and",      "as",       "assert", "async",
      "await",  "break",  "class",   "continue", "def",      "del",    "elif",
      "else",   "except", "finally", "for",      "from",     "global", "if",
      "import", "in",     "is",      "lambda",   "nonlocal", "not",    "or",
      "pass",   "raise",  "return",  "try",      "while",    "with",   "yield"};
  return py::isIdentifier(Text) && !is_contained(Keywords, Text);
}

std::string fx::pythonString(StringRef Text) {
  TextBuffer Out(2 * Text.size() + 64);
  py::writeStringRepr(Out, Text);
  return Out.text().str();
}

std::string fx::pythonPath(StringRef Base, StringRef Path) {
  std::string Text = Base.str();
  while (true) {
    auto [Part, Rest] = Path.split('.');
    if (isPythonName(Part))
      Text += ("." + Part).str();
    else
      Text = "getattr(" + Text + ", " + pythonString(Part) + ")";
    if (Part.size() == Path.size())
      return Text;
    Path = Rest;
  }
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void PythonFile::reserve(const Graph &G) {
  for (const Node *N : G.nodes())
    Locals.insert(N->name());
}

/// Everything but letters, digits and underscores becomes an underscore.
static std::string identifier(StringRef Text) {
  std::string Result;
  for (char C : Text)
    Result += isNameChar(C) ? C : '_';
  if (Result.empty() || isDigit(Result.front()))
    Result.insert(0, "_");
  return Result;
}

std::string PythonFile::local(StringRef Name, StringSet<> &Used) {
  std::string Base = identifier(Name), Text = Base;
  for (unsigned I = 1;
       isReserved(Text) || Used.contains(Text) || Tops.contains(Text); ++I)
    Text = Base + '_' + std::to_string(I);
  Used.insert(Text);
  Locals.insert(Text);
  return Text;
}

std::string PythonFile::top(StringRef Name) {
  std::string Base = identifier(Name), Text = Base;
  for (unsigned I = 1; isReserved(Text) || Namespace::isIllegal(Text) ||
                       Locals.contains(Text) || Tops.contains(Text);
       ++I)
    Text = Base + '_' + std::to_string(I);
  Tops.insert(Text);
  return Text;
}

std::string PythonFile::className(StringRef Name) { return top(Name); }

/// Whether `import torch` alone gives the object of that name.
static bool isPlainTorch(StringRef Qualified) {
  if (!Qualified.consume_front("torch."))
    return false;
  // The last part is what is looked for, what is before it a place that is
  // always there.
  StringRef Place =
      Qualified.take_front(Qualified.contains('.') ? Qualified.rfind('.') : 0);
  if (!all_of(Qualified, isDottedNameChar))
    return false;
  return Place.empty() || Place == "nn" || Place == "Tensor" ||
         Place == "nn.functional" || Place == "linalg" || Place == "fft" ||
         Place == "special" || Place == "nn.init" || Place == "autograd" ||
         Place == "_C" || Place.starts_with("_C.") ||
         Place.starts_with("nn.modules.");
}

std::string PythonFile::object(StringRef Qualified) {
  if (Qualified.starts_with("torch.ops.")) {
    StringRef Op = Qualified.drop_front(strlen("torch.ops."));
    if (Op.starts_with("higher_order."))
      // Registers them.
      import("torch.export");
    if (Op.starts_with("aten."))
      return pythonPath("aten", Op.drop_front(strlen("aten.")));
    return pythonPath("torch.ops", Op);
  }
  if (isPlainTorch(Qualified))
    return pythonPath("torch", Qualified.drop_front(strlen("torch.")));
  StringRef Name = Qualified;
  if (Name.consume_front("builtins.") || !Name.contains('.')) {
    if (Namespace::isIllegal(Name) && isPythonName(Name)) {
      if (!Locals.contains(Name))
        return Name.str();
      // A local variable hides it.
      import("builtins");
      return "builtins." + Name.str();
    }
    Name = Qualified;
  }
  if (Name.consume_front("operator.") || Name.consume_front("_operator.")) {
    import("operator");
    return pythonPath("operator", Name);
  }
  if (Name.consume_front("math.")) {
    import("math");
    return pythonPath("math", Name);
  }
  auto [It, New] = Aliases.try_emplace(Qualified.str());
  if (New) {
    It->second = top(lastName(Qualified));
    import("pkgutil");
    Definitions.push_back(It->second + " = pkgutil.resolve_name(" +
                          pythonString(Qualified) + ")");
  }
  return It->second;
}

std::string PythonFile::namedTuple(StringRef Qualified,
                                   ArrayRef<std::string> Fields, bool Make) {
  if (Qualified.contains('.') && !Make)
    return object(Qualified);
  auto [It, New] = Aliases.try_emplace(("namedtuple " + Qualified).str());
  if (!New)
    return It->second;
  It->second = top(lastName(Qualified));
  import("collections");
  std::string Text = It->second + " = collections.namedtuple(" +
                     pythonString(lastName(Qualified)) + ", [";
  for (size_t I = 0; I != Fields.size(); ++I)
    Text += (I ? ", " : "") + pythonString(Fields[I]);
  Definitions.push_back(Text + "], rename=True)");
  return It->second;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static std::string floatText(double Value) {
  if (std::isnan(Value))
    return "float('nan')";
  if (std::isinf(Value))
    return Value < 0 ? "float('-inf')" : "float('inf')";
  TextBuffer Out(32);
  py::writeFloatRepr(Out, Value);
  return Out.text().str();
}

Error fx::writePythonValue(PythonFile &File, const Argument &A, raw_ostream &OS,
                           function_ref<StringRef(const Node &)> NodeName) {
  auto Items = [&](ArrayRef<Argument> Elements) -> Error {
    StringRef Comma;
    for (const Argument &E : Elements) {
      OS << Comma;
      Comma = ", ";
      if (Error Err = writePythonValue(File, E, OS, NodeName))
        return Err;
    }
    return Error::success();
  };
  auto Enclosed = [&](StringRef Open, StringRef Close) -> Error {
    OS << Open;
    if (Error E = Items(A.elements()))
      return E;
    OS << Close;
    return Error::success();
  };
  switch (A.kind()) {
  case ArgKind::None:
    OS << "None";
    break;
  case ArgKind::Ellipsis:
    OS << "...";
    break;
  case ArgKind::Bool:
    OS << (A.asBool() ? "True" : "False");
    break;
  case ArgKind::Int:
    OS << A.asInt();
    break;
  case ArgKind::BigInt:
    OS << A.str();
    break;
  case ArgKind::Float:
    OS << floatText(A.asFloat());
    break;
  case ArgKind::Complex:
    OS << "complex(" << floatText(A.real()) << ", " << floatText(A.imag())
       << ')';
    break;
  case ArgKind::String:
    OS << pythonString(A.str());
    break;
  case ArgKind::DType:
    OS << toString(A.asDType());
    break;
  case ArgKind::Layout:
    OS << toString(A.asLayout());
    break;
  case ArgKind::MemoryFormat:
    OS << toString(A.asMemoryFormat());
    break;
  case ArgKind::Device:
    OS << "torch.device(" << pythonString(A.str()) << ')';
    break;
  case ArgKind::Function:
  case ArgKind::Enum:
    OS << File.object(A.str());
    break;
  case ArgKind::Node:
    OS << NodeName(*A.asNode());
    break;
  case ArgKind::Tuple:
    return Enclosed("(", A.size() == 1 ? ",)" : ")");
  case ArgKind::List:
    return Enclosed("[", "]");
  case ArgKind::Slice:
    return Enclosed("slice(", ")");
  case ArgKind::Range:
    return Enclosed("range(", ")");
  case ArgKind::Dict: {
    OS << '{';
    for (size_t I = 0; I + 1 < A.elements().size(); I += 2) {
      OS << (I ? ", " : "");
      if (Error E = writePythonValue(File, A.elements()[I], OS, NodeName))
        return E;
      OS << ": ";
      if (Error E = writePythonValue(File, A.elements()[I + 1], OS, NodeName))
        return E;
    }
    OS << '}';
    break;
  }
  case ArgKind::NamedTuple: {
    std::vector<std::string> Fields;
    SmallVector<Argument, 4> Values;
    for (size_t I = 0; I + 1 < A.elements().size(); I += 2) {
      Fields.push_back(A.elements()[I].str().str());
      Values.push_back(A.elements()[I + 1]);
    }
    OS << File.namedTuple(A.str(), Fields, /*Make=*/false) << '(';
    if (Error E = Items(Values))
      return E;
    OS << ')';
    break;
  }
  case ArgKind::SymExpr:
  case ArgKind::TensorType:
    return makeError(diag::err_python_value, DiagnosticPlace(),
                     A.kind() == ArgKind::SymExpr
                         ? "the symbolic expression '" + A.str().str() + "'"
                         : "the type of a tensor");
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

static constexpr StringLiteral TakeFunction = R"(
def _take(module, root, path, missing=None):
    """Gives a module what another one has at a path, or a tensor that is loaded later."""
    *owners, name = path.split(".")
    for owner in owners:
        if owner not in module._modules:
            module.add_module(owner, torch.nn.Module())
        module, root = module._modules[owner], getattr(root, owner)
    value = getattr(root, name) if missing is None else getattr(root, name, missing)
    if isinstance(value, torch.Tensor) and not isinstance(value, torch.nn.Parameter):
        module.register_buffer(name, value)
    else:
        setattr(module, name, value)

)";

static constexpr StringLiteral SetFunction = R"(
def _set(module, name, value):
    """Makes a value the state of a module that has this name."""
    if not any(name in place for place in (module._parameters, module._buffers, vars(module))):
        *owners, name = name.split(".")
        for owner in owners:
            module = module._modules[owner]
    if module._parameters.get(name) is not None:
        parameter = module._parameters[name]
        if type(value) in (torch.Tensor, torch.nn.Parameter):
            parameter.data = value.data.to(parameter.device)
        else:
            module._parameters[name] = torch.nn.Parameter(value, parameter.requires_grad)
    elif module._buffers.get(name) is not None:
        module._buffers[name] = value.to(module._buffers[name].device)
    elif name in module._parameters:
        trains = value.is_floating_point() or value.is_complex()
        module._parameters[name] = torch.nn.Parameter(value, trains)
    else:
        setattr(module, name, value)

)";

static constexpr StringLiteral ArchiveFunction = R"(
def _load_archive(module, path, table, missing=None, done=None):
    """Takes state from an archive of torch.export. The table has for each name a record, and
    type, sizes, strides and offset of the tensor in it, or nothing for what is pickled. What is
    not there is an error, or is added to a list."""
    archive = zipfile.ZipFile(path)
    root = archive.namelist()[0].split("/")[0]
    records = {}
    made = {**dict(module.named_parameters()), **dict(module.named_buffers())}
    for name, (record, *view) in table.items():
        if missing is not None and root + "/" + record not in archive.NameToInfo:
            missing.append(name)
            continue
        if record not in records:
            data = bytearray(archive.read(root + "/" + record))
            if record.startswith("data/constants/custom_obj_"):
                records[record] = torch._C._pickle_load_obj(bytes(data))
            elif not view:
                records[record] = torch.load(io.BytesIO(data), weights_only=False)
            elif data:
                records[record] = torch.frombuffer(data, dtype=torch.uint8)
            else:
                records[record] = torch.empty(0, dtype=torch.uint8)
        value = records[record]
        if view:
            dtype, sizes, strides, offset = view
            if value.numel() or 0 in sizes:
                value = value.view(dtype).as_strided(sizes, strides, offset)
            else:  # Nothing was written of it: PyTorch loads zeros.
                device = made[name].device if name in made else None
                value = torch.zeros(sizes, dtype=dtype, device=device)
        _set(module, name, value)
        if done is not None:
            done.add(name)

)";

static constexpr StringLiteral TensorsFunction = R"(
def _load_tensors(module, path, table, missing=None, done=None):
    """Takes state from a safetensors file. The table has the names of tensors that are called
    otherwise there, with type, sizes, strides and offset of those that may be parts: they are
    in a row, of bytes where others have it as another type. What is not there is an error, or is
    added to a list."""
    types = {
        "BOOL": "bool", "U8": "uint8", "I8": "int8", "I16": "int16", "I32": "int32",
        "I64": "int64", "U16": "uint16", "U32": "uint32", "U64": "uint64", "F16": "float16",
        "BF16": "bfloat16", "F32": "float32", "F64": "float64", "C64": "complex64",
        "F8_E4M3": "float8_e4m3fn", "F8_E5M2": "float8_e5m2",
        "F8_E4M3FNUZ": "float8_e4m3fnuz", "F8_E5M2FNUZ": "float8_e5m2fnuz",
        "F8_E8M0": "float8_e8m0fnu",
    }
    with open(_complete(path), "rb") as file:
        size = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(size))
        tied = header.pop("__metadata__", {})
        tensors = {}
        known = dict(_names(module))
        done = set() if done is None else done
        for name in [*table, *(n for n in known if n not in table and n not in done)]:
            record, *view = table.get(name, (name,))
            if record not in header:
                record = tied.get(record, record)
            if record not in header:
                if name in table and missing is None:
                    raise KeyError(f"{path} has no tensor {record!r}")
                if name in table:
                    missing.append(name)
                continue
            if record not in tensors:
                entry = header[record]
                begin, end = entry["data_offsets"]
                file.seek(8 + size + begin)
                data = bytearray(file.read(end - begin))
                dtype = getattr(torch, types[entry["dtype"]])
                value = torch.frombuffer(data, dtype=torch.uint8) if data else torch.empty(0, dtype=torch.uint8)
                tensors[record] = value.view(dtype).reshape(entry["shape"])
            value = tensors[record]
            own = known.get(name)
            if not view and own is not None and value.dim() == 1 and value.nbytes > own.nbytes:
                # It begins a storage that has more.
                view = own.dtype, own.shape, own.stride(), 0
            if view:
                dtype, *part = view
                value = value.flatten()
                value = (value.view(dtype) if value.dtype == torch.uint8 else value).as_strided(*part)
            _set(module, name, value)
            done.add(name)


def _complete(path):
    """The file that has the weights of this text: the run that wrote both may have been stopped
    before they got their name."""
    try:
        with open(__file__, "rb") as file:
            text = file.read()
    except OSError:
        return path
    folder, name = os.path.split(os.path.realpath(path))
    pending = os.path.join(folder, f".{name}.{zlib.crc32(text):08x}-{len(text):x}")
    return pending if os.path.exists(pending) else path


def _names(module):
    """All parameters and buffers by their names, shared ones by each of theirs."""
    stack = [("", module)]
    while stack:
        prefix, owner = stack.pop()
        for place in (owner._parameters, owner._buffers):
            yield from ((prefix + name, value) for name, value in place.items() if value is not None)
        stack += [(prefix + name + ".", child) for name, child in owner._modules.items() if child is not None]

)";

static constexpr StringLiteral SavedFunction = R"(
def _load_saved(module, path, table, missing, done):
    """Takes state from what torch.save or numpy.savez wrote. The table has type, sizes and strides
    of tensors. What is not there is added to a list."""
    with zipfile.ZipFile(path) as archive:
        is_numpy = any(name.endswith(".npy") for name in archive.namelist())
    if is_numpy:
        import numpy

        tensors = {name: torch.from_numpy(value) for name, value in numpy.load(path).items()}
    else:
        tensors = torch.load(path, map_location="cpu", weights_only=True)
        for key in ("state_dict", "model_state_dict", "model"):
            if not isinstance(tensors, dict):
                raise ValueError(f"{path} has no dictionary of tensors")
            if not any(isinstance(value, torch.Tensor) for value in tensors.values()):
                tensors = tensors.get(key, tensors)
    known = dict(_names(module))
    for name in [*table, *(n for n in known if n not in table and n not in done)]:
        record, *view = table.get(name, (name,))
        record = name if name in tensors else record
        if record in tensors:
            value = tensors[record]
            if view and (value.dtype, tuple(value.shape)) != (view[0], tuple(view[1])):
                raise ValueError(f"{path}: {name!r} is {value.dtype} {tuple(value.shape)}, "
                                 f"not {view[0]} {tuple(view[1])}")
            if view and value.stride() != view[2]:
                value = torch.empty_strided(*view[1:3], dtype=value.dtype).copy_(value)
            _set(module, name, value)
            done.add(name)
        elif name in table:
            missing.append(name)

)";

static constexpr StringLiteral FilesFunction = R"(
def _load_files(module, paths, table):
    """Takes state from files of any kind. A tensor comes from the first one that has it."""
    left, done = table, set()
    for path in (paths,) if isinstance(paths, (str, os.PathLike)) else paths:
        load, missing = _load_tensors, []
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                names = archive.namelist()
            saved = any(name.endswith((".npy", "/data.pkl")) for name in names)
            load = _load_saved if saved else _load_archive
        load(module, path, left, missing, done)
        left = {name: table[name] for name in missing}
    if left:
        raise KeyError(f"{paths} have no tensors {', '.join(left)}")

)";

static constexpr StringLiteral TreeSpecFunction = R"(
@functools.lru_cache(maxsize=None)
def _tree(text):
    """The shape of a nest of containers, from its JSON. Their classes are registered."""
    return torch.utils._pytree.treespec_loads(text)


def _leaves(value, count):
    """What is in a nest of containers that are not built in."""
    leaves = torch.utils._pytree.tree_leaves(value)
    if len(leaves) != count:
        raise ValueError(f"expected {count} values in {type(value).__name__}, not {len(leaves)}")
    return leaves

)";

void PythonFile::write(raw_ostream &OS, StringRef Doc,
                       StringRef Classes) const {
  std::set<std::string> Modules = Imports;
  if (UsesArchive)
    Modules.insert({"io", "os", "zipfile"});
  if (UsesTensors)
    Modules.insert({"json", "os", "zlib"});
  if (UsesTreeSpec)
    Modules.insert("functools");
  OS << Doc;
  bool Any = false;
  for (const std::string &Module : Modules)
    if (!StringRef(Module).starts_with("torch")) {
      OS << (Any ? "" : "\n") << "import " << Module << '\n';
      Any = true;
    }
  OS << "\nimport torch\n";
  for (const std::string &Module : Modules)
    if (StringRef(Module).starts_with("torch"))
      OS << "import " << Module << '\n';
  if (UsesTreeSpec)
    OS << "import torch.utils._pytree\n";
  OS << "\naten = torch.ops.aten\n";
  for (const std::string &Definition : Definitions)
    OS << Definition << '\n';
  OS << '\n';
  if (UsesTake)
    OS << TakeFunction;
  if (UsesArchive || UsesTensors)
    OS << SetFunction;
  if (UsesArchive)
    OS << ArchiveFunction;
  if (UsesTensors)
    OS << TensorsFunction;
  if (UsesFiles)
    OS << SavedFunction << FilesFunction;
  if (UsesTreeSpec)
    OS << TreeSpecFunction;
  OS << Classes;
}
