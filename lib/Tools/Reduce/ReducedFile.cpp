//===- ReducedFile.cpp - The file of what is reduced ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReducedFile.h"
#include "Common/StateFile.h"
#include "ReducedTest.h"
#include "fx/Support/OutputTransaction.h"
#include "fx/Tools/FXOptMain.h"
#include "llvm/Support/FileSystem.h"

using namespace fx;
using namespace llvm;

Error ReducedFile::write(const Candidate &C) {
  const FXOptConfig &Config = Context.Config;
  OutputForm Form = Config.form();
  if (Form == OutputForm::Archive)
    return writeState(*C.M, Context.Origin, Config.Output, Form);
  bool IsTest = Form == OutputForm::Native;
  FailureTest Test = IsTest ? Oracle.test(C) : FailureTest();
  OutputTransaction Files;
  if (Error E = writeStateText(
          *C.M, Context.Origin, Config.Output, Form,
          [&](StringRef Text) {
            return IsTest ? testLines(Test, Config.Output, Text)
                          : std::string();
          },
          Files))
    return E;
  std::vector<std::string> Named = Files.weights();
  if (Error E = Files.commit())
    return E;
  for (const std::string &Old : Weights)
    if (!is_contained(Named, Old))
      (void)sys::fs::remove(Old);
  Weights = std::move(Named);
  return Error::success();
}
