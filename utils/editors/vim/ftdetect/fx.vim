autocmd BufRead,BufNewFile *.fx,*.fx.txt setfiletype fx
autocmd BufRead,BufNewFile *.fxr setfiletype fxr
