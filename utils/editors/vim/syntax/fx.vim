" Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
" See LICENSE for license information.
" SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"
" Graphs of torch.fx: fx-opt's native text and what print(graph) shows.

if exists('b:current_syntax')
  finish
endif

syntax match fxComment "^\s*//.*$" contains=fxTestWord
syntax match fxTestWord "\<\u[A-Z0-9_]*\%(-\%(NEXT\|SAME\|NOT\|DAG\|LABEL\|EMPTY\)\)\?:" contained
syntax match fxTestWord "\<expected-\%(error\|warning\|note\|remark\)\%(-re\)\?" contained
syntax region fxString start=+"+ skip=+\\.+ end=+"+ oneline
syntax match fxValue "%\h\w*"
syntax match fxDefinition "^\s*\zs%\h\w*\ze\s*[:=]"
syntax match fxTarget "\%(\[target=\)\@<=[A-Za-z0-9_.*-]\+"
syntax match fxCount "\[\%(num_users\|#users\|uses\)=\d\+[^]]*\]"
syntax match fxNumber "\<-\?\d\+\%(\.\d*\)\?\%([eE][-+]\?\d\+\)\?\>"
syntax match fxKey "\<\h\w*\ze\s*[:=][^=]"
syntax match fxDType "\<torch\.\%(float\|bfloat\|complex\|u\?int\|bool\)\w*"
syntax keyword fxOpcode call_function call_method call_module get_attr placeholder
syntax keyword fxKeyword graph return module weights program open loose training
syntax keyword fxKeyword parameter buffer constant object value
syntax keyword fxConstant None True False inf nan

highlight default link fxComment Comment
highlight default link fxTestWord Todo
highlight default link fxString String
highlight default link fxValue Identifier
highlight default link fxDefinition Identifier
highlight default link fxTarget Function
highlight default link fxCount NonText
highlight default link fxNumber Number
highlight default link fxKey Label
highlight default link fxDType Type
highlight default link fxOpcode Statement
highlight default link fxKeyword Keyword
highlight default link fxConstant Constant

let b:current_syntax = 'fx'
