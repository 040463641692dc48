import {
  type CommandEntry,
  type FlagEntry,
  nextWords,
  type Offer,
  offersAny,
  prefixes,
  shellQuoted as quoted,
} from './command-table.ts'

/** Completion for fish 3.1 and newer, which quotes whatever is inserted. */
export function fishScript(bin: string, table: readonly CommandEntry[]): string {
  const words = prefixes(table).flatMap((prefix) =>
    [...nextWords(table, prefix)].map(([word, summary]) => {
      const where = quoted(`__${bin}_at ${prefix.join(' ')}`.trimEnd())
      return `complete -c ${bin} -f -n ${where} -a ${word}${summary ? ` -d ${quoted(summary)}` : ''}`
    }),
  )
  return `function __${bin}_words
  for word in (commandline -opc)[2..]
    string match -q -- '-*' $word; and break
    echo $word
  end
end
function __${bin}_at
  set -l words (__${bin}_words)
  test "$words" = "$argv"
end
function __${bin}_in
  string match -q -- "$argv *" (string join ' ' (__${bin}_words))' '
end
function __${bin}_names
  set -l words (commandline -opc)
  $words[1] --complete $argv $words 2>/dev/null </dev/null
end
function __${bin}_documents
  for suffix in yaml yml toml json
    __fish_complete_suffix .$suffix | string match -r '^.*(?:/|\\.'$suffix')(?=\\t|$)'
  end
end
${[...words, ...table.flatMap((command) => linesOf(bin, command))].join('\n')}
`
}

function linesOf(bin: string, {words, flags, argument}: CommandEntry): string[] {
  const where = quoted(`__${bin}_${argument === undefined ? 'at' : 'in'} ${words.join(' ')}`)
  const own = flags.map((flag) => {
    const short = flag.char === undefined ? '' : ` -s ${flag.char}`
    return `complete -c ${bin} -n ${where}${short} -l ${flag.name}${valueFlag(bin, flag)} -d ${quoted(flag.summary)}`
  })
  if (argument === undefined || !offersAny(argument)) return own
  return [...own, `complete -c ${bin} -f -k -n ${where} -a ${offered(bin, argument)}`]
}

function valueFlag(bin: string, flag: FlagEntry): string {
  if (offersAny(flag)) return ` -x -a ${offered(bin, flag)}`
  return flag.takesValue ? ' -r' : ''
}

function offered(bin: string, {values, ask, documents}: Offer): string {
  const asked = ask === undefined ? [] : [`(__${bin}_names ${ask})`]
  const files = documents ? [`(__${bin}_documents)`] : []
  return quoted([...values, ...asked, ...files].join(' '))
}
