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

#include "fx/IR/SideTables.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>
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
    NodeRef Ref;
    uint64_t Born = 0; ///< Its number among all items.
    bool InSet = false;
    unsigned Mapped = 0;
  };

  /// An iteration that is under way.
  struct Cursor {
    bool Reverse;
    Item *Cur; ///< Null when it was erased.
    Node *N;   ///< Of Cur, also when it was erased.
    /// Where Cur was in Order, that is, how many items stand before the gap
    /// that it left. Nothing that comes into the gap will be visited.
    size_t Gap = 0;
  };
  static constexpr size_t MaxCursors = 4;
  static constexpr size_t MaxGone = 100;

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
    I->Ref = I->N;
    I->Born = ++NumBorn;
    I->Name = Names
                  .createName(Namespace::candidateFor(I->Target,
                                                      TargetNaming::Callable))
                  .str(G.context());
    attach(I.get(), Operands);
    insertAt(At, std::move(I));
  }

  /// Keeps the gaps of cursors where they are.
  void insertAt(size_t At, std::unique_ptr<Item> I) {
    for (Cursor *C : Cursors)
      C->Gap += At < C->Gap || (At == C->Gap && !C->Reverse);
    Order.insert(Order.begin() + At, std::move(I));
  }
  std::unique_ptr<Item> takeFrom(size_t At) {
    for (Cursor *C : Cursors)
      C->Gap -= At < C->Gap;
    std::unique_ptr<Item> I = std::move(Order[At]);
    Order.erase(Order.begin() + At);
    return I;
  }
  size_t indexOf(const Item *I) {
    return llvm::find_if(Order, [I](auto &O) { return O.get() == I; }) -
           Order.begin();
  }
  /// What the iteration visits next; null at the end.
  Item *next(const Cursor &C) {
    size_t At = C.Cur ? indexOf(C.Cur) : C.Gap;
    if (C.Reverse)
      return At ? Order[At - 1].get() : nullptr;
    At += C.Cur != nullptr;
    return At < Order.size() ? Order[At].get() : nullptr;
  }

  /// Edits while iterating over the nodes, or over those with one target.
  void iterate() {
    uint8_t Kind = byte();
    if (Cursors.size() == MaxCursors)
      return;
    Cursor C{bool(Kind & 1), nullptr, nullptr};
    unsigned MaxEdits = byte() % 8;
    Cursors.push_back(&C);
    if (Kind % 4 < 3)
      iterateAll(C, MaxEdits);
    else
      iterateFound(C, MaxEdits);
    Cursors.pop_back();
  }

  template <typename Iterator>
  void visit(Cursor &C, Iterator &It, Item *I, unsigned MaxEdits) {
    C.Cur = I;
    C.N = I->N;
    if (*It != I->N) {
      Complaint = "the iteration is not at " + I->Name;
      return;
    }
    for (unsigned E = byte() % 8 ? byte() % (MaxEdits + 1) : 0; E; --E) {
      if (byte() % 8 == 0 && C.Cur)
        erase(C.N);
      edit();
    }
    if (!Complaint.empty())
      return;
    if (*It != C.N || C.N->isErased() != !C.Cur)
      Complaint = "the iteration lost its node";
    else if (byte() % 32 == 0)
      Complaint = check(G);
    // Copies stand where the original stands.
    if (byte() % 4 == 0) {
      Iterator Copy = It;
      It = Iterator();
      It = Copy;
    }
  }

  void iterateAll(Cursor &C, unsigned MaxEdits) {
    NodeRange Range = C.Reverse ? G.reversedNodes() : G.nodes();
    NodeRange::iterator It = Range.begin();
    Item *I = Order.empty() ? nullptr
              : C.Reverse   ? Order.back().get()
                            : Order.front().get();
    for (; I && Complaint.empty(); ++It) {
      visit(C, It, I, MaxEdits);
      if (Input.empty())
        return;
      I = next(C);
      if (*std::next(It) != (I ? I->N : nullptr))
        Complaint = "the iteration goes elsewhere";
    }
    if (Complaint.empty() && It != Range.end())
      Complaint = "the iteration does not end";
  }

  void iterateFound(Cursor &C, unsigned MaxEdits) {
    FoundNodes Found = G.findNodes(Opcode::CallFunction, "torch.relu");
    std::vector<uint64_t> Expected;
    for (auto &I : Order)
      if (I->Target == "torch.relu")
        Expected.push_back(I->Born);
    FoundNodes::iterator It = Found.begin();
    for (uint64_t Born : Expected) {
      auto Living =
          llvm::find_if(Order, [Born](auto &I) { return I->Born == Born; });
      if (Living == Order.end())
        continue;
      visit(C, It, Living->get(), MaxEdits);
      if (Input.empty() || !Complaint.empty())
        return;
      ++It;
    }
    if (It != Found.end())
      Complaint = "the found nodes do not end";
  }

  void edit() {
    unsigned Choice = byte() % 18;
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
      std::unique_ptr<Item> Moved = takeFrom(From);
      insertAt(From < To ? To - 1 : To, std::move(Moved));
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
    case 14:
      return iterate();
    case 15: // Side tables.
      if (Set.insert(A->N) == std::exchange(A->InSet, true))
        Complaint = "the set does not know " + A->Name;
      Map[A->N] = A->Mapped = byte();
      return;
    case 16:
      Set.erase(A->N);
      A->InSet = false;
      Map.erase(A->N);
      A->Mapped = 0;
      return;
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
    for (Cursor *C : Cursors)
      if (C->Cur == It->get()) {
        C->Cur = nullptr;
        C->Gap = It - Order.begin();
      }
    Gone.push_back((*It)->Ref);
    takeFrom(It - Order.begin());
    if (Gone.size() > MaxGone)
      Gone.pop_front();
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
      if (&Of == &G && M.Ref.get() != N)
        return Here("reference");
      if (Set.contains(N) != M.InSet || Map.lookup(N) != M.Mapped)
        return Here("side tables");
      Last = N;
    }
    if (Of.back() != Last)
      return "last node";
    if (llvm::any_of(Gone, [](NodeRef R) { return R.get(); }))
      return "reference to an erased node";
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
  std::vector<Cursor *> Cursors;
  uint64_t NumBorn = 0;
  NodeSet Set;
  NodeMap<unsigned> Map;
  std::deque<NodeRef> Gone; ///< Nodes that were erased lately.
  llvm::ArrayRef<uint8_t> Input;
  std::string Complaint;
};

} // namespace fx::test

#endif // FX_TEST_FUZZ_GRAPHEDITMODEL_H
