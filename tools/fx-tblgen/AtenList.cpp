//===- AtenList.cpp - The operator list as fx-tblgen reads it ---*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtenList.h"
#include "fx/IR/OpSchema.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/TableGen/Error.h"

using namespace fx;
using namespace fx::tblgen;
using llvm::ArrayRef;
using llvm::StringRef;

static llvm::cl::opt<std::string>
    AtenFile("aten-schemas", llvm::cl::value_desc("file"),
             llvm::cl::desc("The operator list of PyTorch"));

const AtenList *AtenList::get() {
  static const std::unique_ptr<AtenList> List = [] {
    std::unique_ptr<AtenList> Result;
    if (!AtenFile.empty()) {
      Result = std::make_unique<AtenList>();
      Result->read(AtenFile);
    }
    return Result;
  }();
  return List.get();
}

void AtenList::read(StringRef Path) {
  auto File = llvm::MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!File)
    llvm::PrintFatalError("cannot read '" + Path +
                          "': " + File.getError().message());
  Buffer = std::move(*File);
  llvm::BumpPtrAllocator Memory;
  llvm::line_iterator Line(*Buffer, /*SkipBlanks=*/true, '#');
  for (; !Line.is_at_end(); ++Line) {
    auto Fail = [&](const llvm::Twine &Message) {
      llvm::PrintFatalError(Path + ":" + llvm::Twine(Line.line_number()) +
                            ": " + Message);
    };
    llvm::SmallVector<StringRef, 5> Columns;
    Line->split(Columns, '\t');
    if (Columns.size() != 5)
      Fail("expected five columns");
    AtenOverload Overload = {Columns[0], Columns[1], Columns[2], Columns[3],
                             Columns[4]};
    if (!Overload.Name.contains("::"))
      Fail("expected a name with a namespace");
    if (!Overloads.empty() && Overloads.back().Name >= Overload.Name)
      Fail("the list is not sorted by name");
    llvm::Expected<fx::OpSchema> Schema =
        fx::parseOpSchema(Overload.Schema, Memory);
    if (!Schema)
      Fail(llvm::toString(Schema.takeError()));
    auto [It, New] = Bases.try_emplace(Overload.base(), Overloads.size(), 0u);
    ++It->second.second;
    Overloads.push_back(Overload);
  }
}

ArrayRef<AtenOverload> AtenList::lookup(StringRef Base) const {
  std::string Qualified =
      Base.contains("::") ? Base.str() : ("aten::" + Base).str();
  auto It = Bases.find(Qualified);
  if (It == Bases.end())
    return {};
  return ArrayRef(Overloads).slice(It->second.first, It->second.second);
}
