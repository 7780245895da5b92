//===- ModuleTreeTest.cpp - Reading print(module) -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/AsmParser/ModuleTree.h"
#include "fx/IR/Context.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <chrono>

using namespace fx;
using llvm::StringRef;

namespace {

void printValue(const Argument &A, llvm::raw_ostream &OS) {
  switch (A.kind()) {
  case ArgKind::None:
    OS << "None";
    break;
  case ArgKind::Bool:
    OS << (A.asBool() ? "True" : "False");
    break;
  case ArgKind::Int:
    OS << A.asInt();
    break;
  case ArgKind::Float:
    OS << llvm::format("%g", A.asFloat()) << "f";
    break;
  case ArgKind::String:
    OS << '"' << A.str() << '"';
    break;
  case ArgKind::DType:
    OS << toString(A.asDType());
    break;
  case ArgKind::Device:
    OS << "device " << A.str();
    break;
  case ArgKind::Function:
    OS << "fn " << A.str();
    break;
  default:
    OS << '<';
    llvm::interleaveComma(A.elements(), OS,
                          [&](const Argument &E) { printValue(E, OS); });
    OS << '>';
  }
}

/// One line per module: `path: Class(args) {tensors} "text"`.
std::string dump(const Module &Root) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Root.walk([&](const Module &M, StringRef Path) {
    OS << Path << ": " << (M.className() ? M.className().str() : "?") << '(';
    llvm::interleaveComma(M.args(), OS,
                          [&](const Argument &A) { printValue(A, OS); });
    for (const KwArg &K : M.kwargs()) {
      OS << (&K == M.kwargs().begin() && M.args().empty() ? "" : ", ")
         << K.Name.str() << '=';
      printValue(K.Value, OS);
    }
    OS << ')';
    for (const TensorAttr &T : M.tensors()) {
      OS << " {" << (T.Role == TensorAttr::Parameter ? "" : "const ")
         << T.Name.str() << ' ';
      printValue(T.Type, OS);
      OS << '}';
    }
    for (const KwArg &A : M.attributes()) {
      OS << " [" << A.Name.str() << '=';
      printValue(A.Value, OS);
      OS << ']';
    }
    for (const std::string &Line : M.extraText())
      OS << " '" << Line << "'";
    OS << '\n';
  });
  return Text;
}

struct Reader {
  Context Ctx;
  llvm::SourceMgr SM;
  std::string Messages;
  unsigned Errors = 0, Warnings = 0;

  std::unique_ptr<Module> read(StringRef Text) {
    unsigned Id = SM.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBuffer(Text, "t.txt", false), {});
    DiagnosticEngine Diags(&SM);
    llvm::raw_string_ostream OS(Messages);
    Diags.setStream(OS);
    std::unique_ptr<Module> M = parseModuleTree(Ctx, SM, Id, Diags);
    Errors = Diags.numErrors();
    Warnings = Diags.numWarnings();
    return M;
  }
  std::string tree(StringRef Text) {
    std::unique_ptr<Module> M = read(Text);
    return M ? dump(*M) : "error\n" + Messages;
  }
};

std::string tree(StringRef Text) { return Reader().tree(Text); }

TEST(ModuleTree, Leaves) {
  EXPECT_EQ(tree("ReLU()"), ": ReLU()\n");
  EXPECT_EQ(tree("\n\nReLU(inplace=True)\n\n"), ": ReLU(inplace=True)\n");
  EXPECT_EQ(tree("// comment\nConv2d(4, 6, kernel_size=(3, 3), stride=(1, 1), "
                 "padding=same, bias=False)\n// comment\n"),
            ": Conv2d(4, 6, kernel_size=<3, 3>, stride=<1, 1>, "
            "padding=\"same\", bias=False)\n");
  EXPECT_EQ(tree("LayerNorm((4,), eps=1e-05, elementwise_affine=True)"),
            ": LayerNorm(<4>, eps=1e-05f, elementwise_affine=True)\n");
  EXPECT_EQ(tree("Hardshrink(0.5)"), ": Hardshrink(0.5f)\n");
  EXPECT_EQ(tree("GELU(approximate='tanh')"), ": GELU(approximate=\"tanh\")\n");
  EXPECT_EQ(tree("X( )"), ": X()\n");
  EXPECT_EQ(tree("lora.Linear(3, 4)"), ": lora.Linear(3, 4)\n");
  EXPECT_EQ(tree("Custom[Name, int]()"), ": Custom[Name, int]()\n");
  EXPECT_EQ(tree("X(f=<function a at 0x1>, t=tensor([1], dtype=torch.uint8), "
                 "d=torch.qint8, q=torch.per_tensor_affine, v=1.2.3)"),
            ": X(f=\"<function a at 0x1>\", t=\"tensor([1], "
            "dtype=torch.uint8)\", d=torch.qint8, q=fn "
            "torch.per_tensor_affine, v=\"1.2.3\")\n");
  EXPECT_EQ(tree("RecursiveScriptModule(original_name=ReLU)"),
            ": ReLU() 'original_name=ReLU'\n");
}

