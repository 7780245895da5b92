//===- GraphEditModel.h - A naive model of graph edits ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Carries out edits, chosen by a stream of bytes, on a Graph and on a model
// made of plain vectors, and compares the two. Shared by the fuzz target and a
// unit test.
//
//===----------------------------------------------------------------------===//

#ifndef FX_TEST_FUZZ_GRAPHEDITMODEL_H
#define FX_TEST_FUZZ_GRAPHEDITMODEL_H

#include "fx/IR/Graph.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <string>
#include <vector>

namespace fx::test {

class GraphEditModel {
public:
  explicit GraphEditModel(Context &Ctx) : G(Ctx), Names(Ctx) {}

  /// Carries out all edits that \p Bytes describe. Returns what differs, or an
  /// empty string. \p CheckEvery edits the whole graph is compared.
  std::string run(llvm::ArrayRef<uint8_t> Bytes, unsigned CheckEvery) {
    Input = Bytes;
    for (unsigned Step = 1; !Input.empty(); ++Step) {
      edit();
      if (Step % CheckEvery == 0)
        if (std::string Wrong = check(G); !Wrong.empty())
          return "after step " + std::to_string(Step) + ": " + Wrong;
    }
    if (std::string Wrong = check(G); !Wrong.empty())
      return Wrong;
    std::unique_ptr<Graph> Copy = G.clone();
    std::string Wrong = check(*Copy);
    return Wrong.empty() ? Wrong : "the clone: " + Wrong;
  }

private:
  struct Item {
    Node *N;
    uint32_t Id;
    std::string Name;
    std::string Target;
    std::vector<Item *> Operands;
    std::vector<Item *> Users; ///< Distinct, in insertion order.
    int Number = 0;            ///< A constant among the arguments.
  };

  uint8_t byte() {
    if (Input.empty())
      return 0;
    uint8_t B = Input.front();
    Input = Input.drop_front();
    return B;
  }
  size_t place() { return (size_t(byte()) << 8 | byte()) % Order.size(); }
  Item *pick() { return Order[place()].get(); }

  static void addUser(Item *Value, Item *User) {
    if (!llvm::is_contained(Value->Users, User))
      Value->Users.push_back(User);
  }
  static void dropUser(Item *Value, Item *User) {
    if (!llvm::is_contained(User->Operands, Value))
      llvm::erase(Value->Users, User);
  }
  static void detach(Item *I) {
    std::vector<Item *> Old;
    Old.swap(I->Operands);
    for (Item *V : Old)
      llvm::erase(V->Users, I);
  }
  static void attach(Item *I, std::vector<Item *> Operands) {
    I->Operands = std::move(Operands);
    for (Item *V : I->Operands)
      addUser(V, I);
  }
  static void replaceOne(Item *User, size_t Index, Item *New) {
    Item *Old = User->Operands[Index];
    User->Operands[Index] = New;
    dropUser(Old, User);
    addUser(New, User);
  }

  /// Arguments of one of several shapes over \p Operands.
  llvm::SmallVector<Argument, 4>
  shape(uint8_t Kind, const std::vector<Item *> &Operands, int Number) {
    llvm::SmallVector<Argument, 4> Values;
    for (Item *I : Operands)
      Values.push_back(I->N);
    switch (Kind % 4) {
    case 0:
      return Values;
    case 1:
      return {Argument::list(Values), Number};
    case 2:
      return {Argument::tuple({Argument::list(Values), double(Number)})};
    default:
      Values.push_back(Number);
      return Values;
    }
  }

  std::vector<Item *> pickOperands() {
    std::vector<Item *> Operands;
    if (!Order.empty())
      for (unsigned I = 0, E = byte() % 5; I != E; ++I)
        Operands.push_back(pick());
    // Now and then more than fit into the small classes of use blocks.
    if (!Operands.empty() && byte() % 64 == 0)
      for (unsigned I = 0; I != 40; ++I)
        Operands.push_back(Operands[I % 3 % Operands.size()]);
    return Operands;
  }

  void create() {
    static const char *const Targets[] = {"operator.add", "torch.relu",
                                          "operator.add", "m.x_1", "m.sum"};
    size_t At = Order.empty() ? 0 : (place() + byte() % 2);
    std::vector<Item *> Operands = pickOperands();
    auto I = std::make_unique<Item>();
    I->Target = Targets[byte() % 5];
    I->Number = byte();
    uint8_t Kind = byte();
    InsertionGuard Guard =
        G.insertingBefore(At < Order.size() ? Order[At]->N : nullptr);
    if (At >= Order.size())
      G.setInsertionPoint(nullptr);
    auto Args = shape(Kind, Operands, I->Number);
    if (Kind % 4 == 0) {
      llvm::SmallVector<Node *, 4> Values;
      for (Item *O : Operands)
        Values.push_back(O->N);
      I->N = G.createPlain(Opcode::CallFunction, G.context().intern(I->Target),
                           Values);
    } else {
      I->N = G.callFunction(I->Target, shape(Kind, Operands, I->Number));
    }
    I->Id = I->N->id();
    I->Name = Names
                  .createName(Namespace::candidateFor(I->Target,
                                                      TargetNaming::Callable))
                  .str(G.context());
    attach(I.get(), Operands);
    Order.insert(Order.begin() + At, std::move(I));
  }

