//===- PT2ArchiveTest.cpp - What torch.export saves: the container --------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestArchives.h"

using namespace fx;
using namespace fx::test;
using llvm::StringRef;

namespace {
using Records = std::vector<RecordText>;
using Names = std::vector<std::string>;

std::string problem(const Records &R, StringRef Root = "m") {
  return message(openPT2(writeArchive(R, Root)));
}

/// The usual records, one of them with another text, or without it.
Records with(StringRef Name, std::optional<std::string> Text) {
  Records Result;
  for (RecordText &R : usualRecords())
    if (R.Name != Name)
      Result.push_back(R);
    else if (Text)
      Result.push_back({R.Name, *Text});
  return Result;
}
Records plus(Records More) {
  Records Result = usualRecords();
  Result.insert(Result.end(), More.begin(), More.end());
  return Result;
}

/// A zip archive with these records that is in no folder, or deflated.
std::string plainZip(const Records &R, StringRef Prefix, bool Deflated) {
  ZipParts Zip;
  for (const RecordText &Record : R) {
    std::string Name = (Prefix + Record.Name).str();
    if (Deflated)
      Zip.Parts.push_back(
          {Name, deflate(Record.Text), 8, 0, Record.Text.size()});
    else
      Zip.Parts.push_back({Name, Record.Text});
  }
  return Zip.str();
}
} // namespace

TEST(PT2ArchiveTest, ListsRecords) {
  auto A = llvm::cantFail(
      openPT2(writeArchive(plus({{"extra/a/b", "text"},
                                 {"data/aotinductor/model/x.so", "elf"},
                                 {"data/executorch/x", ""},
                                 {"xl_model_weights/x", ""},
                                 {"data/weights/", ""}}))));
  EXPECT_EQ(A->generation(), PT2Archive::Generation::C);
  EXPECT_EQ(A->root(), "m");
  EXPECT_FALSE(A->isBigEndian());
  std::vector<PT2Kind> Kinds;
  for (const ZipEntry &Entry : A->entries())
    Kinds.push_back(A->kind(Entry));
  EXPECT_EQ(Kinds,
            (std::vector<PT2Kind>{
                PT2Kind::Weight, PT2Kind::WeightsConfig, PT2Kind::Constant,
                PT2Kind::ConstantsConfig, PT2Kind::Program,
                PT2Kind::SampleInputs, PT2Kind::ArchiveFormat,
                PT2Kind::ArchiveVersion, PT2Kind::Version, PT2Kind::ByteOrder,
                PT2Kind::SerializationId, PT2Kind::Extra, PT2Kind::AOTInductor,
                PT2Kind::ExecuTorch, PT2Kind::Other, PT2Kind::Other}));
  ASSERT_EQ(A->models().size(), 1u);
  const PT2Model &Model = A->models()[0];
  EXPECT_EQ(Model.Name, "model");
  EXPECT_EQ(A->findModel("model"), &Model);
  EXPECT_EQ(A->findModel("other"), nullptr);
  EXPECT_EQ(llvm::cantFail(A->read(*Model.Program)), "{\"program\": 1}");
  EXPECT_EQ(A->name(*Model.WeightsConfig),
            "data/weights/model_weights_config.json");
  EXPECT_EQ(A->name(*Model.ConstantsConfig),
            "data/constants/model_constants_config.json");
  EXPECT_EQ(Model.SampleInputs->Size, 0u);
  EXPECT_EQ(Model.PickledWeights, nullptr);
  EXPECT_EQ(Model.PickledConstants, nullptr);
  EXPECT_EQ(llvm::cantFail(A->read("extra/a/b")), "text");
  EXPECT_EQ(message(A->read("extra/c")), "a.pt2: there is no record 'extra/c'");
}

TEST(PT2ArchiveTest, ListsSeveralModels) {
  auto A = llvm::cantFail(PT2Archive::open(inputPath("pkg_two_models.pt2")));
  ASSERT_EQ(A->models().size(), 2u);
  for (const PT2Model &Model : A->models()) {
    EXPECT_EQ(A->findModel(Model.Name), &Model);
    EXPECT_NE(Model.WeightsConfig, nullptr);
    EXPECT_NE(Model.ConstantsConfig, nullptr);
    EXPECT_EQ(A->kind(*Model.WeightsConfig), PT2Kind::WeightsConfig);
  }
}

