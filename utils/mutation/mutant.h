// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What utils/mutate puts in front of the files that it plants mistakes in:
// fx_mutant(N) says whether this run is about mutant N, and notes in the file
// that FX_MUTANTS_REACHED names that it was asked.

#ifndef FX_UTILS_MUTATION_MUTANT_H
#define FX_UTILS_MUTATION_MUTANT_H

#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

struct FxMutants {
  static constexpr unsigned MaxMutants = 1 << 21;
  unsigned Active = MaxMutants;
  char *Reached = nullptr;

  static FxMutants &get() {
    static FxMutants Mutants;
    return Mutants;
  }

private:
  FxMutants() {
    if (const char *Number = std::getenv("FX_MUTANT"))
      Active = std::strtoul(Number, nullptr, 10);
    void *Map = MAP_FAILED;
    if (const char *File = std::getenv("FX_MUTANTS_REACHED")) {
      int FD = ::open(File, O_RDWR | O_CLOEXEC);
      if (FD != -1) {
        Map = ::mmap(nullptr, MaxMutants, PROT_READ | PROT_WRITE, MAP_SHARED,
                     FD, 0);
        ::close(FD);
      }
    }
    if (Map == MAP_FAILED)
      Map = ::mmap(nullptr, MaxMutants, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    Reached = static_cast<char *>(Map);
  }
};

inline bool fx_mutant(unsigned Number) {
  FxMutants &Mutants = FxMutants::get();
  Mutants.Reached[Number] = 1;
  return Number == Mutants.Active;
}

#endif // FX_UTILS_MUTATION_MUTANT_H
