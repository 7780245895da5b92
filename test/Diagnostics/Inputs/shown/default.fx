// RUN: not fx-opt %s 2>&1 | FileCheck %s
// CHECK: error: the sky is blue today
// CHECK-NEXT: warning: this is said with "quotes" in two strings
