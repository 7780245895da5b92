//===- PT2WriterTest.cpp - Writing what torch.export saves ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestArchives.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::test;
using llvm::Error;
using llvm::StringRef;

namespace {
using Names = std::vector<std::string>;

/// Contents of a record of an archive.
std::string read(StringRef Archive, StringRef Name) {
  auto A = llvm::cantFail(openPT2(Archive));
  return llvm::cantFail(A->read(Name)).str();
}

/// Archives that PyTorch 2.13 wrote.
const char *const RealFiles[] = {
    "mlp_minimal.pt2",         "pkg_two_models.pt2",
    "state_storage_views.pt2", "pkg_extra_files_unicode.pt2",
    "obj_torchbind_foo.pt2",   "io_empty_program.pt2",
    "types_empty.pt2",         "obj_subclass_weights.pt2",
    "state_constants.pt2"};
} // namespace

TEST(PT2WriterTest, ReproducesPyTorchsBytes) {
  for (const char *File : RealFiles) {
    SCOPED_TRACE(File);
    auto A = llvm::cantFail(PT2Archive::open(inputPath(File)));
    std::string Bytes;
    llvm::raw_string_ostream OS(Bytes);
    StreamOutput Out(OS);
    // From nothing but names and contents.
    ZipWriter Zip(Out, A->root());
    for (const ZipEntry &Entry : A->entries()) {
      StringRef Contents = llvm::cantFail(A->read(Entry));
      EXPECT_EQ(message(Zip.add(A->name(Entry),
                                A->kind(Entry) == PT2Kind::SerializationId
                                    ? Zip.serializationId()
                                    : Contents)),
                "");
    }
    EXPECT_EQ(message(Zip.finish()), "");
    EXPECT_EQ(Bytes, readInput(File));
  }
}

TEST(PT2WriterTest, RewritesPyTorchsBytes) {
  for (const char *File : RealFiles) {
    SCOPED_TRACE(File);
    auto A = llvm::cantFail(PT2Archive::open(inputPath(File)));
    PT2Writer Writer(*A);
    EXPECT_TRUE(Writer.isUnchanged());
    EXPECT_EQ(writeToString(Writer), readInput(File));
    // There and back again.
    Writer.set("extra/new", Payload::owned("x"));
    Writer.drop("byteorder");
    EXPECT_FALSE(Writer.isUnchanged());
    std::string Changed = writeToString(Writer);
    EXPECT_NE(Changed, readInput(File));
    auto B = llvm::cantFail(openPT2(Changed));
    PT2Writer Back(*B);
    Back.drop("extra/new");
    Back.set("byteorder", Payload::owned("little"));
    EXPECT_FALSE(Back.isUnchanged());
    EXPECT_EQ(writeToString(Back), readInput(File));
  }
}

TEST(PT2WriterTest, NoticesThatNothingChanged) {
  // Not as PyTorch would write it.
  ZipParts Parts;
  for (const RecordText &R : usualRecords())
    Parts.Parts.push_back(
        {"m/" + R.Name, deflate(R.Text), 8, 0, R.Text.size()});
  Parts.Parts.push_back({"m/", ""});
  Parts.Comment = "comment";
  std::string Bytes = Parts.str();
  auto A = llvm::cantFail(openPT2(Bytes));
  PT2Writer Writer(*A);
  EXPECT_EQ(writeToString(Writer), Bytes);
  Writer.set("models/model.json", Payload::owned("{\"program\": 1}"));
  Writer.set("data/constants/tensor_0", Payload::reference("abc"));
  Writer.drop("byteorder");
  Writer.set("byteorder", Payload::owned("little"));
  Writer.set("extra/a", Payload::owned("new"));
  Writer.drop("extra/a");
  EXPECT_TRUE(Writer.isUnchanged());
  EXPECT_EQ(writeToString(Writer), Bytes);

  Writer.set("models/model.json", Payload::owned("{\"program\": 2}"));
  EXPECT_FALSE(Writer.isUnchanged());
  std::string Changed = writeToString(Writer);
  EXPECT_EQ(read(Changed, "models/model.json"), "{\"program\": 2}");
  EXPECT_EQ(read(Changed, "data/constants/tensor_0"), "abc");
  EXPECT_EQ(read(Changed, ".data/serialization_id").size(), 40u);
}

