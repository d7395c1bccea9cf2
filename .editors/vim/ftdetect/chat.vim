" Transcripts of signup-bot.
autocmd BufNewFile,BufRead *.chat setfiletype chat
