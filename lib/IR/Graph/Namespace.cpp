//===- Namespace.cpp - Unique names of nodes ------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Namespace.h"
#include "fx/IR/Context.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

// Hard keywords, names in builtins of CPython 3.11, and what torch.fx reserves.
// `None` is a keyword, but torch.fx compares its builtin value with a missing
// object and lets it pass.
static constexpr StringLiteral IllegalNames[] = {"ArithmeticError",
                                                 "AssertionError",
                                                 "AttributeError",
                                                 "BaseException",
                                                 "BaseExceptionGroup",
                                                 "BlockingIOError",
                                                 "BrokenPipeError",
                                                 "BufferError",
                                                 "BytesWarning",
                                                 "ChildProcessError",
                                                 "ConnectionAbortedError",
                                                 "ConnectionError",
                                                 "ConnectionRefusedError",
                                                 "ConnectionResetError",
                                                 "DeprecationWarning",
                                                 "EOFError",
                                                 "Ellipsis",
                                                 "EncodingWarning",
                                                 "EnvironmentError",
                                                 "Exception",
                                                 "ExceptionGroup",
                                                 "False",
                                                 "FileExistsError",
                                                 "FileNotFoundError",
                                                 "FloatingPointError",
                                                 "FutureWarning",
                                                 "GeneratorExit",
                                                 "IOError",
                                                 "ImportError",
                                                 "ImportWarning",
                                                 "IndentationError",
                                                 "IndexError",
                                                 "InterruptedError",
                                                 "IsADirectoryError",
                                                 "KeyError",
                                                 "KeyboardInterrupt",
                                                 "LookupError",
                                                 "MemoryError",
                                                 "ModuleNotFoundError",
                                                 "NameError",
                                                 "NoneType",
                                                 "NotADirectoryError",
                                                 "NotImplemented",
                                                 "NotImplementedError",
                                                 "OSError",
                                                 "OverflowError",
                                                 "PendingDeprecationWarning",
                                                 "PermissionError",
                                                 "ProcessLookupError",
                                                 "RecursionError",
                                                 "ReferenceError",
                                                 "ResourceWarning",
                                                 "RuntimeError",
                                                 "RuntimeWarning",
                                                 "StopAsyncIteration",
                                                 "StopIteration",
                                                 "SyntaxError",
                                                 "SyntaxWarning",
                                                 "SystemError",
                                                 "SystemExit",
                                                 "TabError",
                                                 "TimeoutError",
                                                 "True",
                                                 "TypeError",
                                                 "UnboundLocalError",
                                                 "UnicodeDecodeError",
                                                 "UnicodeEncodeError",
                                                 "UnicodeError",
                                                 "UnicodeTranslateError",
                                                 "UnicodeWarning",
                                                 "UserWarning",
                                                 "ValueError",
                                                 "Warning",
                                                 "ZeroDivisionError",
                                                 "__build_class__",
                                                 "__debug__",
                                                 "__doc__",
                                                 "__import__",
                                                 "__loader__",
                                                 "__name__",
                                                 "__package__",
                                                 "__spec__",
                                                 "abs",
                                                 "aiter",
                                                 "all",
                                                 "and",
                                                 "anext",
                                                 "any",
                                                 "as",
                                                 "ascii",
                                                 "assert",
                                                 "async",
                                                 "await",
                                                 "bin",
                                                 "bool",
                                                 "break",
                                                 "breakpoint",
                                                 "bytearray",
                                                 "bytes",
                                                 "callable",
                                                 "chr",
                                                 "class",
                                                 "classmethod",
                                                 "compile",
                                                 "complex",
                                                 "continue",
                                                 "copyright",
                                                 "credits",
                                                 "def",
                                                 "del",
                                                 "delattr",
                                                 "device",
                                                 "dict",
                                                 "dir",
                                                 "divmod",
                                                 "elif",
                                                 "else",
                                                 "enumerate",
                                                 "eval",
                                                 "except",
                                                 "exec",
                                                 "exit",
                                                 "filter",
                                                 "finally",
                                                 "float",
                                                 "for",
                                                 "format",
                                                 "from",
                                                 "frozenset",
                                                 "fx_pytree",
                                                 "getattr",
                                                 "global",
                                                 "globals",
                                                 "hasattr",
                                                 "hash",
                                                 "help",
                                                 "hex",
                                                 "id",
                                                 "if",
                                                 "import",
                                                 "in",
                                                 "inf",
                                                 "input",
                                                 "int",
                                                 "is",
                                                 "isinstance",
                                                 "issubclass",
                                                 "iter",
                                                 "lambda",
                                                 "len",
                                                 "license",
                                                 "list",
                                                 "locals",
                                                 "map",
                                                 "max",
                                                 "memoryview",
                                                 "min",
                                                 "nan",
                                                 "next",
                                                 "nonlocal",
                                                 "not",
                                                 "object",
                                                 "oct",
                                                 "open",
                                                 "or",
                                                 "ord",
                                                 "pass",
                                                 "pow",
                                                 "print",
                                                 "property",
                                                 "pytree",
                                                 "quit",
                                                 "raise",
                                                 "range",
                                                 "repr",
                                                 "return",
                                                 "reversed",
                                                 "round",
                                                 "set",
                                                 "setattr",
                                                 "slice",
                                                 "sorted",
                                                 "staticmethod",
                                                 "str",
                                                 "sum",
                                                 "super",
                                                 "torch",
                                                 "try",
                                                 "tuple",
                                                 "type",
                                                 "vars",
                                                 "while",
                                                 "with",
                                                 "yield",
                                                 "zip"};

