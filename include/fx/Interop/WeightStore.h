//===- WeightStore.h - The bytes of weights ---------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The state of a module tree names records (Module.h: TensorAttr); a store has
/// their bytes. They are in archives of torch.export and safetensors files,
/// which are opened when somebody asks, and mapped, not read; or in memory,
/// where passes have made them.
///
/// A record never changes: code that computes other bytes adds a record, and
/// lets the state name that. So modules that were copied share a store, and
/// several threads may use it.
///
//===----------------------------------------------------------------------===//

#ifndef FX_INTEROP_WEIGHTSTORE_H
#define FX_INTEROP_WEIGHTSTORE_H

#include "fx/IR/Module.h"
#include "fx/Interop/TensorData.h"
#include "fx/Support/Payload.h"
#include "llvm/ADT/StringMap.h"
#include <mutex>

namespace fx {

class PT2Archive;
class SafeTensors;
class SavedWeights;
struct SafeTensor;
struct SavedTensor;

/// The bytes of the records of one module.
class WeightStore {
public:
  WeightStore();
  ~WeightStore();

  /// The store of \p M; one over the files that its text names, if it has none
  /// yet. They are looked for beside the text, by the names that weightsOfText
  /// gives them.
  static WeightStore &of(GraphModule &M);

  /// Files are asked in this order. They are opened when the first record is
  /// looked for.
  void addFile(llvm::StringRef Path);
  void addArchive(std::shared_ptr<const PT2Archive> Archive);
  /// A store of the records of this one, and of those of the file \p Path
  /// besides: modules that share this store do not get them.
  std::shared_ptr<WeightStore> withFile(llvm::StringRef Path) const;

  /// Where a record is: in one of these, or in none if it was added.
  struct Place {
    const PT2Archive *Archive = nullptr;
    const SafeTensors *File = nullptr;
    const SafeTensor *Tensor = nullptr; ///< The tensor in File.
    const SavedWeights *Weights = nullptr;
    const SavedTensor *Saved = nullptr; ///< The tensor in Weights.
    bool IsAdded = false;
    explicit operator bool() const {
      return Archive || File || Weights || IsAdded;
    }
    /// The type that the file gives a tensor; none for bytes of any type.
    std::optional<DType> dtype() const;
    /// Its sizes, where it has a type.
    llvm::SmallVector<int64_t, 6> sizes() const;
  };
  /// Nothing if no file has it. Errors: those of opening the files.
  llvm::Expected<Place> find(llvm::StringRef Record);
  /// The same for all names of the same bytes: a safetensors file may give a
  /// tensor several. Of a record that cannot be found the name.
  std::string identityOf(llvm::StringRef Record);
  /// The bytes, which live as long as the store. Errors: err_state_no_record;
  /// those of the files.
  llvm::Expected<llvm::StringRef> read(llvm::StringRef Record);
  /// The same for a writer: large ones are not looked at.
  llvm::Expected<Payload> payload(llvm::StringRef Record);

  /// Adds a record called \p Name, or that with the first of `_1`, `_2`, ...
  /// that is free. Returns what it is called. Errors: those of find.
  llvm::Expected<std::string> add(llvm::StringRef Name, std::string Bytes);
  /// Adds a record whose bytes belong to somebody who keeps them as long as the
  /// store is used. False if one of that name was added.
  bool lend(llvm::StringRef Name, llvm::StringRef Bytes);
  bool isAdded(llvm::StringRef Record) const;
  /// \name Whether a pass may give the modules new state. Not where they are
  /// somebody else's, such as those of a graph of torch.fx in Python.
  /// @{
  bool takesState() const { return TakesState; }
  void refuseState() { TakesState = false; }
  /// @}
  /// The archives among the files, opened. Errors: those of opening.
  llvm::Expected<std::vector<std::shared_ptr<const PT2Archive>>> archives();
  /// The files, as they were given.
  std::vector<std::string> paths() const;
  /// Those of them that a killed run left under another name than the text
  /// gives (OutputTransaction.h).
  llvm::ArrayRef<std::string> pending() const { return Pending; }

private:
  struct File;
  llvm::Error open(File &F);

  mutable std::mutex Lock;
  std::vector<std::unique_ptr<File>> Files;
  std::vector<std::string> Pending;
  bool TakesState = true;
  struct AddedRecord {
    std::shared_ptr<std::string> Own; ///< Null: the bytes are lent.
    llvm::StringRef Bytes;
  };
  llvm::StringMap<AddedRecord> Added;
};

/// The name of \p T's record, where \p Path is its place in the tree.
llvm::StringRef recordOf(const TensorAttr &T, llvm::StringRef Path);

/// The elements of the state at \p Path of \p M, read when they are looked at.
/// Errors: err_state_missing, err_state_bytes; those of WeightStore::read.
llvm::Expected<TensorData> readState(GraphModule &M, llvm::StringRef Path);

/// A text that identifies the memory of \p T among the state of \p M, where \p
/// Path is its place in the tree; see WeightStore::identityOf.
std::string memoryOf(GraphModule &M, const TensorAttr &T, llvm::StringRef Path);

/// Gives the state at \p Path other elements: a record of its own, the storage
/// of \p Data, with its type, sizes, strides and offset, on the device of the
/// old ones. Contiguous elements are laid out as the old ones were where the
/// sizes are the same, and none of those shared a place. Other names of the old
/// record keep that. What nodes know of the value is for the caller; see
/// StateEditor. Errors: err_state_missing.
llvm::Error writeState(GraphModule &M, llvm::StringRef Path,
                       const TensorData &Data);

} // namespace fx

#endif // FX_INTEROP_WEIGHTSTORE_H
