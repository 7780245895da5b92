//===- TestInterop.td - A pass that opens archives ---------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "fx/Pass/PassBase.td"

def TestOpen : Pass<"test-open"> {
  let Summary = "Open a file and read all of it";
  let Description = [{
    Fails with the error of the reader. Reports how many records or tensors
    there are, if not.
  }];
  let Example = "fx-opt model.fx --load-pass-plugin=TestInterop.so "
                "--test-open=model.pt2";
  let Options = [
    Option<"File", "file", "std::string", "", "The file">,
    EnumOption<"Kind", "kind", "KindKind", ["pt2", "zip", "safetensors"],
               "pt2",
               "What it is">,
  ];
  let FlagOption = "file";
}

def TestReadState : Pass<"test-read-state"> {
  let Summary = "Read the elements of a parameter, buffer or constant";
  let Description = [{
    Fails with the error of the reader. Reports how many elements there are, and
    the first one, if not.
  }];
  let Example = "fx-opt model.fx --load-pass-plugin=TestInterop.so "
                "--test-read-state=fc.weight";
  let Options = [
    Option<"Path", "path", "std::string", "", "Its name">,
  ];
  let FlagOption = "path";
}
