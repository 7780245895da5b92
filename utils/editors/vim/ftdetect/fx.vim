" Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
" See LICENSE for license information.
" SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
autocmd BufRead,BufNewFile *.fx,*.fx.txt setfiletype fx
autocmd BufRead,BufNewFile *.fxr setfiletype fxr