/// Whether a name of the list ends with a digit.
static constexpr bool anyEndsWithDigit() {
  for (const StringLiteral &Name : IllegalNames)
    if (char Last = Name.data()[Name.size() - 1]; Last >= '0' && Last <= '9')
      return true;
  return false;
}

bool Namespace::isIllegal(StringRef Text) {
  // Most names of nodes do.
  static_assert(!anyEndsWithDigit());
  if (!Text.empty() && isDigit(Text.back()))
    return false;
  return std::binary_search(std::begin(IllegalNames), std::end(IllegalNames),
                            Text);
}

std::string Namespace::snakeCase(StringRef Text) {
  std::string Result;
  Result.reserve(Text.size() + 4);
  char Last = 0;
  for (char C : Text) {
    if (Last >= 'a' && Last <= 'z' && C >= 'A' && C <= 'Z')
      Result += '_';
    Result += toLower(C);
    Last = C;
  }
  return Result;
}

std::string Namespace::candidateFor(StringRef Target, TargetNaming Naming) {
  if (Naming == TargetNaming::Path) {
    // Python's Target[2:-2]: nothing is left of `__` and `___`.
    if (Target.starts_with("__") && Target.ends_with("__"))
      Target = Target.slice(2, std::max<size_t>(Target.size(), 4) - 2);
    return snakeCase(Target);
  }
  // An overload `torch.ops.aten.add.Tensor` is called `add.Tensor`.
  auto [Head, Tail] = Target.rsplit('.');
  if (Tail.empty())
    return snakeCase(Target);
  if (Head.starts_with("torch.ops.") && Head.count('.') >= 3)
    return snakeCase(Target.substr(Head.rfind('.') + 1));
  return snakeCase(Tail);
}

namespace {
/// An identifier split as `^([a-zA-Z_]\w*?)(?:_(\d+))?$` does.
struct SplitName {
  StringRef Base;
  StringRef Digits; ///< Empty without a suffix.
};
} // namespace

