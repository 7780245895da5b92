//===- Modules.td - All built-in module classes ------------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "fx/IR/ModuleBase.td"
include "fx/IR/ModulesActivation.td"
include "fx/IR/ModulesConv.td"
include "fx/IR/ModulesLoss.td"
include "fx/IR/ModulesNorm.td"
include "fx/IR/ModulesOther.td"
include "fx/IR/ModulesPad.td"
include "fx/IR/ModulesPool.td"
include "fx/IR/ModulesVision.td"
