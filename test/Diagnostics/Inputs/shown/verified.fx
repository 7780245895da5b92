// RUN: fx-opt %s --verify-diagnostics
// expected-remark@+1 {{rain is expected}}
