//===- Ops.td - All built-in operators ---------------------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "fx/IR/OpBase.td"
include "fx/IR/OpsActivation.td"
include "fx/IR/OpsArithmetic.td"
include "fx/IR/OpsFactory.td"
include "fx/IR/OpsIndexing.td"
include "fx/IR/OpsLinear.td"
include "fx/IR/OpsLoss.td"
include "fx/IR/OpsNetwork.td"
include "fx/IR/OpsPointwise.td"
include "fx/IR/OpsPython.td"
include "fx/IR/OpsReduction.td"
include "fx/IR/OpsRuntime.td"
include "fx/IR/OpsShape.td"
include "fx/IR/OpsVision.td"
include "fx/IR/OpSets.td"
include "fx/IR/ValueRules.td"
