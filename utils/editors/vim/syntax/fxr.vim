" Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
" See LICENSE for license information.
" SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"
" Rewrite rules of fx-opt.

if exists('b:current_syntax')
  finish
endif

syntax match fxrComment "//.*$"
syntax region fxrString start=+"+ skip=+\\.+ end=+"+ oneline
syntax match fxrCapture "[%$]\h\w*[*!]\?"
syntax match fxrNumber "\<\d\+\%(\.\d*\)\?\%([eE][-+]\?\d\+\)\?\>"
syntax match fxrCall "\<\h\w*\%(\.\h\w*\)*\ze("
syntax keyword fxrKeyword rule define set use match where with let metadata example no
syntax keyword fxrKeyword giving update each phase and or not in if else for as fxr of native
syntax keyword fxrClass exact rounding finite O1 O2 O3
syntax keyword fxrConstant None True False

highlight default link fxrComment Comment
highlight default link fxrString String
highlight default link fxrCapture Identifier
highlight default link fxrNumber Number
highlight default link fxrCall Function
highlight default link fxrKeyword Keyword
highlight default link fxrClass Type
highlight default link fxrConstant Constant

let b:current_syntax = 'fxr'
