import type {Interfaces} from '@oclif/core'

type Flag = Interfaces.FlagInput[string]

/** A flag that takes a value, as often as it was given; `value` undefined where the line goes on with a flag or ends. */
export interface GivenFlag {
  readonly name: string
  readonly flag: Flag & {readonly type: 'option'}
  readonly value: string | undefined
}

/** A flag that takes none. */
export interface GivenSwitch {
  readonly name: string
  /** With its dashes, so that one which was negated stays so. */
  readonly typed: string
  /** What was put behind it all the same. */
  readonly value: string | undefined
}

/** A command line in its parts. */
export interface ReadLine {
  readonly given: readonly GivenFlag[]
  readonly switches: readonly GivenSwitch[]
  /** What is no flag. */
  readonly words: readonly string[]
  /** What looks like a flag and is none, as it was typed. */
  readonly unknown: readonly string[]
}

/** Read as the parser reads: a flag takes the next word unless that is a flag itself, and `--` ends the flags. */
export function readLine(flags: Interfaces.FlagInput, argv: readonly string[]): ReadLine {
  const [given, switches, words, unknown]: [GivenFlag[], GivenSwitch[], string[], string[]] = [[], [], [], []]
  const left = [...argv]
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--') return {given, switches, unknown, words: [...words, ...left]}
    const found = flagOf(flags, word)
    if (found === undefined) (/^-[^\d]/.test(word) ? unknown : words).push(word)
    else if (found.flag.type === 'option') {
      given.push({name: found.name, flag: found.flag, value: valueFrom(flags, found.value ?? left.shift())})
    } else {
      switches.push(switchOf(found, word))
      left.unshift(...furtherSwitches(found, word))
    }
  }
  return {given, switches, words, unknown}
}

/** More letters behind one dash are flags of their own. */
function furtherSwitches({value}: FoundFlag, word: string): string[] {
  return word.startsWith('--') || value === undefined ? [] : [`-${value}`]
}

function switchOf({name, value}: FoundFlag, word: string): GivenSwitch {
  const isLong = word.startsWith('--')
  return {name, typed: isLong ? word.replace(/=.*$/s, '') : `--${name}`, value: isLong ? value : undefined}
}

/** A line of these parts and nothing else, for the parser. */
export function lineOf({given, switches, words}: Omit<ReadLine, 'unknown'>): string[] {
  const options = given.map(({name, value = ''}) => `--${name}=${value}`)
  return [...options, ...switches.map(({typed}) => typed), ...(words.length > 0 ? ['--', ...words] : [])]
}

function valueFrom(flags: Interfaces.FlagInput, word: string | undefined): string | undefined {
  return word === undefined || flagOf(flags, word) === undefined ? word : undefined
}

interface FoundFlag {
  readonly name: string
  readonly flag: Flag
  readonly value?: string
}

function flagOf(flags: Interfaces.FlagInput, word: string): FoundFlag | undefined {
  const [, typed = '', value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? []
  const [, char = '', short] = /^-([A-Za-z])(?:=?(.+))?$/s.exec(word) ?? []
  for (const [name, flag] of Object.entries(flags)) {
    if (char !== '' && flag.char === char) return {name, flag, ...(short !== undefined && {value: short})}
    const isNegated = flag.type === 'boolean' && flag.allowNo === true && typed === `no-${name}`
    if (name === typed || isNegated || flag.aliases?.includes(typed))
      return {name, flag, ...(value !== undefined && {value})}
  }
  return undefined
}