TEST(PT2WriterTest, WritesRecordsWhileTheyAreMade) {
  TemporaryFolder Folder;
  std::string Bytes = readInput("mlp_minimal.pt2");
  auto A = llvm::cantFail(PT2Archive::open(inputPath("mlp_minimal.pt2")));
  const std::string Name = "models/model.json";
  std::string Old = llvm::cantFail(A->read(Name)).str();
  // Who fails after the last byte has not written the same.
  PT2Writer Fails(*A);
  Fails.setMade(Name, [&](llvm::raw_ostream &OS) {
    OS << Old;
    return llvm::createStringError("it fails");
  });
  EXPECT_FALSE(Fails.isUnchanged());
  EXPECT_TRUE(
      StringRef(message(Fails.write(Folder / "f.pt2"))).contains("it fails"));
  // Shorter, longer, different at each end and in the middle, and the same.
  std::vector<std::string> Texts = {Old, Old.substr(0, 100), Old + "x", "",
                                    "x", "x" + Old.substr(1)};
  Texts.push_back(Old.substr(0, 200) + "y" + Old.substr(201));
  Texts.push_back(Old.substr(0, Old.size() - 1) + "y");
  for (const std::string &Text : Texts) {
    SCOPED_TRACE(Text.size());
    PT2Writer Whole(*A), Made(*A);
    Whole.set(Name, Payload::owned(Text));
    unsigned Calls = 0;
    Made.setMade(Name, [&](llvm::raw_ostream &OS) {
      ++Calls;
      StringRef Rest = Text;
      for (; !Rest.empty();
           Rest = Rest.drop_front(std::min<size_t>(Rest.size(), 150)))
        OS << Rest.take_front(150);
      return Error::success();
    });
    EXPECT_EQ(Made.isUnchanged(), Text == Old);
    EXPECT_EQ(Made.isUnchanged(Name), Text == Old);
    Calls = 0;
    std::string Expected = writeToString(Whole);
    EXPECT_EQ(Expected == Bytes, Text == Old);
    // A file can be taken back, so the record is made once, into it.
    EXPECT_EQ(message(Made.write(Folder / "a.pt2")), "");
    EXPECT_EQ(Calls, 1u);
    EXPECT_EQ(readFile(Folder / "a.pt2"), Expected);
    EXPECT_EQ(writeToString(Made), Expected);
  }

  // Several, of which the last decides; and one that is new.
  const std::string Samples = "data/sample_inputs/model.pt";
  std::string Inputs = llvm::cantFail(A->read(Samples)).str();
  PT2Writer Several(*A), Other(*A);
  for (PT2Writer *W : {&Several, &Other}) {
    W->setMade(Name, [&](llvm::raw_ostream &OS) {
      OS << Old;
      return Error::success();
    });
    W->setMade(Samples, [&, IsOther = W == &Other](llvm::raw_ostream &OS) {
      OS << (IsOther ? "other" : Inputs);
      return Error::success();
    });
  }
  EXPECT_EQ(message(Several.write(Folder / "a.pt2")), "");
  EXPECT_EQ(readFile(Folder / "a.pt2"), Bytes);
  EXPECT_EQ(message(Other.write(Folder / "a.pt2")), "");
  EXPECT_EQ(read(readFile(Folder / "a.pt2"), Samples), "other");
  EXPECT_EQ(read(readFile(Folder / "a.pt2"), Name), Old);
  Several.setMade("extra/new", [](llvm::raw_ostream &OS) {
    OS << "made";
    return Error::success();
  });
  EXPECT_EQ(message(Several.write(Folder / "a.pt2")), "");
  EXPECT_EQ(read(readFile(Folder / "a.pt2"), "extra/new"), "made");
}

