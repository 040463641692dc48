import type {CommandEntry} from './command-table.ts'
import {completionCases, endingCase} from './completion-cases.ts'

/** A plain zsh has no completion until somebody starts it. */
const PRELUDE = '(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }'

/** Completion for zsh, as a function of its own completion system: that quotes whatever is inserted. */
export function zshScript(bin: string, table: readonly CommandEntry[]): string {
  return `${PRELUDE}
_${bin}() {
  local command= next= flags= ask= documents= at
  local current=$words[CURRENT] previous=$words[CURRENT-1]
  if [[ $current == --*=* ]]; then previous=\${current%%=*}; compset -P '*='; fi
  for ((at = 2; at < CURRENT; at++)); do
${endingCase(table)}    case $words[at] in
    -*) break ;;
    *) command="$command\${command:+ }$words[at]" ;;
    esac
  done
${completionCases(table)}
  local -a offered
  offered=(\${=next})
  if [[ -n $ask ]]; then offered+=(\${(f)"$($words[1] --complete $ask "\${(@Q)words}" 2>/dev/null </dev/null)"}); fi
  offered+=(\${=flags})
  if (( $#offered )); then compadd -V ${bin} -- $offered; fi
  if [[ -n $documents && $current != -* ]]; then _files -g '*.(yaml|yml|toml|json)(-.)'
  elif (( ! $#offered )); then _files
  fi
}
compdef _${bin} ${bin}
`
}
