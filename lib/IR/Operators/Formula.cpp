//===- Formula.cpp - Formulas that make nodes -------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Formula.h"
#include "fx/IR/FormulaArith.h"
#include "fx/IR/FormulaCode.h"
#include "fx/IR/Graph.h"
#include "fx/IR/Literal.h"

using namespace fx;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;

FormulaHost::~FormulaHost() = default;

Expected<Argument> FormulaHost::selfAttribute(StringRef Name) {
  return llvm::createStringError("there is no 'self." + Name + "'");
}

Expected<Argument> FormulaHost::initArgument(StringRef Name) {
  return llvm::createStringError("there is no 'init." + Name + "'");
}

Expected<Argument> FormulaHost::callSubmodule(StringRef Name,
                                              ArrayRef<Argument>,
                                              ArrayRef<KwArg>) {
  return llvm::createStringError("there is no submodule '" + Name + "'");
}

namespace {

/// A cursor over prefix code.
class CodeReader {
public:
  explicit CodeReader(StringRef Code) : Rest(Code) {}

  bool atEnd() const { return Rest.empty(); }
  char letter() {
    if (Rest.empty())
      return '\0';
    char C = Rest.front();
    Rest = Rest.drop_front();
    return C;
  }
  StringRef word() {
    StringRef Word;
    std::tie(Word, Rest) = Rest.split(';');
    return Word;
  }
  unsigned number() {
    unsigned Value = 0;
    (void)word().getAsInteger(10, Value);
    return Value;
  }
  StringRef bytes() {
    unsigned Size = number();
    StringRef Bytes = Rest.take_front(Size);
    Rest = Rest.drop_front(Bytes.size());
    return Bytes;
  }

private:
  StringRef Rest;
};

/// Runs code. Code that is skipped is read without being run.
class Evaluator {
public:
  Evaluator(StringRef Code, Graph &G, ArrayRef<FormulaLocal> Initial,
            FormulaHost &Host, llvm::SmallVectorImpl<Node *> &Created)
      : In(Code), G(G), Ctx(G.context()), Host(Host), Created(Created) {
    for (const FormulaLocal &Local : Initial)
      Locals.push_back(Local);
  }

  Expected<Argument> run();

private:
  struct Arguments {
    SmallVector<Argument, 8> Positional;
    SmallVector<KwArg, 8> Keyword;
  };

  /// Runs or skips a block; sets Returned when it returns.
  Error block(bool Run);
  Error statement(bool Run);
  Expected<Argument> expression(bool Run);
  Expected<Arguments> arguments(bool Run);
  Expected<Argument> logical(char Letter, bool Run);
  Expected<Argument> conditional(bool Run);
  Expected<Argument> sequence(char Letter, bool Run);
  Expected<Argument> slice(bool Run);
  Expected<Argument> arithmetic(char Letter, bool Run);
  Expected<Argument> item(bool Run);
  Expected<Argument> call(char Letter, bool Run);
  Expected<Argument> method(bool Run);
  Error unpack(bool Run);

  Expected<bool> condition(bool Run) {
    Expected<Argument> Value = expression(Run);
    if (!Value)
      return Value.takeError();
    return Run ? formula::truth(*Value) : Expected<bool>(false);
  }
  Argument make(StringRef Function, ArrayRef<Argument> Args,
                ArrayRef<KwArg> Kwargs = {}) {
    Created.push_back(G.callFunction(Function, Args, Kwargs));
    return Argument(Created.back());
  }
  void assign(StringRef Name, Argument Value) {
    for (FormulaLocal &Local : Locals)
      if (Local.Name == Name) {
        Local.Value = std::move(Value);
        return;
      }
    Locals.push_back({Name, std::move(Value)});
  }
  Expected<Argument> local(StringRef Name) {
    for (const FormulaLocal &Local : Locals)
      if (Local.Name == Name)
        return Local.Value;
    return llvm::createStringError("'" + Name + "' has no value yet");
  }

  CodeReader In;
  Graph &G;
  Context &Ctx;
  FormulaHost &Host;
  llvm::SmallVectorImpl<Node *> &Created;
  SmallVector<FormulaLocal, 8> Locals;
  bool Returned = false;
  Argument Result;
};

} // namespace

