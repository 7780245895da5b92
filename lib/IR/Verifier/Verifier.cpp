//===- Verifier.cpp - Invariants of graphs and module trees ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Verifier.h"
#include "GraphVerifier.h"
#include "fx/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace llvm;

namespace {
/// Checks the tree itself.
class TreeVerifier {
public:
  TreeVerifier(const GraphModule &GM, DiagnosticEngine &Diags)
      : GM(GM), Diags(Diags) {}
  void verify(const Module &M, StringRef Path);

private:
  template <typename... Ts> void report(diag::ID Id, const Ts &...Args) {
    DiagnosticBuilder B = Diags.report(Id, SMLoc(), Args...);
    // The tree has no lines.
    B.file(GM.source().name());
  }
  void name(Symbol Name, bool MayHaveDots = false);
  void data(const Argument &Value, const Twine &What);
  std::string module() const {
    return Path.empty() ? "the root module" : ("module '" + Path + "'").str();
  }
  std::string quoted(const Twine &What) const {
    return (What + " of " + module()).str();
  }

  const GraphModule &GM;
  DiagnosticEngine &Diags;
  StringRef Path;
  DenseSet<Symbol> Names;
};
} // namespace

// V19
void TreeVerifier::name(Symbol Name, bool MayHaveDots) {
  auto Report = [&](const Twine &Why) {
    report(diag::err_verify_tree_name, module(), Why);
  };
  if (!Name || Name.str().empty())
    return Report("something has none");
  if (!MayHaveDots && Name.str().contains('.'))
    Report("there is a dot in '" + Name.str() + "'");
  if (!Names.insert(Name).second)
    Report("two things are called '" + Name.str() + "'");
}

// V20
void TreeVerifier::data(const Argument &Value, const Twine &What) {
  if (Value.containsNode())
    report(diag::err_verify_node_in_data, quoted(What));
}

void TreeVerifier::verify(const Module &M, StringRef ModulePath) {
  Path = ModulePath;
  Names.clear();
  for (const std::unique_ptr<Module> &Child : M.children())
    name(Child->name());
  for (const TensorAttr &Tensor : M.tensors()) {
    // Programs call their state as they like; see GraphModule::addState.
    name(Tensor.Name, GM.program() && ModulePath.empty());
    data(Tensor.Type, "the type of '" + Tensor.Name.str() + "'");
  }
  for (const KwArg &Attribute : M.attributes()) {
    name(Attribute.Name);
    data(Attribute.Value, "attribute '" + Attribute.Name.str() + "'");
  }
  for (const Argument &A : M.args())
    data(A, "a constructor argument");
  for (const KwArg &A : M.kwargs())
    data(A.Value, "constructor argument '" + A.Name.str() + "'");
}

bool fx::verify(const GraphModule &M, DiagnosticEngine &Diags) {
  unsigned Before = Diags.numErrors();
  TreeVerifier Tree(M, Diags);
  M.root().walk([&](const Module &Sub, StringRef Path) {
    Tree.verify(Sub, Path);
    if (Sub.graph() && !Diags.tooManyErrors())
      GraphVerifier(*Sub.graph(), &M, &Sub, Diags).run();
  });
  return Diags.numErrors() == Before;
}

bool fx::verifyGraph(const Graph &G, DiagnosticEngine &Diags) {
  unsigned Before = Diags.numErrors();
  GraphVerifier(G, nullptr, nullptr, Diags).run();
  return Diags.numErrors() == Before;
}

Error Graph::lint() const {
  // Collects what is reported; the first few say enough.
  Error All = Error::success();
  unsigned Count = 0;
  DiagnosticEngine Diags;
  Diags.setHandler([&](const Diagnostic &D) {
    if (D.Sev == Severity::Error && ++Count <= 10)
      All = joinErrors(std::move(All), make_error<DiagnosticError>(D));
  });
  (void)verifyGraph(*this, Diags);
  return All;
}