TEST(ModuleTree, FreeText) {
  EXPECT_EQ(tree("X(f=<function a at 0x1>, s='x)(')"),
            ": X(f=\"<function a at 0x1>\", s=\"x)(\")\n");
  EXPECT_EQ(tree("X(see (below)"), ": X() 'see (below'\n");
  EXPECT_EQ(tree("X(hello, big world)"), ": X() 'hello, big world'\n");
  EXPECT_EQ(tree("X(a=1, a=2)"), ": X() 'a=1, a=2'\n");
  EXPECT_EQ(tree("X(a=1, 2)"), ": X() 'a=1, 2'\n");
  EXPECT_EQ(tree("X(it's, 3)"), ": X(\"it's\", 3)\n");
  EXPECT_EQ(tree("X(\n  a=1,\n  \n  b=(\n    2)\n  (k): ReLU()\n)"),
            ": X(a=1, b=2)\nk: ReLU()\n");
  EXPECT_EQ(tree("X(\n  a=1\n  b is 2\n)"), ": X() 'a=1' 'b is 2'\n");
  EXPECT_EQ(tree("X(\n  \n  \n)"), ": X()\n");
}

TEST(ModuleTree, Children) {
  EXPECT_EQ(tree("N(\n  (a): S(\n    (0): ReLU()\n    (x-1): B()\n  )\n"
                 "  (b): L(3)\n)\n"),
            ": N()\na: S()\na.0: ReLU()\na.x-1: B()\nb: L(3)\n");
  EXPECT_EQ(tree("ParametrizedLinear(\n  in_features=2, bias=True\n"
                 "  (p): ModuleDict(\n    (w): _Norm()\n  )\n)"),
            ": ParametrizedLinear(in_features=2, bias=True)\n"
            "p: ModuleDict()\np.w: _Norm()\n");
  // Keys may hold nearly everything.
  EXPECT_EQ(tree("D(\n  (a b): ReLU()\n  ((x): y): ReLU()\n)"),
            ": D()\na b: ReLU()\n(x): y: ReLU()\n");
  EXPECT_EQ(tree("X(\n  (k): ReLU()\n  (none): None\n)"),
            ": X() [none=None]\nk: ReLU()\n");
  // Indented as a whole, with Windows line ends.
  EXPECT_EQ(tree("  N(\r\n    (a): ReLU()\r\n  )\r\n"), ": N()\na: ReLU()\n");
}

TEST(ModuleTree, Ranges) {
  EXPECT_EQ(tree("M(\n  (0-1): 2 x S(\n    (0-1): 2 x ReLU()\n  )\n"
                 "  (2): Tanh()\n)"),
            ": M()\n0: S()\n0.0: ReLU()\n0.1: ReLU()\n"
            "1: S()\n1.0: ReLU()\n1.1: ReLU()\n2: Tanh()\n");
  EXPECT_EQ(tree("M(\n  (0-1): ReLU()\n)"), ": M()\n0-1: ReLU()\n");
}

TEST(ModuleTree, OwnRepr) {
  EXPECT_EQ(tree("X(\n  (k): Own says (hi): \n    there\n  (l): ReLU()\n)"),
            ": X()\nk: ?() 'Own says (hi):' 'there'\nl: ReLU()\n");
  EXPECT_EQ(tree("X(\n  (k): Own says\n  there\n  (l): ReLU()\n)"),
            ": X()\nk: ?() 'Own says' 'there'\nl: ReLU()\n");
  EXPECT_EQ(tree("X(\n  (k): Own(a=1,\n      b=2)\n  (l): ReLU()\n)"),
            ": X()\nk: Own(a=1, b=2)\nl: ReLU()\n");
  EXPECT_EQ(tree("X(\n  (k): Own(\n  a=1\n  b=2\n  )\n  (l): ReLU()\n)"),
            ": X()\nk: Own(a=1, b=2)\nl: ReLU()\n");
}

TEST(ModuleTree, ParameterLists) {
  EXPECT_EQ(
      tree("X(\n  (p): ParameterList(\n"
           "      (0): Parameter containing: [torch.float32 of size 2x3]\n"
           "      (1): Object of type: str\n"
           "      (2): Tensor containing: [torch.int64 of size ]\n  )\n)"),
      ": X()\np: ParameterList() {0 <torch.float32, <2, 3>, None, None>} "
      "{const 2 <torch.int64, <>, None, None>}\n");
  EXPECT_EQ(tree("ParameterDict(  (a): Parameter containing: "
                 "[torch.cuda.HalfTensor of size 2 (GPU 1)])"),
            ": ParameterDict() {a <torch.float16, <2>, None, device cuda:1>}"
            "\n");
  EXPECT_EQ(tree("ParameterList(  (0): Parameter containing: "
                 "[torch.float32 of size 2 (cuda:0)])"),
            ": ParameterList() {0 <torch.float32, <2>, None, device cuda:0>}"
            "\n");
}

