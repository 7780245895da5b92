//===- StructuralCompare.cpp - Where two graphs first differ --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "fx/IR/Printer.h"
#include "fx/IR/Structural.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace fx;
using namespace llvm;

static constexpr StringLiteral First = "in the first", Second = "in the second";

/// `2 in the first and 3 in the second`
static std::string inBoth(const Twine &A, const Twine &B) {
  return (A + " " + First + " and " + B + " " + Second).str();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool fx::sameArgument(const Argument &A, const Argument &B,
                      function_ref<bool(const Node &, const Node &)> SameNode) {
  if (A.kind() != B.kind())
    return false;
  switch (A.kind()) {
  case ArgKind::None:
  case ArgKind::Ellipsis:
    return true;
  case ArgKind::Node:
    return SameNode(*A.asNode(), *B.asNode());
  case ArgKind::Float: {
    double X = A.asFloat(), Y = B.asFloat();
    return !std::memcmp(&X, &Y, sizeof(X));
  }
  case ArgKind::Bool:
  case ArgKind::Int:
  case ArgKind::DType:
  case ArgKind::Layout:
  case ArgKind::MemoryFormat:
    return A == B;
  case ArgKind::BigInt:
  case ArgKind::String:
  case ArgKind::Device:
  case ArgKind::SymExpr:
  case ArgKind::Function:
  case ArgKind::Enum:
    return A.str() == B.str();
  default:
    break;
  }
  ArrayRef<Argument> X = A.elements(), Y = B.elements();
  if (X.size() != Y.size() || A.str() != B.str())
    return false;
  for (size_t I = 0; I != X.size(); ++I)
    if (!sameArgument(X[I], Y[I], SameNode))
      return false;
  return true;
}

static bool sameConstant(const Argument &A, const Argument &B) {
  return sameArgument(A, B, [](const Node &, const Node &) { return false; });
}

/// A value in words of a message; long ones are cut.
static std::string text(const Argument &A, const Context &Ctx) {
  std::string Text = toText(A, Ctx);
  constexpr size_t Limit = 100;
  if (Text.size() > Limit)
    Text = Text.substr(0, Limit) + "...";
  return Text;
}

static std::string orNone(Symbol S) {
  return S ? ("'" + S.str() + "'").str() : "none";
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

namespace {
class GraphComparison {
public:
  GraphComparison(const Graph &A, const Graph &B, StructuralOptions Options)
      : A(A), B(B), Options(Options), NumberA(numbers(A)), NumberB(numbers(B)),
        SameContext(&A.context() == &B.context()) {}

  std::optional<StructuralDifference> run();

private:
  static std::vector<uint32_t> numbers(const Graph &G) {
    std::vector<uint32_t> Number(G.idBound(), 0);
    uint32_t Next = 0;
    for (const Node *N : G.nodes())
      Number[N->id()] = ++Next;
    return Number;
  }
  bool same(const Node &X, const Node &Y) const {
    return NumberA[X.id()] == NumberB[Y.id()];
  }
  bool same(Symbol X, Symbol Y) const {
    return SameContext ? X == Y : X.str() == Y.str() && !X == !Y;
  }
  bool sameNames(const Node &X, const Node &Y) const {
    return SameContext ? X.nameRef() == Y.nameRef() : X.name() == Y.name();
  }
  bool sameUsers(const Node &X, const Node &Y) const;
  bool sameArguments(const Node &X, const Node &Y) const;

  std::string compare(const Node &X, const Node &Y) const;
  std::string compareArguments(const Node &X, const Node &Y) const;
  std::string compareMeta(const Node &X, const Node &Y) const;
  std::string usersOf(const Node &N) const;

  const Graph &A, &B;
  StructuralOptions Options;
  std::vector<uint32_t> NumberA, NumberB;
  bool SameContext;
};
} // namespace

static std::string ref(const Node &N) { return "%" + N.name(); }

bool GraphComparison::sameUsers(const Node &X, const Node &Y) const {
  auto I = X.users().begin(), E = X.users().end();
  auto J = Y.users().begin(), F = Y.users().end();
  for (; I != E && J != F; ++I, ++J)
    if (!same(**I, **J))
      return false;
  return I == E && J == F;
}

/// The fast answer for nodes of one context; for others the arguments must be
/// looked at.
bool GraphComparison::sameArguments(const Node &X, const Node &Y) const {
  if (!SameContext)
    return compareArguments(X, Y).empty();
  if (&X.spec() != &Y.spec())
    return false;
  for (unsigned I = 0, E = X.numOperands(); I != E; ++I)
    if (!same(*X.operand(I), *Y.operand(I)))
      return false;
  return true;
}

std::string GraphComparison::usersOf(const Node &N) const {
  std::string Text;
  ListSeparator Comma;
  unsigned Count = 0;
  for (const Node *User : N.users()) {
    Text += Comma;
    if (++Count > 8)
      return Text + "...";
    Text += ref(*User);
  }
  return Text.empty() ? "nobody" : Text;
}

std::string GraphComparison::compareArguments(const Node &X,
                                              const Node &Y) const {
  auto SameNode = [this](const Node &N, const Node &M) { return same(N, M); };
  std::string Of = " of " + ref(X);
  if (X.numArgs() != Y.numArgs())
    return ref(X) + " has " +
           inBoth(Twine(X.numArgs()) + " positional arguments",
                  Twine(Y.numArgs()));
  for (unsigned I = 0; I != X.numArgs(); ++I) {
    Argument P = X.arg(I), Q = Y.arg(I);
    if (!sameArgument(P, Q, SameNode))
      return "argument " + std::to_string(I) + Of + " is " +
             inBoth(text(P, A.context()), text(Q, B.context()));
  }
  if (X.numKwargs() != Y.numKwargs())
    return ref(X) + " has " +
           inBoth(Twine(X.numKwargs()) + " keyword arguments",
                  Twine(Y.numKwargs()));
  for (unsigned I = 0; I != X.numKwargs(); ++I) {
    std::string Key = X.kwargName(I).str().str();
    if (Key != Y.kwargName(I).str())
      return "keyword argument " + std::to_string(I) + Of + " is " +
             inBoth("'" + Key + "'", "'" + Y.kwargName(I).str() + "'");
    Argument P = X.kwargValue(I), Q = Y.kwargValue(I);
    if (!sameArgument(P, Q, SameNode))
      return "argument '" + Key + "'" + Of + " is " +
             inBoth(text(P, A.context()), text(Q, B.context()));
  }
  return "";
}

std::string GraphComparison::compareMeta(const Node &X, const Node &Y) const {
  ArrayRef<KwArg> P = X.meta().entries(), Q = Y.meta().entries();
  for (size_t I = 0; I != std::min(P.size(), Q.size()); ++I) {
    std::string Key = P[I].Name.str().str();
    if (Key != Q[I].Name.str())
      return "metadata " + std::to_string(I) + " of " + ref(X) + " is " +
             inBoth("'" + Key + "'", "'" + Q[I].Name.str() + "'");
    if (!sameConstant(P[I].Value, Q[I].Value))
      return "metadata '" + Key + "' of " + ref(X) + " is " +
             inBoth(text(P[I].Value, A.context()),
                    text(Q[I].Value, B.context()));
  }
  if (P.size() == Q.size())
    return "";
  bool More = P.size() > Q.size();
  StringRef Key = More ? P[Q.size()].Name.str() : Q[P.size()].Name.str();
  return ("only " + (More ? First : Second) + " " + ref(X) + " has metadata '" +
          Key + "'")
      .str();
}

/// In words what differs; empty when nothing does.
std::string GraphComparison::compare(const Node &X, const Node &Y) const {
  if (X.op() != Y.op())
    return "node " + std::to_string(NumberA[X.id()]) + " is " +
           inBoth(ref(X) + ", a " + toString(X.op()),
                  ref(Y) + ", a " + toString(Y.op()));
  if (Options.Names && !sameNames(X, Y))
    return "node " + std::to_string(NumberA[X.id()]) + " is " +
           inBoth(ref(X), ref(Y));
  if (!same(X.target(), Y.target()))
    return "the target of " + ref(X) + " is " +
           inBoth("'" + X.targetText() + "'", "'" + Y.targetText() + "'");
  if (!sameArguments(X, Y))
    return compareArguments(X, Y);
  if (Options.Types && !same(X.type(), Y.type()))
    return "the type of " + ref(X) + " is " +
           inBoth(orNone(X.type()), orNone(Y.type()));
  if (Options.Metadata && !(SameContext && &X.meta() == &Y.meta()))
    if (std::string Text = compareMeta(X, Y); !Text.empty())
      return Text;
  return "";
}

std::optional<StructuralDifference> GraphComparison::run() {
  const Node *X = A.front(), *Y = B.front();
  for (; X && Y; X = X->next(), Y = Y->next())
    if (std::string Text = compare(*X, *Y); !Text.empty())
      return StructuralDifference{"", X->name(), Text};
  if (X || Y) {
    const Node &Extra = X ? *X : *Y;
    return StructuralDifference{
        "", Extra.name(),
        ("the graph ends before " + ref(Extra) + " " + (X ? Second : First) +
         ": it has " + inBoth(Twine(A.size()) + " nodes", Twine(B.size())))
            .str()};
  }
  // Users last: where arguments differ, users differ too.
  if (Options.Users)
    for (X = A.front(), Y = B.front(); X; X = X->next(), Y = Y->next())
      if (!sameUsers(*X, *Y))
        return StructuralDifference{"", X->name(),
                                    "the users of " + ref(*X) + " are " +
                                        inBoth(usersOf(*X), usersOf(*Y))};
  return std::nullopt;
}

std::optional<StructuralDifference>
fx::findDifference(const Graph &A, const Graph &B, StructuralOptions Options) {
  return GraphComparison(A, B, Options).run();
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

static std::string compareArgs(const Module &A, const Module &B) {
  auto Count = [](const Module &M) {
    return M.args().size() + M.kwargs().size();
  };
  for (size_t I = 0; I != std::min(A.args().size(), B.args().size()); ++I)
    if (!sameConstant(A.args()[I], B.args()[I]))
      return "constructor argument " + std::to_string(I) + " is " +
             inBoth(text(A.args()[I], A.context()),
                    text(B.args()[I], B.context()));
  for (size_t I = 0; I != std::min(A.kwargs().size(), B.kwargs().size()); ++I) {
    const KwArg &X = A.kwargs()[I], &Y = B.kwargs()[I];
    if (X.Name.str() != Y.Name.str())
      return "constructor argument '" + X.Name.str().str() + "' " +
             First.str() + " is '" + Y.Name.str().str() + "' " + Second.str();
    if (!sameConstant(X.Value, Y.Value))
      return "constructor argument '" + X.Name.str().str() + "' is " +
             inBoth(text(X.Value, A.context()), text(Y.Value, B.context()));
  }
  if (A.args().size() == B.args().size() &&
      A.kwargs().size() == B.kwargs().size())
    return "";
  return "there are " +
         inBoth(Twine(Count(A)) + " constructor arguments", Twine(Count(B)));
}

static std::string compareTensors(const TensorAttr &A, const TensorAttr &B,
                                  const Module &M, const Module &N) {
  std::string Name = "'" + A.Name.str().str() + "'";
  if (A.Name.str() != B.Name.str())
    return "a tensor is " + inBoth(Name, "'" + B.Name.str() + "'");
  if (A.Role != B.Role)
    return Name + " is a " + inBoth(toString(A.Role), "a " + toString(B.Role));
  if (!sameConstant(A.Type, B.Type))
    return "the type of " + Name + " is " +
           inBoth(text(A.Type, M.context()), text(B.Type, N.context()));
  if (A.RequiresGrad != B.RequiresGrad)
    return "only " + (A.RequiresGrad ? First : Second).str() + " " + Name +
           " requires a gradient";
  if (A.Persistent != B.Persistent)
    return "only " + (A.Persistent ? First : Second).str() + " " + Name +
           " is persistent";
  if (A.Pickled != B.Pickled)
    return "only " + (A.Pickled ? First : Second).str() + " " + Name +
           " is pickled";
  if (A.Record.str() != B.Record.str())
    return "the record of " + Name + " is " +
           inBoth(orNone(A.Record), orNone(B.Record));
  return "";
}

static std::string names(ArrayRef<std::unique_ptr<Module>> Children) {
  std::string Text;
  ListSeparator Comma;
  for (const std::unique_ptr<Module> &Child : Children.take_front(12))
    (Text += Comma) += Child->name().str();
  return Text.empty() ? "none" : Text + (Children.size() > 12 ? ", ..." : "");
}

/// Everything of two modules but their graphs and what is below.
static std::string compareModules(const Module &A, const Module &B) {
  if (!A.className() != !B.className() ||
      A.className().str() != B.className().str())
    return "the class is " +
           inBoth(orNone(A.className()), orNone(B.className()));
  if (std::string Text = compareArgs(A, B); !Text.empty())
    return Text;
  if (A.extraText() != B.extraText())
    return "the text that it shows differs";
  if (A.isTraining() != B.isTraining())
    return "only " + (A.isTraining() ? First : Second).str() +
           " it is in training mode";
  if (A.tensors().size() != B.tensors().size())
    return "there are " + inBoth(Twine(A.tensors().size()) + " tensors",
                                 Twine(B.tensors().size()));
  for (size_t I = 0; I != A.tensors().size(); ++I)
    if (std::string Text = compareTensors(A.tensors()[I], B.tensors()[I], A, B);
        !Text.empty())
      return Text;
  if (A.attributes().size() != B.attributes().size())
    return "there are " + inBoth(Twine(A.attributes().size()) + " attributes",
                                 Twine(B.attributes().size()));
  for (size_t I = 0; I != A.attributes().size(); ++I) {
    const KwArg &X = A.attributes()[I], &Y = B.attributes()[I];
    if (X.Name.str() != Y.Name.str())
      return "an attribute is " +
             inBoth("'" + X.Name.str() + "'", "'" + Y.Name.str() + "'");
    if (!sameConstant(X.Value, Y.Value))
      return "attribute '" + X.Name.str().str() + "' is " +
             inBoth(text(X.Value, A.context()), text(Y.Value, B.context()));
  }
  bool SameChildren = A.children().size() == B.children().size() &&
                      std::equal(A.children().begin(), A.children().end(),
                                 B.children().begin(), [](auto &X, auto &Y) {
                                   return X->name().str() == Y->name().str();
                                 });
  if (!SameChildren)
    return "the submodules are " +
           inBoth(names(A.children()), names(B.children()));
  if (!A.graph() != !B.graph())
    return "only " + (A.graph() ? First : Second).str() +
           " it has a graph of its own";
  return "";
}

/// What torch.export adds.
static std::string comparePrograms(const GraphModule &A, const GraphModule &B) {
  if (!A.program() && !B.program())
    return "";
  if (!A.program() != !B.program())
    return "only " + (A.program() ? First : Second).str() +
           " it is an exported program";
  std::vector<KwArg> P = A.program()->toAttributes(),
                     Q = B.program()->toAttributes();
  for (size_t I = 0; I != std::max(P.size(), Q.size()); ++I) {
    if (I >= P.size() || I >= Q.size() || P[I].Name.str() != Q[I].Name.str()) {
      auto Name = [I](ArrayRef<KwArg> List) {
        return I < List.size() ? List[I].Name : Symbol();
      };
      return "an attribute of the program is " +
             inBoth(orNone(Name(P)), orNone(Name(Q)));
    }
    if (!sameConstant(P[I].Value, Q[I].Value))
      return "'" + P[I].Name.str().str() + "' of the program is " +
             inBoth(text(P[I].Value, A.context()),
                    text(Q[I].Value, B.context()));
  }
  return "";
}

static StringRef kindText(GraphModule::TreeKind Kind) {
  switch (Kind) {
  case GraphModule::TreeKind::None:
    return "not there";
  case GraphModule::TreeKind::Open:
    return "open";
  case GraphModule::TreeKind::Closed:
    return "closed";
  }
  return "";
}

std::optional<StructuralDifference>
fx::findDifference(const GraphModule &A, const GraphModule &B,
                   StructuralOptions Options) {
  if (!Options.Tree)
    return findDifference(A.graph(), B.graph(), Options);
  auto Differ = [](std::string Text) {
    return StructuralDifference{"", "", std::move(Text)};
  };
  if (A.name().str() != B.name().str())
    return Differ("the name is " + inBoth(orNone(A.name()), orNone(B.name())));
  if (A.treeKind() != B.treeKind())
    return Differ("the module tree is " +
                  inBoth(kindText(A.treeKind()), kindText(B.treeKind())));
  if (A.weightFiles() != B.weightFiles())
    return Differ("the weights are in " +
                  inBoth("'" + join(A.weightFiles(), "', '") + "'",
                         "'" + join(B.weightFiles(), "', '") + "'"));
  if (std::string Text = comparePrograms(A, B); !Text.empty())
    return Differ(std::move(Text));
  // Modules in step, parents first.
  struct Pair {
    const Module *X, *Y;
  };
  SmallVector<Pair, 32> Work{{&A.root(), &B.root()}};
  while (!Work.empty()) {
    auto [X, Y] = Work.pop_back_val();
    if (std::string Text = compareModules(*X, *Y); !Text.empty())
      return StructuralDifference{X->path(), "", std::move(Text)};
    if (X->graph())
      if (auto D = findDifference(*X->graph(), *Y->graph(), Options)) {
        D->Path = X->path();
        return D;
      }
    for (size_t I = X->children().size(); I--;)
      Work.push_back({X->children()[I].get(), Y->children()[I].get()});
  }
  return std::nullopt;
}