Expected<Argument> Evaluator::run() {
  if (Error E = block(/*Run=*/true))
    return E;
  if (!Returned)
    return llvm::createStringError("the formula does not return");
  return Result;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

Error Evaluator::block(bool Run) {
  In.letter();
  for (unsigned Count = In.number(); Count != 0; --Count)
    if (Error E = statement(Run && !Returned))
      return E;
  return Error::success();
}

Error Evaluator::unpack(bool Run) {
  SmallVector<StringRef, 4> Names;
  for (unsigned Count = In.number(); Count != 0; --Count)
    Names.push_back(In.word());
  Expected<Argument> Value = expression(Run);
  if (!Value)
    return Value.takeError();
  if (!Run)
    return Error::success();
  if (Value->isNode()) {
    for (unsigned I = 0, E = Names.size(); I != E; ++I)
      assign(Names[I], make("operator.getitem", {*Value, Argument(I)}));
    return Error::success();
  }
  if (!Value->isSequence() || Value->size() != Names.size())
    return llvm::createStringError("a value cannot be unpacked to " +
                                   llvm::Twine(Names.size()) + " names");
  for (unsigned I = 0, E = Names.size(); I != E; ++I)
    assign(Names[I], (*Value)[I]);
  return Error::success();
}

Error Evaluator::statement(bool Run) {
  char Letter = In.letter();
  if (Letter == 'U')
    return unpack(Run);
  if (Letter == 'Y') {
    Expected<bool> Holds = condition(Run);
    if (!Holds)
      return Holds.takeError();
    if (Error E = block(Run && *Holds))
      return E;
    return block(Run && !*Holds);
  }
  StringRef Name = Letter == '=' ? In.word() : "";
  Expected<Argument> Value = expression(Run);
  if (!Value)
    return Value.takeError();
  if (!Run)
    return Error::success();
  if (Letter == 'E')
    return llvm::createStringError(Value->isString() ? Value->str()
                                                     : "the formula raises");
  if (Letter == 'R') {
    Result = *Value;
    Returned = true;
  } else {
    assign(Name, *Value);
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Expected<Argument> Evaluator::sequence(char Letter, bool Run) {
  SmallVector<Argument, 8> Items;
  for (unsigned Count = In.number(); Count != 0; --Count) {
    Expected<Argument> Item = expression(Run);
    if (!Item)
      return Item;
    Items.push_back(*Item);
  }
  return Letter == 't' ? Argument::tuple(Items) : Argument::list(Items);
}

Expected<Argument> Evaluator::slice(bool Run) {
  Argument Parts[3];
  for (Argument &Part : Parts) {
    Expected<Argument> Value = expression(Run);
    if (!Value)
      return Value;
    Part = *Value;
  }
  return Argument::slice(Parts[0], Parts[1], Parts[2]);
}

/// `and` and `or` give one of their operands, as in Python.
Expected<Argument> Evaluator::logical(char Letter, bool Run) {
  Expected<Argument> Left = expression(Run);
  if (!Left)
    return Left;
  bool TakeLeft = false;
  if (Run) {
    Expected<bool> Truth = formula::truth(*Left);
    if (!Truth)
      return Truth.takeError();
    TakeLeft = *Truth == (Letter == '|');
  }
  Expected<Argument> Right = expression(Run && !TakeLeft);
  return TakeLeft ? std::move(Left) : std::move(Right);
}

Expected<Argument> Evaluator::conditional(bool Run) {
  Expected<bool> Holds = condition(Run);
  if (!Holds)
    return Holds.takeError();
  Expected<Argument> Then = expression(Run && *Holds);
  if (!Then)
    return Then;
  Expected<Argument> Else = expression(Run && !*Holds);
  if (!Else)
    return Else;
  return *Holds ? *Then : *Else;
}

Expected<Argument> Evaluator::arithmetic(char Letter, bool Run) {
  StringRef Op = In.word();
  Expected<Argument> Left = expression(Run);
  if (!Left)
    return Left;
  Argument Operands[2] = {*Left, Argument()};
  if (Letter != 'u') {
    Expected<Argument> Right = expression(Run);
    if (!Right)
      return Right;
    Operands[1] = *Right;
  }
  if (!Run)
    return Argument();
  bool Symbolic = Operands[0].isNode() || Operands[1].isNode();
  StringRef Function = formula::operatorFunction(Op, Letter == 'u');
  if (Symbolic && !Function.empty())
    return make(Function, ArrayRef(Operands).take_front(Letter == 'u' ? 1 : 2));
  if (Letter == 'u')
    return formula::foldUnary(Op, Operands[0]);
  if (Letter == 'b')
    return formula::foldBinary(Ctx, Op, Operands[0], Operands[1]);
  Expected<bool> Holds = formula::foldComparison(Op, Operands[0], Operands[1]);
  if (!Holds)
    return Holds.takeError();
  return Argument(*Holds);
}

Expected<Argument> Evaluator::item(bool Run) {
  Expected<Argument> Base = expression(Run);
  if (!Base)
    return Base;
  Expected<Argument> Index = expression(Run);
  if (!Index || !Run)
    return Index;
  if (Base->isNode())
    return make("operator.getitem", {*Base, *Index});
  return formula::foldItem(*Base, *Index);
}

Expected<Evaluator::Arguments> Evaluator::arguments(bool Run) {
  Arguments Args;
  unsigned Positional = In.number(), Keyword = In.number();
  for (unsigned I = 0; I != Positional + Keyword; ++I) {
    StringRef Name = I < Positional ? "" : In.word();
    Expected<Argument> Value = expression(Run);
    if (!Value)
      return Value.takeError();
    if (Name.empty())
      Args.Positional.push_back(*Value);
    else
      Args.Keyword.push_back({Run ? Ctx.intern(Name) : Symbol(), *Value});
  }
  return Args;
}

Expected<Argument> Evaluator::call(char Letter, bool Run) {
  StringRef Name = In.word();
  Expected<Arguments> Args = arguments(Run);
  if (!Args)
    return Args.takeError();
  if (!Run)
    return Argument();
  if (Letter == 'C')
    return make(Name, Args->Positional, Args->Keyword);
  if (Letter == 'X')
    return Host.callSubmodule(Name, Args->Positional, Args->Keyword);
  return formula::foldHelper(Ctx, Name, Args->Positional);
}

Expected<Argument> Evaluator::method(bool Run) {
  StringRef Name = In.word();
  Expected<Argument> Receiver = expression(Run);
  if (!Receiver)
    return Receiver;
  Expected<Arguments> Args = arguments(Run);
  if (!Args)
    return Args.takeError();
  if (!Run)
    return Argument();
  if (!Receiver->isNode())
    return llvm::createStringError("the method '" + Name +
                                   "' of a constant is not known");
  Args->Positional.insert(Args->Positional.begin(), *Receiver);
  Created.push_back(G.callMethod(Name, Args->Positional, Args->Keyword));
  return Argument(Created.back());
}

Expected<Argument> Evaluator::expression(bool Run) {
  char Letter = In.letter();
  switch (Letter) {
  case 'K': {
    StringRef Literal = In.word();
    return Run ? parseLiteral(Ctx, Literal) : Expected<Argument>(Argument());
  }
  case 'S': {
    StringRef Text = In.bytes();
    return Run ? Argument::string(Ctx, Text) : Argument();
  }
  case 'L': {
    StringRef Name = In.word();
    return Run ? local(Name) : Expected<Argument>(Argument());
  }
  case 'A': {
    StringRef Name = In.word();
    return Run ? Host.selfAttribute(Name) : Expected<Argument>(Argument());
  }
  case 'M': {
    StringRef Name = In.word();
    return Run ? Host.initArgument(Name) : Expected<Argument>(Argument());
  }
  case 't':
  case 'l':
    return sequence(Letter, Run);
  case ':':
    return slice(Run);
  case 'C':
  case 'H':
  case 'X':
    return call(Letter, Run);
  case 'm':
    return method(Run);
  case 'g': {
    StringRef Name = In.word();
    Expected<Argument> Base = expression(Run);
    if (!Base || !Run)
      return Base;
    if (!Base->isNode())
      return llvm::createStringError("a constant has no attribute '" + Name +
                                     "'");
    return make("builtins.getattr", {*Base, Argument::string(Ctx, Name)});
  }
  case 'i':
    return item(Run);
  case 'b':
  case 'u':
  case 'c':
    return arithmetic(Letter, Run);
  case '&':
  case '|':
    return logical(Letter, Run);
  case '!': {
    Expected<bool> Holds = condition(Run);
    if (!Holds)
      return Holds.takeError();
    return Argument(!*Holds);
  }
  case '?':
    return conditional(Run);
  }
  return llvm::createStringError("malformed formula code");
}

Expected<Argument> fx::evaluateFormula(StringRef Code, Graph &G,
                                       ArrayRef<FormulaLocal> Locals,
                                       FormulaHost &Host,
                                       llvm::SmallVectorImpl<Node *> &Created) {
  // An expression alone is a formula that returns it.
  std::string Block;
  if (!Code.starts_with("{")) {
    Block = ("{1;R" + Code).str();
    Code = Block;
  }
  return Evaluator(Code, G, Locals, Host, Created).run();
}
