import type {CompletionResult} from '#contract/generated/types'
import {exitFor} from '#error/exit'
import type {CommandOutcome} from '#library/render-safe'
import {type CommandEntry, type FlagEntry, nextWords, prefixes} from './command-table.ts'

type Shell = CompletionResult['shell']

/** The script as a result; printed as it is, so that it can be sourced. */
export function completionOutcome(
  shell: Shell,
  bin: string,
  table: readonly CommandEntry[],
): CommandOutcome<CompletionResult> {
  const plain = completionScript(shell, bin, table)
  const exit = exitFor('pass', `${table.length} commands`)
  const result: CompletionResult = {schema_version: 1, command: 'completion', exit, shell, script: plain}
  const facts = [{label: 'commands', value: table.length}]
  return {
    plain,
    result,
    report: {title: `Completion for ${shell}`, status: 'pass', facts, tables: [], cases: [], remarks: []},
  }
}

/** A plain zsh has no completion until somebody starts it. */
const ZSH_PRELUDE = `(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
autoload -U +X bashcompinit && bashcompinit`

/** A script that completes commands, flags and the values of flags. Everything is in it: completing starts no process. */
export function completionScript(shell: Shell, bin: string, table: readonly CommandEntry[]): string {
  switch (shell) {
    case 'bash':
      return bashScript(bin, table)
    case 'zsh':
      return `${ZSH_PRELUDE}\n${bashScript(bin, table)}`
    case 'fish':
      return fishScript(bin, table)
  }
}

function bashScript(bin: string, table: readonly CommandEntry[]): string {
  const words = prefixes(table).map((prefix) => {
    return `    ${quote(prefix.join(' '))}) next=${quote([...nextWords(table, prefix).keys()].join(' '))} ;;`
  })
  const flags = table.map((command) => {
    return `    ${quote(command.words.join(' '))}) flags=${quote(command.flags.map((flag) => `--${flag.name}`).join(' '))} ;;`
  })
  const values = table.flatMap((command) =>
    command.flags.filter(hasValues).map((flag) => {
      return `    ${quote(`${command.words.join(' ')} --${flag.name}`)}) next=${quote(flag.values.join(' '))}; flags= ;;`
    }),
  )
  return `_${bin}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command= next= flags= at
  for ((at = 1; at < COMP_CWORD; at++)); do
    case \${COMP_WORDS[at]} in
    -*) break ;;
    *) command="$command\${command:+ }\${COMP_WORDS[at]}" ;;
    esac
  done
  case $command in
${words.join('\n')}
  esac
  case $command in
${flags.join('\n')}
  esac
  case "$command $previous" in
${values.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$next $flags" -- "$current"))
}
complete -o default -F _${bin} ${bin}
`
}

function fishScript(bin: string, table: readonly CommandEntry[]): string {
  const words = prefixes(table).flatMap((prefix) =>
    [...nextWords(table, prefix)].map(([word, summary]) => {
      const where = quote(`__${bin}_at ${prefix.join(' ')}`.trimEnd())
      return `complete -c ${bin} -f -n ${where} -a ${word}${summary ? ` -d ${quote(summary)}` : ''}`
    }),
  )
  const flags = table.flatMap((command) =>
    command.flags.map((flag) => {
      const value = hasValues(flag) ? ` -x -a ${quote(flag.values.join(' '))}` : flag.takesValue ? ' -r' : ''
      const where = quote(`__${bin}_at ${command.words.join(' ')}`)
      return `complete -c ${bin} -n ${where} -l ${flag.name}${value} -d ${quote(flag.summary)}`
    }),
  )
  return `function __${bin}_at
  set -l words
  for word in (commandline -opc)[2..]
    string match -q -- '-*' $word; and break
    set -a words $word
  end
  test "$words" = "$argv"
end
${[...words, ...flags].join('\n')}
`
}

function hasValues(flag: FlagEntry): boolean {
  return flag.values.length > 0
}

/** For bash and fish alike: a quote inside ends the string, is escaped, and begins it again. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