TEST(ModuleTree, TextThatLooksLikeChildren) {
  Reader R;
  EXPECT_EQ(R.tree("X(\n  (0): ReLU()\n  (k): Linear(in_features=2)\n"
                   "  (k): ReLU()\n)"),
            ": X() '(0): ReLU()' '(k): Linear(in_features=2)'\nk: ReLU()\n");
  EXPECT_EQ(R.Warnings, 1u);
  EXPECT_NE(R.Messages.find("t.txt:3:3: warning: '(k): ...' is taken as text"),
            std::string::npos)
      << R.Messages;
  EXPECT_EQ(tree("X(\n  (0): S(\n    (1): ReLU()\n  )\n  more\n"
                 "  (k): ReLU()\n)"),
            ": X() '(0): S(' '(1): ReLU()' ')' 'more'\nk: ReLU()\n");
}

TEST(ModuleTree, GraphModuleCode) {
  EXPECT_EQ(tree("GraphModule(\n  (0): ReLU()\n)\n\n\n\ndef forward(self, x):\n"
                 "    return x\n"),
            ": GraphModule()\n0: ReLU()\n");
  EXPECT_EQ(tree("GraphModule()\n\n\n\ndef forward(self, x):\n"
                 "    return x\n"),
            ": GraphModule()\n");
}

std::string errors(StringRef Text) {
  Reader R;
  EXPECT_FALSE(R.read(Text));
  EXPECT_GE(R.Errors, 1u);
  std::string Heads;
  llvm::SmallVector<StringRef> Lines;
  StringRef(R.Messages).split(Lines, '\n');
  for (StringRef L : Lines)
    if (L.starts_with("t.txt:"))
      Heads += L.drop_front(6).str() + "\n";
  return Heads;
}

TEST(ModuleTree, Errors) {
  EXPECT_EQ(errors(""), "1:1: error: there is no module tree in this text\n");
  EXPECT_EQ(errors("\n  \n// x\n"),
            "1:1: error: there is no module tree in this text\n");
  EXPECT_EQ(errors("graph():\n    %x : placeholder\n"),
            "1:1: error: expected a module as print(module) shows it, such as "
            "'ReLU()'\n");
  EXPECT_EQ(errors("N(\n  (a): ReLU()\n"),
            "1:1: error: 'N(' is not closed with ')'\n");
  // Several in one run.
  EXPECT_EQ(errors("N(\n  (a): S(\n    (b): R()\n  (c): T(x\n  (0-2): 2 x R()\n"
                   "  (2-0): 0 x R()\n)\n"),
            "2:8: error: 'S(' is not closed with ')'\n"
            "4:8: error: 'T(' is not closed with ')'\n"
            "5:4: error: the range '(0-2)' does not have as many names as '2 "
            "x' has modules\n"
            "6:4: error: the range '(2-0)' does not have as many names as '0 "
            "x' has modules\n");
  EXPECT_EQ(errors("N(\n  (a): ReLU()\n  )\n)\n"),
            "3:3: error: expected '(NAME): ...' or the ')' of 'N(', not ')'\n");
  EXPECT_EQ(errors("ReLU()\nReLU()\n"),
            "2:1: error: text after the end of the module tree\n");
  EXPECT_EQ(errors("M(\n  (0-999999): 1000000 x ReLU()\n)"),
            "2:25: error: more than 1000000 modules in one tree\n");
  EXPECT_EQ(errors("M(\n  (0-18446744073709551615): 18446744073709551615 x "
                   "ReLU()\n)"),
            "2:4: error: the range '(0-18446744073709551615)' does not have as "
            "many names as '18446744073709551615 x' has modules\n");
}

TEST(ModuleTree, DepthLimit) {
  auto Nested = [](unsigned Depth) {
    std::string Text = "N(\n";
    for (unsigned I = 1; I != Depth; ++I)
      Text += std::string(2 * I, ' ') + "(a): N(\n";
    for (unsigned I = Depth; I-- != 0;)
      Text += std::string(2 * I, ' ') + ")\n";
    return Text;
  };
  EXPECT_TRUE(Reader().read(Nested(MaxModuleDepth)));
  EXPECT_EQ(errors(Nested(MaxModuleDepth + 1)),
            "201:406: error: modules nest more than 200 levels deep\n");
}

TEST(ModuleTree, LargeTreesAreFast) {
  std::string Text = "N(\n";
  for (unsigned I = 0; I != 40000; ++I)
    Text += "  (conv" + std::to_string(I) +
            "): Conv2d(64, 64, kernel_size=(3, 3), stride=(1, 1))\n";
  Text += ")\n";
  auto Begin = std::chrono::steady_clock::now();
  Reader R;
  std::unique_ptr<Module> M = R.read(Text);
  ASSERT_TRUE(M);
  EXPECT_EQ(M->children().size(), 40000u);
  std::chrono::duration<double> Time = std::chrono::steady_clock::now() - Begin;
  EXPECT_LT(Time.count(), 5.0);
}

} // namespace