TEST(PT2WriterTest, WritesNothingWhereMakingFails) {
  TemporaryFolder Folder;
  writeFile(Folder / "a.pt2", "old");
  auto A = llvm::cantFail(PT2Archive::open(inputPath("mlp_minimal.pt2")));
  for (size_t Length : {size_t(0), size_t(100)}) {
    PT2Writer Writer(*A);
    Writer.setMade("models/model.json", [&](llvm::raw_ostream &OS) -> Error {
      OS << std::string(Length, 'x');
      return llvm::createStringError("it cannot be made");
    });
    EXPECT_FALSE(Writer.isUnchanged());
    EXPECT_EQ(toString(Writer.write(Folder / "a.pt2")), "it cannot be made");
    EXPECT_EQ(readFile(Folder / "a.pt2"), "old");
    EXPECT_EQ(Folder.files(), std::vector<std::string>{"a.pt2"});
    // What cannot be taken back is not begun.
    std::string Bytes;
    llvm::raw_string_ostream OS(Bytes);
    StreamOutput Out(OS);
    EXPECT_EQ(toString(Writer.write(Out)), "it cannot be made");
    EXPECT_EQ(Bytes, "");
  }
}

TEST(PT2WriterTest, PutsRecordsWherePyTorchWould) {
  auto A = llvm::cantFail(openPT2(writeArchive({
      {"data/weights/weight_0", "0"},
      {"data/weights/a_weights_config.json", ""},
      {"data/constants/tensor_0", ""},
      {"data/constants/custom_obj_0", ""},
      {"data/constants/a_constants_config.json", ""},
      {"models/a.json", ""},
      {"data/sample_inputs/a.pt", ""},
      {"data/weights/weight_1", "1"},
      {"data/weights/b_weights_config.json", ""},
      {"data/constants/b_constants_config.json", ""},
      {"models/b.json", ""},
      {"data/sample_inputs/b.pt", ""},
      {"archive_format", "pt2"},
      {"archive_version", "0"},
      {".data/version", "6\n"},
      {"byteorder", "little"},
      {".data/serialization_id", ""},
  })));
  PT2Writer Writer(*A);
  EXPECT_EQ(Writer.freeName(pt2::WeightPrefix), "data/weights/weight_2");
  EXPECT_EQ(Writer.freeName(pt2::TensorPrefix), "data/constants/tensor_1");
  EXPECT_EQ(Writer.freeName(pt2::OpaqueObjectPrefix),
            "data/constants/opaque_obj_0");
  auto Add = [&](StringRef Name, StringRef Model) {
    Writer.set(Name, Payload::owned("new"), Model);
  };
  Add("data/weights/weight_2", "a");
  Add("data/weights/weight_3", "b");
  Add("data/constants/tensor_1", "a");
  Add("data/constants/tensor_2", "b");
  Add("data/constants/custom_obj_1", "a");
  Add("extra/x", "");
  Add("data/aotinductor/a/x.so", "");
  Add("data/executorch/x", "");
  Add("unknown", "");
  Add("extra/y", "");
  Add("data/weights/c_weights_config.json", "c");
  Add("data/constants/c_constants_config.json", "c");
  Add("models/c.json", "c");
  Add("data/sample_inputs/c.pt", "c");
  EXPECT_EQ(recordNames(writeToString(Writer)),
            (Names{"data/weights/weight_0",
                   "data/weights/weight_2",
                   "data/weights/a_weights_config.json",
                   "data/constants/tensor_0",
                   "data/constants/tensor_1",
                   "data/constants/custom_obj_0",
                   "data/constants/custom_obj_1",
                   "data/constants/a_constants_config.json",
                   "models/a.json",
                   "data/sample_inputs/a.pt",
                   "data/weights/weight_1",
                   "data/weights/weight_3",
                   "data/weights/b_weights_config.json",
                   "data/constants/tensor_2",
                   "data/constants/b_constants_config.json",
                   "models/b.json",
                   "data/sample_inputs/b.pt",
                   "data/weights/c_weights_config.json",
                   "data/constants/c_constants_config.json",
                   "models/c.json",
                   "data/sample_inputs/c.pt",
                   "data/aotinductor/a/x.so",
                   "extra/x",
                   "extra/y",
                   "data/executorch/x",
                   "unknown",
                   "archive_format",
                   "archive_version",
                   ".data/version",
                   "byteorder",
                   ".data/serialization_id"}));
  Writer.drop(PT2Kind::AOTInductor);
  Writer.drop("none");
  EXPECT_FALSE(Writer.contains("data/aotinductor/a/x.so"));
  EXPECT_TRUE(Writer.contains("extra/x"));
  EXPECT_EQ(recordNames(writeToString(Writer)).size(), 30u);
}

