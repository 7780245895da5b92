//===- mlir_rules.cpp - MLIR's patterns on the work of RuleBenchmark ------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-rules-benchmark SIZE...: prints one JSON object a line, as
// rules_torch.py does: microseconds of processor time per operation, the best
// of two rounds after a warm-up. The patterns are PDL in a frozen set, applied
// by the greedy driver to operations of an unregistered dialect.
//
//===----------------------------------------------------------------------===//

#include "../RuleRows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace fx::bench;

static size_t Applied = 0;

/// A pattern of the operations \p Names, the innermost first, which a relu
/// replaces.
static std::string pattern(ArrayRef<std::string> Names) {
  std::string Text = "pdl.pattern : benefit(1) {\n  %t = pdl.type\n"
                     "  %v0 = pdl.operand : %t\n";
  for (size_t I = 0; I != Names.size(); ++I) {
    std::string N = std::to_string(I + 1), Of = std::to_string(I);
    Text += "  %o" + N + " = pdl.operation \"t." + Names[I] + "\"(%v" + Of +
            " : !pdl.value) -> (%t : !pdl.type)\n";
    if (I + 1 != Names.size())
      Text += "  %v" + N + " = pdl.result 0 of %o" + N + "\n";
  }
  std::string Root = "%o" + std::to_string(Names.size());
  Text += "  pdl.rewrite " + Root + " {\n    apply_native_rewrite \"count\"(" +
          Root + " : !pdl.operation)\n" +
          "    %n = operation \"t.relu\"(%v0 : !pdl.value) -> (%t : "
          "!pdl.type)\n    replace " +
          Root + " with %n\n";
  for (size_t I = Names.size() - 1; I != 0; --I)
    Text += "    erase %o" + std::to_string(I) + "\n";
  return Text + "  }\n}\n";
}

static std::string patternsThatFail(size_t Count) {
  std::string Text;
  for (size_t I = 0; I != Count; ++I) {
    auto [Inner, Middle, Root] = opsThatFail(I);
    Text += pattern({Inner, Middle, Root});
  }
  return Text;
}

/// The formula of gelu with tanh; numbers are attributes.
static std::string geluPattern() {
  std::string Text = "pdl.pattern : benefit(1) {\n  %t = pdl.type\n"
                     "  %x = pdl.operand : %t\n";
  auto Op = [&](const char *Result, const char *Name, const char *Operands,
                const char *Number) {
    std::string Types = StringRef(Operands).contains(',')
                            ? "!pdl.value, !pdl.value"
                            : "!pdl.value";
    std::string K = std::string("%k") + Result;
    if (*Number)
      Text += "  " + K + " = pdl.attribute = " + Number + "\n";
    Text += std::string("  %o") + Result + " = pdl.operation \"t." + Name +
            "\"(" + Operands + " : " + Types + ")";
    if (*Number)
      Text += " {\"k\" = " + K + "}";
    Text += std::string(" -> (%t : !pdl.type)\n");
    if (StringRef(Result) != "r")
      Text +=
          std::string("  %") + Result + " = pdl.result 0 of %o" + Result + "\n";
  };
  Op("h", "mul_s", "%x", "0.5 : f64");
  Op("c", "pow_s", "%x", "3.0 : f64");
  Op("m", "mul_s", "%c", "0.044715 : f64");
  Op("s", "add", "%m, %x", "");
  Op("w", "mul_s", "%s", "0.79788456 : f64");
  Op("a", "tanh", "%w", "");
  Op("b", "add_s", "%a", "1.0 : f64");
  Op("r", "mul", "%h, %b", "");
  Text += "  pdl.rewrite %or {\n"
          "    apply_native_rewrite \"count\"(%or : !pdl.operation)\n"
          "    %n = operation \"t.gelu\"(%x : !pdl.value) -> (%t : !pdl.type)\n"
          "    replace %or with %n\n";
  for (const char *Name : {"b", "a", "w", "s", "m", "c", "h"})
    Text += std::string("    erase %o") + Name + "\n";
  return Text + "  }\n}\n";
}