  void edit() {
    unsigned Choice = byte() % 16;
    if (Order.empty() || Choice < 6)
      return create();
    Item *A = pick();
    switch (Choice) {
    case 6: { // Replace all uses.
      Item *B = pick();
      if (A == B)
        return;
      std::vector<Item *> Users = A->Users;
      for (Item *U : Users)
        if (U != B)
          for (size_t I = 0; I != U->Operands.size(); ++I)
            if (U->Operands[I] == A)
              replaceOne(U, I, B);
      A->N->replaceAllUsesWith(B->N);
      return;
    }
    case 7: { // Replace the uses by every second user.
      Item *B = pick();
      if (A == B)
        return;
      std::vector<Item *> Users = A->Users;
      std::vector<Node *> Chosen;
      for (size_t I = 0; I < Users.size(); I += 2)
        Chosen.push_back(Users[I]->N);
      for (size_t I = 0; I < Users.size(); I += 2)
        if (Users[I] != B)
          for (size_t J = 0; J != Users[I]->Operands.size(); ++J)
            if (Users[I]->Operands[J] == A)
              replaceOne(Users[I], J, B);
      A->N->replaceAllUsesWith(
          B->N, [&](Node *N) { return llvm::is_contained(Chosen, N); });
      return;
    }
    case 8: { // Replace one input.
      if (A->Operands.empty())
        return;
      Item *Old = A->Operands[byte() % A->Operands.size()], *New = pick();
      if (Old != New)
        for (size_t I = 0; I != A->Operands.size(); ++I)
          if (A->Operands[I] == Old)
            replaceOne(A, I, New);
      A->N->replaceInputWith(Old->N, New->N);
      return;
    }
    case 9: { // Set one operand.
      if (A->Operands.empty())
        return;
      size_t I = byte() % A->Operands.size();
      Item *New = pick();
      replaceOne(A, I, New);
      A->N->setOperand(I, New->N);
      return;
    }
    case 10: { // New arguments.
      std::vector<Item *> Operands = pickOperands();
      A->Number = byte();
      detach(A);
      attach(A, Operands);
      A->N->setArgs(shape(byte(), Operands, A->Number));
      return;
    }
    case 11: { // Move.
      size_t From = place(), To = place();
      if (From == To)
        return;
      Order[To]->N->prepend(Order[From]->N);
      std::unique_ptr<Item> Moved = std::move(Order[From]);
      Order.erase(Order.begin() + From);
      Order.insert(Order.begin() + (From < To ? To - 1 : To), std::move(Moved));
      return;
    }
    case 12: // Rename.
      if (A->Name == "r_7")
        return;
      A->N->rename("r_7");
      A->Name = Names.createName("r_7").str(G.context());
      return;
    case 13: // Retarget.
      A->Target = "torch.relu";
      A->N->setTarget("torch.relu");
      return;
    case 14: { // Erase several while iterating.
      unsigned Every = byte() % 5 + 1, I = 0;
      for (Node *N : G.nodes())
        if (I++ % Every == 0)
          erase(N);
      return;
    }
    default:
      erase(A->N);
      return;
    }
  }

  void erase(Node *N) {
    auto It = llvm::find_if(Order, [&](auto &I) { return I->N == N; });
    if (G.eraseNode(N) != (*It)->Users.empty()) {
      Complaint = "eraseNode does not agree about users";
      return;
    }
    if (!(*It)->Users.empty())
      return;
    detach(It->get());
    Order.erase(It);
  }

  std::string check(const Graph &Of) {
    if (!Complaint.empty())
      return Complaint;
    if (Of.size() != Order.size())
      return "size " + std::to_string(Of.size());
    size_t I = 0;
    Node *Last = nullptr;
    std::map<std::string, size_t> ByTarget;
    for (Node *N : Of.nodes()) {
      Item &M = *Order[I++];
      auto Here = [&](const char *What) {
        return std::string(What) + " of " + M.Name;
      };
      auto Same = [&](Node *L, Item *R) {
        return L == Of.node(R->Id) && L->id() == R->Id;
      };
      ++ByTarget[M.Target];
      if (N->id() != M.Id || &N->graph() != &Of)
        return Here("place");
      if (N->prev() != Last || (Last && !Last->isBefore(N)))
        return Here("order");
      if (N->name() != M.Name)
        return Here("name") + ": " + N->name();
      if (N->targetText() != M.Target)
        return Here("target");
      if (N->numOperands() != M.Operands.size() ||
          N->spec().numOperands() != M.Operands.size())
        return Here("operand count");
      for (unsigned J = 0; J != M.Operands.size(); ++J)
        if (!Same(N->operand(J), M.Operands[J]))
          return Here("operand");
      std::vector<Item *> Inputs;
      for (Item *O : M.Operands)
        if (!llvm::is_contained(Inputs, O))
          Inputs.push_back(O);
      if (!llvm::equal(N->allInputNodes(), Inputs, Same))
        return Here("inputs");
      if (!llvm::equal(N->users(), M.Users, Same))
        return Here("users");
      if (N->numUsers() != M.Users.size() || N->hasUsers() == M.Users.empty() ||
          N->hasOneUser() != (M.Users.size() == 1))
        return Here("user count");
      if (Of.findByName(M.Name) != N)
        return Here("finding");
      Last = N;
    }
    if (Of.back() != Last)
      return "last node";
    for (auto &[Target, Count] : ByTarget)
      if (Of.findNodes(Opcode::CallFunction, Target).size() != Count)
        return "finding " + Target;
    I = Order.size();
    for (Node *N : Of.reversedNodes())
      if (N->id() != Order[--I]->Id)
        return "reverse order";
    return "";
  }

  Graph G;
  Namespace Names;
  std::vector<std::unique_ptr<Item>> Order;
  llvm::ArrayRef<uint8_t> Input;
  std::string Complaint;
};

} // namespace fx::test

#endif // FX_TEST_FUZZ_GRAPHEDITMODEL_H
