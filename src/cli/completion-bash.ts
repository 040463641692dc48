import type {CommandEntry} from './command-table.ts'
import {completionCases, endingCase} from './completion-cases.ts'

/**
 * Completion for bash 3.2 and newer. What Assay answers is compared and never read as words of a shell; bash itself quotes names of
 * files. Bash breaks words at `=` and `:`: they are put together again, and of an answer only what follows the last colon is given.
 */
export function bashScript(bin: string, table: readonly CommandEntry[]): string {
  return `_${bin}() {
  local word glue= command= next= flags= ask= documents= at
  local -a words=()
  for word in "\${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    case $word in
    :) words[\${#words[@]}-1]+=:; glue=1 ;;
    =) words+=(''); glue=1 ;;
    *) if [[ $glue ]]; then words[\${#words[@]}-1]+=$word; glue=; else words+=("$word"); fi ;;
    esac
  done
  local last=$((\${#words[@]} - 1))
  local current=\${words[last]} previous=\${words[last-1]} colon=
  if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then colon=\${current%:*}:; fi
  for ((at = 1; at < last; at++)); do
${endingCase(table)}    case \${words[at]} in
    -*) break ;;
    *) command="$command\${command:+ }\${words[at]}" ;;
    esac
  done
${completionCases(table)}
  COMPREPLY=($(compgen -W "$next" -- "$current"))
  if [[ $ask ]]; then
    compopt -o nosort 2>/dev/null
    while IFS= read -r word; do
      if [[ $word == "$current"* ]]; then COMPREPLY+=("\${word#"$colon"}"); fi
    done < <("$1" --complete "$ask" "\${words[@]}" 2>/dev/null </dev/null)
  fi
  COMPREPLY+=($(compgen -W "$flags" -- "$current"))
  if [[ $documents && $current != -* ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(
      for at in yaml yml toml json; do compgen -f -X "!*.$at" -- "$current"; done
      compgen -d -- "$current"
    )
  fi
}
complete -o default -F _${bin} ${bin}
`
}
