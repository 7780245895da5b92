//===- PythonRules.cpp - Rules that are functions in Python ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PyModule.h"
#include "PythonPass.h"
#include "fx/Rewrite/RuleFromGraph.h"
#include "fx/Rewrite/RuleLibrary.h"
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

using namespace fxpy;
using namespace fx;
namespace nb = nanobind;

/// The text of a rule whose pattern and result were traced.
static std::string ruleText(const std::string &Name,
                            const std::string &Attributes,
                            std::vector<std::string> Where,
                            std::vector<std::string> Page, PyModule &Pattern,
                            PyModule &Result) {
  PyModule::Use OfPattern(Pattern), OfResult(Result);
  llvm::Expected<std::string> Text =
      rewrite::ruleFrom({Name, Attributes, std::move(Where), std::move(Page)},
                        Pattern.module(), Result.module());
  if (Text)
    return std::move(*Text);
  Messages Said;
  Said.add(Text.takeError());
  Said.raise("RuleError");
}

void fxpy::bindRules(nb::module_ &Fx) {
  Fx.def("rule_text", &ruleText, nb::arg("name"), nb::arg("attributes"),
         nb::arg("where"), nb::arg("page"), nb::arg("pattern"),
         nb::arg("result"));
  Fx.def(
      "provide_rules",
      [](const std::string &Name, const std::string &Text) {
        rewrite::provideRules(Name, Text);
      },
      nb::arg("name"), nb::arg("text"));
}
