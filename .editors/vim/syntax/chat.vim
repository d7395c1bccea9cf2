" Transcripts of signup-bot, *.chat. Tests/ProgramTests/Editors holds this file to the real grammar,
" column by column, so a new option, command or class has to come here too.
if exists('b:current_syntax')
  finish
endif
syntax case match

" Of matches at one place the last defined wins: what none of the others matches is broken.
syntax match chatBroken /^.\+$/
syntax match chatConflict /^\%(<\{7}\|=\{7}\|>\{7}\||\{7}\).*$/

syntax match chatComment /^#.*$/
syntax match chatShebang /^#!.*$/

syntax match chatSettingLine /^@ \%(secret\%( \|$\)\)\@![A-Za-z][-A-Za-z0-9_]*\%( .*\)\?$/ contains=chatSetting,chatUnknown,chatOption
syntax match chatSetting /^@/ contained
syntax match chatUnknown /\%3c[-A-Za-z0-9_]\+/ contained
syntax match chatOption /\%3c\%(transcript\|expect-failure\|flow\|accounts\|policy\|mock-taken\|mock-unreachable\|mock-latency\|mock-failures\|sqlite-path\|seed\|locale\|timeout\|unattended\)\%( \|$\)\@=/ contained

" A class's number goes from 1 to 65536.
syntax match chatSecretLine /^@ secret [A-Za-z][-A-Za-z0-9_]* \%(strong\|common\|username\|\%(lower\|upper\|digit\|mixed\|words\|unicode\):\%([1-9]\d\{,3}\|[1-5]\d\{4}\|6[0-4]\d\{3}\|65[0-4]\d\d\|655[0-2]\d\|6553[0-6]\)\|\%(like\|env\|file\):.\+\)$/ contains=chatSetting,chatSecret
syntax match chatSecret /\%3csecret / contained nextgroup=chatName
syntax match chatName /[-A-Za-z0-9_]\+/ contained nextgroup=chatClass
syntax match chatClass / .*$/ contained

syntax match chatBotLine /^bot\%(>\|\~\|+\|!\)\%( .*\)\?$/ contains=chatSays,chatWorks,chatAccepts,chatRefuses,chatEscape,chatHole
syntax match chatSays /^bot>/ contained
syntax match chatWorks /^bot\~/ contained
syntax match chatAccepts /^bot+/ contained
syntax match chatRefuses /^bot!/ contained
syntax match chatHole /{{[^:}]\+:\%(uuid\|int\|date\|word\|rest\)}}/ contained
syntax match chatEscape /\\{{/ contained

syntax match chatYouLine /^you>\%( .*\)\?$/ contains=chatYou,chatCommand
syntax match chatYou /^you>/ contained
" Each language has words of its own for the commands, so any word after one slash is one.
syntax match chatCommand /\%6c\/\/\@!.*$/ contained

syntax match chatKeyLine /^key> [A-Za-z][-A-Za-z0-9_]*$/ contains=chatKey
syntax match chatKey /^key> / contained nextgroup=chatName

syntax match chatEndLine /^end> [A-Za-z][-A-Za-z0-9_]* exit=\%(+\?0*\%(\d\{1,2}\|1\d\d\|2[0-4]\d\|25[0-5]\)\|-0\+\)\%( .*\)\?$/ contains=chatEnd
syntax match chatEnd /^end> / contained nextgroup=chatOutcome
syntax match chatOutcome /[-A-Za-z0-9_]\+ / contained nextgroup=chatExit
syntax match chatExit /exit=[-+0-9]\+/ contained

" No line holds a control character, but a comment may hold tabs. A CR before each LF is one, which Vim
" takes for the file's format.
syntax match chatBroken /^#.*[\x01-\x08\x0a-\x1f\x7f-\x9f].*$/
syntax match chatBroken /^#\@!.*[\x01-\x1f\x7f-\x9f].*$/
if &fileformat !=# 'unix'
  syntax match chatBroken /^.*$/
endif

highlight default link chatBroken Error
highlight default link chatConflict Error
highlight default link chatUnknown Error
highlight default link chatComment Comment
highlight default link chatShebang PreProc
highlight default link chatSetting PreProc
highlight default link chatOption Identifier
highlight default link chatSecret Keyword
highlight default link chatName Identifier
highlight default link chatClass Type
highlight default link chatSays Function
highlight default link chatWorks Comment
highlight default link chatAccepts String
" Not Error, which a transcript that is right has none of.
highlight default link chatRefuses WarningMsg
highlight default link chatHole Special
highlight default link chatEscape SpecialChar
highlight default link chatYou Statement
highlight default link chatCommand Keyword
highlight default link chatKey Statement
highlight default link chatEnd PreProc
highlight default link chatOutcome Constant
highlight default link chatExit Number

let b:current_syntax = 'chat'