TEST(PT2ArchiveTest, TakesWhatPyTorchTakes) {
  EXPECT_EQ(problem(usualRecords()), "");
  EXPECT_EQ(problem(usualRecords(), "a b.\xC3\xA4"), "");
  EXPECT_EQ(problem(with(".data/serialization_id", std::nullopt)), "");
  EXPECT_EQ(problem(with("byteorder", std::nullopt)), "");
  EXPECT_EQ(problem(with(".data/version", "1")), "");
  EXPECT_EQ(problem(with(".data/version", "10")), "");
  Records Old = with(".data/version", std::nullopt);
  Old.push_back({"version", "6\n"});
  EXPECT_EQ(problem(Old), "");
  EXPECT_EQ(problem(plus({{"unknown", "x"}, {"extra/x", "\xC3\xA4"}})), "");
  // No program: compiled code alone.
  EXPECT_EQ(problem({{"data/aotinductor/model/x.so", "elf"},
                     {"archive_format", "pt2"},
                     {"archive_version", "0"},
                     {".data/version", "6\n"}}),
            "");
  Records Reversed = usualRecords();
  std::reverse(Reversed.begin(), Reversed.end());
  EXPECT_EQ(problem(Reversed), "");
  for (bool Deflated : {false, true})
    EXPECT_EQ(message(openPT2(plainZip(usualRecords(), "r/", Deflated))), "");
  EXPECT_EQ(message(openPT2(plainZip(plus({{"", ""}}), "r/", false))), "");
  auto Big = llvm::cantFail(openPT2(writeArchive(with("byteorder", "big"))));
  EXPECT_TRUE(Big->isBigEndian());
}

TEST(PT2ArchiveTest, RefusesWhatPyTorchRefuses) {
  for (const char *Name :
       {"archive_format", "archive_version", ".data/version",
        "data/sample_inputs/model.pt", "data/weights/model_weights_config.json",
        "data/constants/model_constants_config.json"})
    EXPECT_EQ(problem(with(Name, std::nullopt)),
              std::string("a.pt2: there is no record 'm/") + Name + "'");
  EXPECT_EQ(problem(with("archive_format", "pt2\n")),
            "a.pt2: record 'm/archive_format': it says 'pt2\\n' instead of "
            "'pt2'");
  EXPECT_EQ(problem(with("archive_version", "1")),
            "a.pt2: record 'm/archive_version': version '1' of the archive is "
            "not known, only '0'");
  for (std::string Text : {"0", "99", "", "-1", "x", "6x"})
    EXPECT_EQ(problem(with(".data/version", Text)),
              "a.pt2: record 'm/.data/version': version '" + Text +
                  "' of the container is not one of 1 to 10");
  EXPECT_EQ(
      problem(plus({{"models/readme.txt", ""}})),
      "a.pt2: record 'm/models/readme.txt': it is not a program, yet among "
      "the programs");
  EXPECT_EQ(
      problem(plus({{"models/.json", ""}})),
      "a.pt2: record 'm/models/.json': it is not a program, yet among the "
      "programs");
  EXPECT_EQ(problem(plus({{"models/b.json", ""}})),
            "a.pt2: there is no record 'm/data/sample_inputs/b.pt'");
  EXPECT_EQ(problem(plus({{"extra/x", "\xff"}})),
            "a.pt2: record 'm/extra/x': it is not UTF-8 text, as extra files "
            "must be");
  // Folders.
  EXPECT_EQ(
      message(openPT2(plainZip(usualRecords(), "", false))),
      "a.pt2: this is not an archive of torch.export: its records are in no "
      "common folder");
  EXPECT_EQ(
      message(openPT2(plainZip({{"a", ""}}, "", false))),
      "a.pt2: this is not an archive of torch.export: its records are in no "
      "common folder");
  EXPECT_EQ(message(openPT2(plainZip(usualRecords(), "r/s/", false))),
            "a.pt2: there is no record 'r/archive_format'");
  ZipParts Other{{{"r/a", ""}, {"rs/b", ""}}};
  EXPECT_EQ(message(openPT2(Other.str())),
            "a.pt2: record 'rs/b': it is not in the folder 'r' of the others");
  // Other archives of PyTorch.
  EXPECT_EQ(message(openPT2(ZipParts{{}}.str())),
            "a.pt2: this is not an archive of torch.export: it is empty");
  EXPECT_EQ(
      problem({{"data.pkl", ""}, {"constants.pkl", ""}}),
      "a.pt2: this is not an archive of torch.export: it is a TorchScript "
      "archive (torch.jit.save)");
  EXPECT_EQ(problem({{"data.pkl", ""}, {"version", "3"}}),
            "a.pt2: this is not an archive of torch.export: it holds values "
            "that torch.save pickled, and no graph; give a graph here, and "
            "this file by --weights=FILE or fx-run --inputs=FILE");
}