namespace {
/// A function of operations on one type.
class FunctionBuilder {
public:
  explicit FunctionBuilder(MLIRContext &Ctx) : B(&Ctx) {
    Type = RankedTensorType::get({4, 8}, B.getF32Type());
    Loc = B.getUnknownLoc();
    Module = ModuleOp::create(Loc);
    B.setInsertionPointToEnd(Module->getBody());
    auto F =
        B.create<func::FuncOp>(Loc, "f", B.getFunctionType({Type}, {Type}));
    Block *Body = F.addEntryBlock();
    B.setInsertionPointToEnd(Body);
    Last = Body->getArgument(0);
  }
  Value call(const std::string &Name, ValueRange Operands, double K = 0) {
    OperationState S(Loc, "t." + Name);
    S.addOperands(Operands);
    S.addTypes(Type);
    if (K)
      S.addAttribute("k", B.getF64FloatAttr(K));
    return B.create(S)->getResult(0);
  }
  void unary(const std::string &Name) { Last = call(Name, Last); }
  OwningOpRef<ModuleOp> finish() {
    B.create<func::ReturnOp>(Loc, Last);
    return std::move(Module);
  }

  Value Last;

private:
  OpBuilder B;
  RankedTensorType Type;
  Location Loc = UnknownLoc::get(B.getContext());
  OwningOpRef<ModuleOp> Module;
};
} // namespace

static OwningOpRef<ModuleOp> relus(MLIRContext &Ctx, size_t Count,
                                   size_t Period) {
  FunctionBuilder B(Ctx);
  for (size_t I = 0; I != Count / 3; ++I) {
    B.unary("relu");
    B.unary(Period && I % Period == 0 ? "relu" : "sin");
    B.unary("sin");
  }
  return B.finish();
}
static OwningOpRef<ModuleOp> chainOfThree(MLIRContext &Ctx, size_t Count) {
  FunctionBuilder B(Ctx);
  for (size_t I = 0; I != Count; ++I)
    B.unary(ChainOps[I % 3]);
  return B.finish();
}
static OwningOpRef<ModuleOp> gelus(MLIRContext &Ctx, size_t Count) {
  FunctionBuilder B(Ctx);
  for (size_t I = 0; I != Count / 8; ++I) {
    Value X = B.Last;
    Value Half = B.call("mul_s", X, 0.5);
    Value Small = B.call("mul_s", B.call("pow_s", X, 3.0), 0.044715);
    Value Sum = B.call("add", {Small, X});
    Value Tanh = B.call("tanh", B.call("mul_s", Sum, 0.79788456));
    B.Last = B.call("mul", {Half, B.call("add_s", Tanh, 1.0)});
  }
  return B.finish();
}

template <typename Make>
static void row(MLIRContext &Ctx, const char *Name, const std::string &Text,
                size_t Count, size_t Expected, Make Build) {
  PDLPatternModule PDL(parseSourceString<ModuleOp>(Text, &Ctx));
  PDL.registerRewriteFunction(
      "count", [](PatternRewriter &, Operation *) { ++Applied; });
  RewritePatternSet Set(&Ctx);
  Set.add(std::move(PDL));
  FrozenRewritePatternSet Frozen(std::move(Set));
  GreedyRewriteConfig Config;
  Config.enableRegionSimplification = GreedySimplifyRegionLevel::Disabled;
  measureRow(Name, Count, Expected, [&](size_t &Times) {
    OwningOpRef<ModuleOp> M = Build();
    Applied = 0;
    double Begin = processorSeconds();
    (void)applyPatternsAndFoldGreedily(*M, Frozen, Config);
    Times = Applied;
    return processorSeconds() - Begin;
  });
}

int main(int Argc, char **Argv) {
  MLIRContext Ctx(MLIRContext::Threading::DISABLED);
  Ctx.loadDialect<func::FuncDialect, pdl::PDLDialect,
                  pdl_interp::PDLInterpDialect, arith::ArithDialect>();
  Ctx.allowUnregisteredDialects();
  std::string Relu = pattern({"relu", "relu"});
  for (int I = 1; I != Argc; ++I) {
    size_t N = std::strtoull(Argv[I], nullptr, 10);
    row(Ctx, "rules_none", Relu, N, 0, [&] { return relus(Ctx, N, 0); });
    row(Ctx, "rules_half", Relu, N, (N / 3 + 1) / 2,
        [&] { return relus(Ctx, N, 2); });
    row(Ctx, "rules_all", Relu, N, N / 3, [&] { return relus(Ctx, N, 1); });
    row(Ctx, "rules_gelu", geluPattern(), N, N / 8,
        [&] { return gelus(Ctx, N); });
    row(Ctx, "rules_hundred", patternsThatFail(100), N, 0,
        [&] { return chainOfThree(Ctx, N); });
  }
  return 0;
}
