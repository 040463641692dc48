import {type CommandEntry, nextWords, type Offer, offersAny, prefixes, shellQuoted as quoted} from './command-table.ts'

/** The words of commands that take arguments: what follows them is no further word of the command. */
export function endingCase(table: readonly CommandEntry[]): string {
  const words = table.filter(({argument}) => argument !== undefined).map((command) => quoted(command.words.join(' ')))
  return words.length === 0 ? '' : `    case $command in ${words.join('|')}) break ;; esac\n`
}

/**
 * For shells with `case`: from `$command` and `$previous` to what may stand next. `next` and `flags` hold words, `ask` what Assay is
 * asked for, `documents` whether files are meant. No line holds anything that a caller wrote.
 */
export function completionCases(table: readonly CommandEntry[]): string {
  const words = prefixes(table).map(
    (prefix) => `    ${quoted(prefix.join(' '))}) next=${quoted([...nextWords(table, prefix).keys()].join(' '))} ;;`,
  )
  const commands = table.map(({words, flags, argument = {values: []}}) => {
    const names = flags.map(({name}) => `--${name}`).join(' ')
    const offer = offersAny(argument) ? `${set(argument, '$next ')}; ` : ''
    return `    ${quoted(words.join(' '))}) ${offer}flags=${quoted(names)} ;;`
  })
  const values = table.flatMap((command) => {
    const takers = command.flags.filter(({takesValue}) => takesValue)
    const known = takers.filter(offersAny).map((flag) => `    ${places(command, [flag])}) ${set(flag)}; flags= ;;`)
    const free = takers.filter((flag) => !offersAny(flag))
    return free.length === 0 ? known : [...known, `    ${places(command, free)}) next= ask= documents= flags= ;;`]
  })
  return `  case $command in
${words.join('\n')}
  esac
  case $command in
${commands.join('\n')}
  esac
  case "$command $previous" in
${values.join('\n')}
  esac`
}

function set({values, ask, documents = false}: Offer, before = ''): string {
  const next = before === '' ? quoted(values.join(' ')) : `"${before}"${quoted(values.join(' '))}`
  return `next=${next} ask=${ask ?? ''} documents=${documents ? 1 : ''}`
}

/** A flag by its name and by its letter. */
function places({words}: CommandEntry, flags: CommandEntry['flags']): string {
  const all = flags.flatMap(({name, char}) => [`--${name}`, ...(char === undefined ? [] : [`-${char}`])])
  return all.map((flag) => quoted(`${words.join(' ')} ${flag}`)).join('|')
}