TEST(PT2ArchiveTest, KnowsPickledStates) {
  Records B = with("data/weights/model_weights_config.json", std::nullopt);
  B.push_back({"data/weights/model.pt", "pickle"});
  auto A = llvm::cantFail(openPT2(writeArchive(B)));
  EXPECT_EQ(A->generation(), PT2Archive::Generation::B);
  EXPECT_EQ(A->models()[0].WeightsConfig, nullptr);
  ASSERT_NE(A->models()[0].PickledWeights, nullptr);
  EXPECT_EQ(A->kind(*A->models()[0].PickledWeights), PT2Kind::PickledState);
  // Beside a table it has precedence.
  A = llvm::cantFail(
      openPT2(writeArchive(plus({{"data/weights/model.pt", ""}}))));
  EXPECT_EQ(A->generation(), PT2Archive::Generation::B);
  EXPECT_NE(A->models()[0].WeightsConfig, nullptr);
  EXPECT_NE(A->models()[0].PickledWeights, nullptr);
}

TEST(PT2ArchiveTest, KnowsFlatArchives) {
  Records Flat{{"version", "5.3"},
               {"serialized_exported_program.json", "{}"},
               {"serialized_state_dict.pt", "s"},
               {"serialized_constants.pt", "c"},
               {"serialized_example_inputs.pt", "e"},
               {"extra_files/a", "text"}};
  auto A = llvm::cantFail(openPT2(plainZip(Flat, "", false)));
  EXPECT_EQ(A->generation(), PT2Archive::Generation::A);
  EXPECT_EQ(A->root(), "");
  ASSERT_EQ(A->models().size(), 1u);
  EXPECT_EQ(A->models()[0].Name, "model");
  EXPECT_EQ(llvm::cantFail(A->read(*A->models()[0].PickledWeights)), "s");
  EXPECT_EQ(llvm::cantFail(A->read(*A->models()[0].PickledConstants)), "c");
  EXPECT_EQ(llvm::cantFail(A->read(*A->models()[0].SampleInputs)), "e");
  EXPECT_EQ(A->kind(*A->find("extra_files/a")), PT2Kind::Extra);

  // As PyTorch 2.1 wrote them.
  Flat[2].Name = "serialized_state_dict.json";
  Flat[3].Name = "serialized_constants.json";
  Flat.erase(Flat.begin() + 4);
  A = llvm::cantFail(openPT2(plainZip(Flat, "", false)));
  EXPECT_EQ(llvm::cantFail(A->read(*A->models()[0].PickledWeights)), "s");
  EXPECT_EQ(A->models()[0].SampleInputs, nullptr);

  Flat.erase(Flat.begin() + 2);
  EXPECT_EQ(message(openPT2(plainZip(Flat, "", false))),
            "a.pt2: there is no record 'serialized_state_dict.pt'");
}

TEST(PT2ArchiveTest, SurvivesEveryDamagedByte) {
  std::string Bytes = writeArchive(plus({{"extra/x", "text"}}));
  for (size_t At = 0; At != Bytes.size(); ++At)
    for (int Change : {0x01, 0x80, 0xff}) {
      std::string Damaged = Bytes;
      Damaged[At] ^= Change;
      auto A = openPT2(Damaged);
      if (!A) {
        EXPECT_NE(message(A.takeError()), "");
        continue;
      }
      // What is taken can be written, but for what only a local header shows.
      std::string Written;
      llvm::raw_string_ostream OS(Written);
      StreamOutput Out(OS);
      PT2Writer Writer(**A);
      Writer.set("extra/y", Payload::owned("y"));
      if (!message(Writer.write(Out)).empty())
        continue;
      EXPECT_EQ(recordNames(Written).size(), (*A)->entries().size() + 1);
    }
}
