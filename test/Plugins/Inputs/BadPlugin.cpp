//===- BadPlugin.cpp - Plugins that are refused ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled once for each mistake.
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/PassPlugin.h"

using namespace fx;

#if defined(WRONG_API) || defined(WRONG_BUILD) || defined(OLD_OPTIONS) ||      \
    defined(SECOND_COPY)

#ifdef OLD_OPTIONS
/// As it was before options had a member more.
static const std::string OldId = [] {
  llvm::StringRef Id = fx::detail::BuildId.data();
  return (Id.rsplit(' ').first + " 72").str();
}();
#endif

static const PassPluginInfo Info = {
#ifdef WRONG_API
    PluginApiVersion + 6,
#else
    PluginApiVersion,
#endif
    sizeof(PassPluginInfo),
    "bad",
    "1.0",
#if defined(OLD_OPTIONS)
    OldId.c_str(),
#elif defined(WRONG_BUILD)
    "fx-opt 0.0.1, LLVM 18.1.0, gcc 4, old strings, nodes of 72 bytes",
#else
    fx::detail::BuildId.data(),
#endif
#ifdef SECOND_COPY
    "another address",
#else
    &fx::detail::LibraryAnchor,
#endif
    nullptr};

extern "C" const PassPluginInfo *FX_PLUGIN_ENTRY() { return &Info; }

#elif defined(NO_ENTRY)

extern "C" int thisIsNoPlugin() { return 0; }

#elif defined(MISSING_SYMBOL)

namespace fx {
void thisDoesNotExist(PassRegistry &Registry);
}
FX_PASS_PLUGIN("bad", "1.0",
               [](PluginHost &Host) { thisDoesNotExist(Host.passes()); })

#elif defined(NULL_INFO)

extern "C" const PassPluginInfo *FX_PLUGIN_ENTRY() { return nullptr; }

#elif defined(OTHER_BUILD) || defined(DEBUG_CONTAINERS)

// Right but for its flags: it has assertions where libFX has none, or the other
// way round, or containers of another size.
FX_PASS_PLUGIN("bad", "1.0", [](PluginHost &) {})

#elif defined(REFUSES)

FX_PASS_PLUGIN("bad", "1.0", [](PluginHost &Host) {
  Host.fail(llvm::createStringError("no license found"));
  Host.fail(llvm::createStringError("and it rains"));
})

#else
#error "which mistake?"
#endif
