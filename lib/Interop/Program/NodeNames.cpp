//===- NodeNames.cpp - What nodes of a program are called -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeNames.h"
#include "fx/Support/CharClass.h"

using namespace fx;
using namespace fx::interop;
using namespace llvm;

void LoaderNames::catchUp() {
  for (Name N : Pending)
    Emulated.createName(N);
  Pending.clear();
}

/// torch.fx may give a name twice here; then this is another one.
Name LoaderNames::unique(Name N) {
  return G.names().claim(N) ? N : G.names().createName(N);
}

Name LoaderNames::create(StringRef Candidate) {
  catchUp();
  return unique(Emulated.createName(Candidate));
}

Name LoaderNames::createFor(Symbol Target, TargetNaming Naming) {
  catchUp();
  return unique(Emulated.createNameFor(Target, Naming));
}

bool NodeNames::checkNew(NameTable::Key K, StringRef Text, const char *At) {
  if (LLVM_UNLIKELY(!isIdentifier(Text)))
    return P.R.fail("'" + Text + "' cannot be the name of a value", At);
  if (LLVM_UNLIKELY(Table.lookup(K)))
    return P.R.fail("'" + Text + "' is defined twice", At);
  Name N = Table.name(K);
  if (LLVM_UNLIKELY(!G.names().claim(N)) && !release(N))
    return P.R.fail("'" + Text + "' is defined twice", At);
  return true;
}

/// Gives a node that was named automatically another name, because \p N is
/// wanted for a value.
bool NodeNames::release(Name N) {
  auto It = AutoNamed.find(N.key());
  if (It == AutoNamed.end())
    return false;
  Node *Old = It->second;
  AutoNamed.erase(It);
  // Its own name would not change it.
  Old->rename(N.str(P.Ctx) + "_1");
  AutoNamed[Old->nameRef().key()] = Old;
  return true;
}

Node *NodeNames::defineAuto(Opcode Op, Symbol Target, const ArgSpecBuilder &B,
                            Name N) {
  Node *New = G.createNamed(Op, Target, B, N, Symbol());
  AutoNamed[N.key()] = New;
  return New;
}

Node *NodeNames::define(Opcode Op, Symbol Target, const ArgSpecBuilder &B,
                        StringRef Text, const char *At) {
  NameTable::Key K = Table.key(Text.begin(), Text.end());
  if (!checkNew(K, Text, At))
    return nullptr;
  Name N = Table.name(K);
  Node *New = G.createNamed(Op, Target, B, N, Symbol());
  Table.set(K, New->id());
  Loader.note(N);
  return New;
}