static SplitName split(StringRef Identifier) {
  size_t End = Identifier.find_last_not_of("0123456789");
  // A suffix needs digits, an underscore, and a base before it.
  if (End == StringRef::npos || End == 0 || End + 1 == Identifier.size() ||
      Identifier[End] != '_')
    return {Identifier, {}};
  return {Identifier.substr(0, End), Identifier.substr(End + 1)};
}

/// Whether printing the number gives the digits back and Name can hold it.
static bool isCanonical(StringRef Digits, uint64_t &Number) {
  if (Digits.getAsInteger(10, Number)) {
    Number = ~uint64_t(0) >> 1; // Beyond any counter in practice.
    return false;
  }
  return (Digits.size() == 1 || Digits[0] != '0') && Number <= Name::MaxNumber;
}

Name Namespace::parse(Context &Ctx, StringRef Identifier) {
  SplitName S = split(Identifier);
  uint64_t Number;
  if (!S.Digits.empty() && isCanonical(S.Digits, Number))
    return {Ctx.intern(S.Base).id(), uint32_t(Number) + 1};
  return {Ctx.intern(Identifier).id(), Name::NoSuffix};
}

void Name::print(raw_ostream &OS, const Context &Ctx) const {
  if (!Base)
    return;
  OS << Ctx.symbol(Base).str();
  if (Suffix != NoSuffix)
    OS << '_' << Suffix - 1;
}

std::string Name::str(const Context &Ctx) const {
  std::string Text;
  raw_string_ostream OS(Text);
  print(OS, Ctx);
  return Text;
}

Namespace::Base &Namespace::base(uint32_t Id) {
  auto [It, New] = Index.try_emplace(Id, Bases.size());
  if (New) {
    Bases.emplace_back();
    Bases.back().Illegal = isIllegal(Ctx->symbol(Id).str());
  }
  return Bases[It->second];
}

bool Namespace::isUsed(const Base &B, uint32_t Suffix) {
  if (Suffix == Name::NoSuffix)
    return B.Used;
  return (Suffix >= B.RunBegin && Suffix < B.RunEnd) ||
         (B.Sparse && B.Sparse->contains(Suffix));
}

void Namespace::markUsed(Base &B, uint32_t Suffix) {
  if (Suffix == Name::NoSuffix) {
    B.Used = true;
    return;
  }
  auto Absorb = [&B](uint32_t S) { return B.Sparse && B.Sparse->erase(S); };
  if (B.RunBegin == B.RunEnd) {
    B.RunBegin = Suffix;
    B.RunEnd = Suffix + 1;
  } else if (Suffix == B.RunEnd) {
    do
      ++B.RunEnd;
    while (Absorb(B.RunEnd));
  } else if (Suffix + 1 == B.RunBegin) {
    do
      --B.RunBegin;
    while (Absorb(B.RunBegin - 1));
  } else {
    if (!B.Sparse)
      B.Sparse = std::make_unique<DenseSet<uint32_t>>();
    B.Sparse->insert(Suffix);
  }
}

bool Namespace::isUsed(Name N) const {
  auto It = Index.find(N.Base);
  return It != Index.end() && isUsed(Bases[It->second], N.Suffix);
}

bool Namespace::claim(Name N) {
  Base &B = base(N.Base);
  if (isUsed(B, N.Suffix))
    return false;
  markUsed(B, N.Suffix);
  // As createName would have left the counter.
  if (N.Suffix != Name::NoSuffix)
    B.Count = N.Suffix - 1;
  return true;
}

Name Namespace::claim(StringRef Text) {
  Name N = parse(*Ctx, Text);
  return claim(N) ? N : Name();
}

