//===- ModelDiffJSON.cpp - Differences of models for programs -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DiffLine.h"
#include "ValueText.h"
#include "fx/Analysis/ModulePaths.h"
#include "fx/Translate/ModelDiff.h"
#include "llvm/Support/JSON.h"
#include <cmath>

using namespace fx;
using namespace llvm;

namespace {
class DiffJSONWriter {
public:
  DiffJSONWriter(const ModelDiff &D, json::OStream &J) : D(D), J(J) {}
  void write(const DiffTextOptions &Options);

private:
  void text(StringRef Key, StringRef Text) {
    J.attribute(Key, json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text));
  }
  /// What is not there is null.
  void textOrNull(StringRef Key, StringRef Text) {
    if (Text.empty())
      J.attribute(Key, nullptr);
    else
      text(Key, Text);
  }
  void number(StringRef Key, double Value) {
    if (std::isnan(Value))
      J.attribute(Key, nullptr);
    else
      J.attribute(Key, int64_t(Value));
  }
  void model(StringRef Key, StringRef File, const ModelInfo &Info);
  void change(const NodeDifference &C);
  void value(const ValueDistance &V);
  void fact(const FactChange &F);

  const ModelDiff &D;
  json::OStream &J;
  ModulePathCache Paths;
};
} // namespace

void DiffJSONWriter::model(StringRef Key, StringRef File,
                           const ModelInfo &Info) {
  J.attributeObject(Key, [&] {
    text("file", File);
    J.attribute("nodes", int64_t(Info.Nodes + Info.NestedNodes));
    J.attributeObject("state", [&] {
      for (const StateCount &C : Info.State)
        J.attributeObject(C.Role, [&] {
          J.attribute("tensors", int64_t(C.Tensors));
          J.attribute("bytes", int64_t(C.Bytes));
        });
    });
    bool Known = Info.Cost.Typed || !Info.Cost.Untyped;
    number("flops", Known ? Info.Cost.FLOPs : NAN);
    number("bytes", Known ? Info.Cost.Bytes : NAN);
    number("peak_bytes", Known ? Info.Cost.PeakBytes : NAN);
    J.attributeObject("operators", [&] {
      for (const NameCount &C : Info.Operators)
        J.attribute(json::fixUTF8(C.Name), int64_t(C.Count));
    });
  });
}

void DiffJSONWriter::fact(const FactChange &F) {
  static constexpr StringLiteral Kinds[] = {
      "argument", "target", "constructor", "type", "annotation",
      "follows",  "name",   "metadata",    "users"};
  J.object([&] {
    J.attribute("kind", Kinds[F.Kind]);
    text("name", F.Name);
    if (F.Kind == FactChange::Users)
      return;
    textOrNull("before", F.Before);
    textOrNull("after", F.After);
  });
}

void DiffJSONWriter::change(const NodeDifference &C) {
  J.object([&] {
    J.attribute("kind", !C.Before     ? "new"
                        : !C.After    ? "gone"
                        : C.isMinor() ? "minor"
                                      : "changed");
    textOrNull("before", C.Before ? C.Before->name() : "");
    textOrNull("after", C.After ? C.After->name() : "");
    text("operator", operatorKey(C.node()));
    text("target", C.node().targetText());
    textOrNull("module", Paths.of(C.node()).value_or(""));
    textOrNull("type", valueText(C.node(), /*WithDevice=*/true));
    J.attribute("moved", C.Moved);
    J.attributeArray("facts", [&] {
      for (const FactChange &F : C.Facts)
        fact(F);
    });
  });
}

void DiffJSONWriter::value(const ValueDistance &V) {
  // JSON has neither infinity nor NaN.
  auto Number = [&](StringRef Key, double ValueErrors::*Field) {
    if (V.Errors && std::isfinite(*V.Errors.*Field))
      J.attribute(Key, *V.Errors.*Field);
    else
      J.attribute(Key, nullptr);
  };
  J.object([&] {
    textOrNull("before", V.Before);
    textOrNull("after", V.After);
    textOrNull("type", V.Errors ? V.Errors->Type : "");
    J.attribute("same_sizes", V.Errors.has_value());
    Number("max_abs", &ValueErrors::MaxAbs);
    Number("max_rel", &ValueErrors::MaxRel);
    Number("of_largest", &ValueErrors::OfLargest);
    Number("cosine", &ValueErrors::Cosine);
  });
}

void DiffJSONWriter::write(const DiffTextOptions &Options) {
  J.object([&] {
    J.attribute("format", "fx-diff");
    J.attribute("version", 1);
    J.attribute("same", D.isSame());
    model("before", Options.Before, D.Before);
    model("after", Options.After, D.After);
    J.attributeObject("count", [&] {
      J.attribute("gone", int64_t(D.Gone));
      J.attribute("new", int64_t(D.New));
      J.attribute("changed", int64_t(D.Changed));
      J.attribute("moved", int64_t(D.Moved));
    });
    J.attributeArray("program", [&] {
      for (const FactChange &F : D.Program)
        J.object([&] {
          text("name", F.Name);
          textOrNull("before", F.Before);
          textOrNull("after", F.After);
        });
    });
    J.attributeArray("state", [&] {
      for (const StateChange &C : D.State)
        J.object([&] {
          text("path", C.Path);
          textOrNull("before", C.Before);
          textOrNull("after", C.After);
          J.attribute("other_bytes", C.OtherBytes);
        });
    });
    if (D.Values)
      J.attributeArray("values", [&] {
        for (const ValueDistance &V : *D.Values)
          value(V);
      });
    J.attributeArray("graphs", [&] {
      for (const GraphDiff &G : D.Graphs)
        J.object([&] {
          text("path", G.Path);
          J.attribute("pairs",
                      int64_t(G.Before && G.After ? G.Pairs.numPairs() : 0));
          J.attributeArray("changes", [&] {
            if (Options.HeadOnly)
              return;
            for (const NodeDifference &C : G.Changes)
              change(C);
          });
        });
    });
  });
}

void fx::writeModelDiff(const ModelDiff &D, json::OStream &J,
                        const DiffTextOptions &Options) {
  DiffJSONWriter(D, J).write(Options);
}
