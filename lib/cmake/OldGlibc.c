/*===- OldGlibc.c - Symbols of glibc as of 2018 ----------------------------===
 *
 * Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===
 *
 * What is linked on a new system refers to the newest version of each symbol,
 * which an older glibc does not have. Of most symbols glibc keeps the old
 * versions too: the linker hands references over to the functions below
 * (--wrap=NAME for each, see FXPortable.cmake), which call these.
 *
 *===----------------------------------------------------------------------===*/

#include <malloc.h>
#include <stddef.h>
#include <stdint.h>

/* Those that are the same but for their version. */
#define SAME(Name, Version)                                                    \
  __asm__(".symver fx_old_" #Name "," #Name "@GLIBC_" #Version "\n"            \
          ".text\n"                                                            \
          ".globl __wrap_" #Name "\n"                                          \
          ".hidden __wrap_" #Name "\n"                                         \
          ".type __wrap_" #Name ",@function\n"                                 \
          "__wrap_" #Name ":\n"                                                \
          "endbr64\n"                                                          \
          "jmp fx_old_" #Name "@PLT\n"                                         \
          ".size __wrap_" #Name ", .-__wrap_" #Name "\n");
#include "OldGlibc.def"

#define HIDDEN __attribute__((visibility("hidden")))

/* Before 2.33 these were inline functions around others. */
struct stat;
int fx_xstat(int Version, const char *Path, struct stat *Result);
int fx_lxstat(int Version, const char *Path, struct stat *Result);
int fx_fxstat(int Version, int File, struct stat *Result);
__asm__(".symver fx_xstat,__xstat@GLIBC_2.2.5");
__asm__(".symver fx_lxstat,__lxstat@GLIBC_2.2.5");
__asm__(".symver fx_fxstat,__fxstat@GLIBC_2.2.5");

HIDDEN int __wrap_stat(const char *Path, struct stat *Result) {
  return fx_xstat(1, Path, Result);
}
HIDDEN int __wrap_lstat(const char *Path, struct stat *Result) {
  return fx_lxstat(1, Path, Result);
}
HIDDEN int __wrap_fstat(int File, struct stat *Result) {
  return fx_fxstat(1, File, Result);
}
/* On 64 bits they are the same. */
HIDDEN int __wrap_stat64(const char *Path, struct stat *Result) {
  return fx_xstat(1, Path, Result);
}
HIDDEN int __wrap_lstat64(const char *Path, struct stat *Result) {
  return fx_lxstat(1, Path, Result);
}
HIDDEN int __wrap_fstat64(int File, struct stat *Result) {
  return fx_fxstat(1, File, Result);
}

/* Before 2.33 in numbers of 32 bits. */
HIDDEN struct mallinfo2 __wrap_mallinfo2(void) {
  struct mallinfo Old = mallinfo();
  struct mallinfo2 New = {
      (unsigned)Old.arena,    (unsigned)Old.ordblks,  (unsigned)Old.smblks,
      (unsigned)Old.hblks,    (unsigned)Old.hblkhd,   (unsigned)Old.usmblks,
      (unsigned)Old.fsmblks,  (unsigned)Old.uordblks, (unsigned)Old.fordblks,
      (unsigned)Old.keepcost,
  };
  return New;
}

/* Whether counters may be changed without locks: never. Since 2.32. */
HIDDEN char __wrap___libc_single_threaded = 0;

/* For std::random_device. */
int getentropy(void *Buffer, size_t Size);
HIDDEN uint32_t __wrap_arc4random(void) {
  uint32_t Number;
  if (getentropy(&Number, sizeof Number))
    __builtin_trap();
  return Number;
}

#ifdef FX_OLD_MAIN
/* Before 2.34 every program brought the function that calls its constructors. */
typedef void (*Constructor)(int, char **, char **);
extern Constructor __init_array_start[] HIDDEN, __init_array_end[] HIDDEN;
extern void _init(void);
int fx_start(int (*Main)(int, char **, char **), int Argc, char **Argv,
             Constructor Init, void (*Fini)(void), void (*LoaderFini)(void),
             void *StackEnd);
__asm__(".symver fx_start,__libc_start_main@GLIBC_2.2.5");

static void construct(int Argc, char **Argv, char **Environment) {
  _init();
  for (Constructor *Each = __init_array_start; Each != __init_array_end; ++Each)
    (*Each)(Argc, Argv, Environment);
}

HIDDEN int __wrap___libc_start_main(int (*Main)(int, char **, char **),
                                    int Argc, char **Argv, Constructor Init,
                                    void (*Fini)(void),
                                    void (*LoaderFini)(void), void *StackEnd) {
  (void)Init; /* Null: the new version calls them itself. */
  return fx_start(Main, Argc, Argv, construct, Fini, LoaderFini, StackEnd);
}
#endif