TEST(PT2WriterTest, WritesNewArchives) {
  // The same as PyTorch for the same contents.
  std::string File = readInput("pkg_two_models.pt2");
  auto A = llvm::cantFail(openPT2(File));
  PT2Writer Writer(A->root());
  for (const PT2Model &Model : A->models())
    for (const ZipEntry &Entry : A->entries()) {
      // Its weights stand before its table, its constants too.
      bool IsOwn = false;
      if (A->kind(Entry) <= PT2Kind::SampleInputs)
        for (const ZipEntry &Later :
             A->entries().drop_front(&Entry - A->entries().data()))
          if (A->kind(Later) == PT2Kind::SampleInputs) {
            IsOwn = &Later == Model.SampleInputs;
            break;
          }
      if (IsOwn)
        Writer.set(A->name(Entry), *A, Entry, Model.Name);
    }
  for (const ZipEntry &Entry : A->entries())
    if (A->kind(Entry) == PT2Kind::Extra)
      Writer.set(A->name(Entry), *A, Entry);
  EXPECT_FALSE(Writer.isUnchanged());
  EXPECT_EQ(writeToString(Writer), File);

  EXPECT_EQ(PT2Writer::rootFor("a/b.c.pt2"), "b.c");
  EXPECT_EQ(PT2Writer::rootFor("-"), "archive");
}

TEST(PT2WriterTest, WritesEveryKindOfContents) {
  TemporaryFolder Folder;
  std::string Large(300000, 'x');
  for (size_t I = 0; I != Large.size(); ++I)
    Large[I] = char(I * 7 + I / 256);
  writeFile(Folder / "weights", Large);
  auto File = llvm::cantFail(MappedFile::open(Folder / "weights"));
  writeFile(Folder / "a.pt2", writeArchive(usualRecords()));

  for (bool Share : {false, true}) {
    auto A = llvm::cantFail(PT2Archive::open(Folder / "a.pt2"));
    PT2Writer Writer(*A);
    Writer.set("data/weights/weight_1",
               Payload::range({File.get(), 0, Large.size()}));
    Writer.set("data/weights/weight_2",
               Payload::range({File.get(), 5000, 100000}));
    Writer.set("data/weights/weight_3",
               Payload::stream(Large.size(), [&](llvm::raw_ostream &OS) {
                 OS << Large;
                 return Error::success();
               }));
    Writer.set("data/weights/weight_4", Payload::reference(Large));
    // Over its own source.
    PT2Writer::Options Options;
    Options.ShareBlocks = Share;
    EXPECT_EQ(message(Writer.write(Folder / "a.pt2", Options)), "");
    std::string Bytes = readFile(Folder / "a.pt2");
    EXPECT_EQ(read(Bytes, "data/weights/weight_1"), Large);
    EXPECT_EQ(read(Bytes, "data/weights/weight_2"), Large.substr(5000, 100000));
    EXPECT_EQ(read(Bytes, "data/weights/weight_3"), Large);
    EXPECT_EQ(read(Bytes, "data/weights/weight_4"), Large);
    EXPECT_EQ(read(Bytes, "models/model.json"), "{\"program\": 1}");
  }
}

TEST(PT2WriterTest, LeavesTheOldFileOnFailure) {
  TemporaryFolder Folder;
  std::string Old = writeArchive(usualRecords());
  writeFile(Folder / "a.pt2", Old);
  auto A = llvm::cantFail(PT2Archive::open(Folder / "a.pt2"));
  PT2Writer Writer(*A);
  Writer.set("extra/a", Payload::stream(3, [](llvm::raw_ostream &OS) {
               OS << "abcd";
               return Error::success();
             }));
  EXPECT_EQ(message(Writer.write(Folder / "a.pt2")),
            (Folder / "a.pt2") +
                ": record 'm/extra/a': it has 4 bytes instead of 3");
  EXPECT_EQ(readFile(Folder / "a.pt2"), Old);
  EXPECT_EQ(Folder.files(), Names{"a.pt2"});
}