/// The first free `base_N` with N > \p Number; takes it.
Name Namespace::next(uint32_t BaseId, Base &B, uint64_t Number) {
  uint32_t Suffix;
  do {
    ++Number;
    // Step over a run of used suffixes at once.
    if (Number + 1 >= B.RunBegin && Number + 1 < B.RunEnd)
      Number = B.RunEnd - 1;
    if (Number > Name::MaxNumber) {
      B.Count = Number;
      // Beyond what a suffix can hold: spell it out as a base of its own.
      Symbol Text =
          Ctx->intern((Ctx->symbol(BaseId).str() + "_" + Twine(Number)).str());
      Name N{Text.id(), Name::NoSuffix};
      if (claim(N))
        return N;
      return next(BaseId, base(BaseId), Number);
    }
    Suffix = uint32_t(Number) + 1;
  } while (isUsed(B, Suffix));
  markUsed(B, Suffix);
  B.Count = Number;
  return {BaseId, Suffix};
}

// torch.fx: _Namespace.create_name since 2026: counters are looked up by base.
Name Namespace::create(Name Candidate, uint32_t CounterBase, uint64_t Number,
                       bool HasNumber) {
  bool Taken = isUsed(Candidate);
  Base &B = base(CounterBase);
  if (HasNumber && !Taken) {
    B.Count = Number;
    markUsed(base(Candidate.Base), Candidate.Suffix);
    return Candidate;
  }
  bool Illegal = !HasNumber && B.Illegal;
  if (Taken || Illegal)
    return next(CounterBase, B, B.Count);
  markUsed(B, Candidate.Suffix);
  return Candidate;
}

/// \p Text as an identifier: each run of illegal characters becomes one
/// underscore.
static std::string sanitize(StringRef Text) {
  std::string Clean;
  bool InRun = false;
  for (char C : Text) {
    if (isNameChar(C))
      Clean += C;
    else if (!InRun)
      Clean += '_';
    InRun = !isNameChar(C);
  }
  if (Clean.empty())
    return "_unnamed";
  return isDigit(Clean[0]) ? "_" + Clean : Clean;
}

Name Namespace::createName(StringRef Candidate) {
  std::string Clean;
  StringRef Text = Candidate;
  if (!isIdentifier(Candidate))
    Text = Clean = sanitize(Candidate);
  SplitName S = split(Text);
  uint32_t BaseId = Ctx->intern(S.Base).id();
  if (S.Digits.empty())
    return create({BaseId, Name::NoSuffix}, BaseId, 0, false);
  uint64_t Number;
  if (isCanonical(S.Digits, Number))
    return create({BaseId, uint32_t(Number) + 1}, BaseId, Number, true);
  return create({Ctx->intern(Text).id(), Name::NoSuffix}, BaseId, Number, true);
}

Name Namespace::createName(Name Candidate) {
  if (Candidate.Suffix != Name::NoSuffix)
    return create(Candidate, Candidate.Base, Candidate.Suffix - 1, true);
  // A base such as `a_01` counts for `a`.
  StringRef Text = Ctx->symbol(Candidate.Base).str();
  if (isDigit(Text.back()))
    return createName(Text);
  return create(Candidate, Candidate.Base, 0, false);
}

Name Namespace::createNameFor(Symbol Target, TargetNaming Naming) {
  std::atomic<uint64_t> &Cache = Naming == TargetNaming::Callable
                                     ? Target.entry()->CallableName
                                     : Target.entry()->PathName;
  uint64_t Cached = Cache.load(std::memory_order_relaxed);
  if (!Cached) {
    std::string Text = candidateFor(Target.str(), Naming);
    if (!isIdentifier(Text))
      Text = sanitize(Text);
    Name N = parse(*Ctx, Text);
    // A candidate such as `a_01` keeps its spelling but counts for `a`.
    if (N.Suffix == Name::NoSuffix && !split(Text).Digits.empty())
      return createName(Text);
    Cached = N.key();
    Cache.store(Cached, std::memory_order_relaxed);
  }
  uint32_t BaseId = uint32_t(Cached), Suffix = uint32_t(Cached >> 32);
  return create({BaseId, Suffix}, BaseId, uint64_t(Suffix) - 1,
                Suffix != Name::NoSuffix);
}
