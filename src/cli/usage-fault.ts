import type {Interfaces} from '@oclif/core'
import {nearestNames} from '#error/nearest'

/** What is wrong with a command line. The message holds no value of the caller's. */
export interface UsageFault {
  readonly message: string
  /** What to type instead, where something is near. */
  readonly hint?: string
  /** The value that is wrong: for the caller's own terminal. */
  readonly given?: string
}

type Flag = Interfaces.FlagInput[string]

/** A flag that takes a value, as often as it was given; `value` undefined where the line goes on with a flag or ends. */
interface Given {
  readonly name: string
  readonly flag: Flag & {readonly type: 'option'}
  readonly value: string | undefined
}

interface Line {
  readonly given: readonly Given[]
  readonly words: readonly string[]
}

/**
 * The first fault of a line by the definitions of its flags and arguments, for the parser's errors name neither flag nor rule in a field:
 * a flag without its value or given twice, a value that is none of those allowed or no whole number, a flag that is required.
 */
export function usageFault(
  flags: Interfaces.FlagInput,
  args: Interfaces.ArgInput,
  argv: readonly string[],
): UsageFault | undefined {
  const {given, words} = readLine(flags, argv)
  const faults = [
    ...given.map((one, at) => shapeFault(one, given.slice(0, at))),
    ...Object.values(args).map(({options}, at) => argumentFault(options, words[at])),
    ...given.map(valueFault),
    ...Object.entries(flags).map(([name, {required}]) =>
      required && !given.some((one) => one.name === name) ? {message: `--${name} is required`} : undefined,
    ),
  ]
  return faults.find((fault) => fault !== undefined)
}

/** Read as the parser reads: a flag takes the next word unless that is a flag itself, and `--` ends the flags. */
function readLine(flags: Interfaces.FlagInput, argv: readonly string[]): Line {
  const given: Given[] = []
  const words: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? ''
    if (word === '--') return {given, words: [...words, ...argv.slice(at + 1)]}
    const found = flagOf(flags, word)
    if (found === undefined) {
      if (!word.startsWith('-')) words.push(word)
    } else if (found.flag.type === 'option') {
      given.push({name: found.name, flag: found.flag, value: wordOf(flags, found.value ?? argv[++at])})
    }
  }
  return {given, words}
}

function wordOf(flags: Interfaces.FlagInput, word: string | undefined): string | undefined {
  return word === undefined || flagOf(flags, word) === undefined ? word : undefined
}

function flagOf(flags: Interfaces.FlagInput, word: string): {name: string; flag: Flag; value?: string} | undefined {
  const [, typed = '', value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? []
  const [, char = '', short] = /^-([A-Za-z])(?:=?(.+))?$/s.exec(word) ?? []
  for (const [name, flag] of Object.entries(flags)) {
    if (char !== '' && flag.char === char) return {name, flag, ...(short !== undefined && {value: short})}
    if (name === typed || flag.aliases?.includes(typed)) return {name, flag, ...(value !== undefined && {value})}
  }
  return undefined
}

function shapeFault({name, flag, value}: Given, before: readonly Given[]): UsageFault | undefined {
  if (!flag.multiple && before.some((one) => one.name === name)) return {message: `--${name} may be given only once`}
  if (value !== undefined) return undefined
  return {message: `--${name} needs a value${flag.options ? `: ${flag.options.join(', ')}` : ''}`}
}

function valueFault({name, flag, value = ''}: Given): UsageFault | undefined {
  if (flag.options && !flag.options.includes(value)) {
    const near = nearestNames(value, flag.options).map((option) => `--${name} ${option}`)
    const message = `--${name} must be one of ${flag.options.join(', ')}`
    return {message, given: value, ...(near.length > 0 && {hint: near.join(' or ')})}
  }
  // Of all flags only whole numbers have a smallest one.
  if (!('min' in flag) || typeof flag.min !== 'number') return undefined
  if (!/^-?\d+$/.test(value)) return {message: `--${name} must be an integer`, given: value}
  return Number(value) < flag.min
    ? {message: `--${name} must be an integer greater than or equal to ${flag.min}`, given: value}
    : undefined
}

function argumentFault(options: readonly string[] | undefined, value: string | undefined): UsageFault | undefined {
  if (options === undefined || value === undefined || options.includes(value)) return undefined
  return {message: `an argument must be one of ${options.join(', ')}`, given: value}
}
