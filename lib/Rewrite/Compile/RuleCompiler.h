//===- RuleCompiler.h - Checks rules and prepares them ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_RULECOMPILER_H
#define FX_LIB_REWRITE_RULECOMPILER_H

#include "Program.h"
#include "RuleOps.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace fx::rewrite {

/// Compiles the rules of one file. What is wrong is reported, rule by rule.
class RuleCompiler {
public:
  RuleCompiler(Program &P, RuleFile &File, DiagnosticEngine &Diags)
      : P(P), File(File), Diags(Diags) {}
  bool compile();
  /// Only declares the rules, but for those whose names are in \p Except:
  /// compileBody() is to be called before they are used.
  bool declare(const llvm::StringSet<> &Except);
  /// Compiles a rule that was declared. False, with messages, where it is
  /// wrong.
  bool compileBody(CompiledRule &Rule);
  /// Compiles one side of an example as results of \p Into, whose slots are the
  /// inputs.
  bool compileExample(const Clause &C, bool After, CompiledRule &Into);

private:
  /// The names that a pattern may use: those of a rule, or of one use of a
  /// definition.
  struct Scope {
    Scope *Caller = nullptr;
    const Define *Of = nullptr;
    llvm::StringMap<SlotId> Slots;
    /// What the parameters of a definition stand for, in the caller.
    llvm::StringMap<const Expr *> Params;
  };

  void checkNames();
  bool isNew(llvm::StringRef What, llvm::StringRef Name, const char *Loc);
  CompiledRule *declareRule(const RuleDef &R);
  void compileRule(const RuleDef &R);
  std::optional<PatternId> statement(const Line &L);
  bool readAttributes(const RuleDef &R);
  bool checkMatch(const RuleDef &R);
  bool compileClauses(const RuleDef &R);
  bool checkStatements();
  bool checkResultWrites();
  bool compileNative(const Clause &C);
  bool compileResults(const Clause &C);
  bool compileProgram(const Block &B);
  std::optional<unsigned> rootNumber(llvm::StringRef Name);
  bool readTargets(const Line &L, ResultStep &Step);

  //===--- Patterns (PatternCompiler.cpp) ---------------------------------===//

  std::optional<PatternId> pattern(const Expr &E, Scope &S);
  /// Appends a pattern for each of \p Exprs; false after an error.
  bool patterns(llvm::ArrayRef<Expr *> Exprs, Scope &S,
                llvm::SmallVectorImpl<PatternId> &Out);
  std::optional<PatternId> capture(const Expr &E, Scope &S);
  std::optional<PatternId> line(const Expr &E);
  std::optional<PatternId> literal(const Expr &E, Argument Value);
  std::optional<PatternId> call(const Expr &E, Scope &S);
  std::optional<PatternId> definition(const Expr &E, const Define &D, Scope &S);
  /// A call of one operator without names of parameters.
  std::optional<PatternId> operation(const Expr &E, llvm::StringRef Op,
                                     llvm::ArrayRef<PatternId> Args);
  std::optional<PatternId> nary(const Expr &E, Scope &S);
  std::optional<PatternId> chain(const Expr &E, Scope &S);
  std::optional<PatternId> list(const Expr &E, Scope &S);
  std::optional<PatternId> choice(const Expr &E,
                                  llvm::ArrayRef<PatternId> Kids);
  std::optional<PatternId> results(const Line &L);
  std::optional<PatternId> getItem(const Expr &E, PatternId Of, unsigned I);
  bool findOps(llvm::ArrayRef<OpName> Names,
               llvm::SmallVectorImpl<OpChoice> &Ops, bool &BySet);
  bool findSignatures(const Expr &E, llvm::SmallVectorImpl<OpChoice> &Ops,
                      const GivenArgs &Args, bool BySet);
  void addSecondName(Pattern &Call, const GivenArgs &Args);
  void finishCall(Pattern &Call, size_t NumNamed);
  bool type(const Expr &E, Pattern &Value, Scope &S);
  Pattern *make(Pattern::PatternKind Kind, const Expr &E, PatternId &Id);
  SlotId slotFor(const Expr &E, Scope &S);
  void measure();

  //===--- Terms (TermCompiler.cpp) ---------------------------------------===//

  const Term *term(const Expr &E, Scope &S, bool IsResult);
  const Term *ref(const Expr &E, Scope &S);
  const Term *named(const Expr &E, Scope &S);
  const Term *function(const Expr &E, Scope &S, bool IsResult);
  const Term *result(const Expr &E, llvm::ArrayRef<OpChoice> Ops, SlotId Of,
                     llvm::ArrayRef<const Term *> Args,
                     llvm::ArrayRef<llvm::StringRef> Names);
  const Term *binary(const Expr &E, Scope &S, bool IsResult);
  const Term *comprehension(const Expr &E, Scope &S, bool IsResult);
  const Term *updated(const Expr &E, Scope &S);
  const Term *chained(const Expr &E, Scope &S);
  const Term *folded(const Expr &E, Scope &S);
  Term *makeTerm(Term::TermKind Kind, const Expr &E);
  const Term *addKids(Term *T, const Expr &E, Scope &S, bool IsResult);
  std::optional<Argument> literalValue(const Expr &E);

  template <typename... Ts>
  DiagnosticBuilder error(diag::ID Id, const char *At, const Ts &...Args) {
    Good = false;
    return Diags.report(Id, llvm::SMLoc::getFromPointer(At), Args...);
  }
  /// An unknown name with the nearest of \p Known.
  void unknown(const char *At, llvm::StringRef What, llvm::StringRef Name,
               llvm::ArrayRef<llvm::StringRef> Known);

  Program &P;
  RuleFile &File;
  DiagnosticEngine &Diags;
  CompiledRule *R = nullptr;
  /// Names of sets, definitions and rules.
  llvm::StringMap<const char *> Seen;
  Scope RuleScope;
  /// The lines of a pattern by the names of their results.
  struct LineState {
    const Line *Of = nullptr;
    bool Used = false;
    std::optional<PatternId> Id;
  };
  llvm::StringMap<LineState> Lines;
  /// The calls of lines with several results.
  llvm::DenseMap<const Line *, PatternId> Tuples;
  /// Lines that are being compiled.
  llvm::SmallVector<const Line *, 4> Busy;
  /// Names of comprehensions around a term, innermost last.
  std::vector<llvm::StringRef> Items;
  unsigned NumItems = 0;
  /// The next call is a line of its own, which may write.
  bool IsStatement = false;
  bool Good = true;
};

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_RULECOMPILER_H
