import type {Interfaces} from '@oclif/core'
import {nearestNames, nearestQuestion} from '#error/nearest'
import {type GivenFlag, lineOf, type ReadLine, readLine} from './read-line.ts'

/** What is wrong with a command line. The message holds no value of the caller's. */
export interface UsageFault {
  /** The flag or argument; empty where there is none of such a name. */
  readonly key: string
  readonly message: string
  /** What to type instead, where something is near. */
  readonly hint?: string
  /** The value that is wrong: for the caller's own terminal. */
  readonly given?: string
}

/** What the parser knew when it refused a command line. */
export interface Refused {
  readonly command: string
  readonly flags: Interfaces.FlagInput
  readonly args: Interfaces.ArgInput
  /** False where more words may follow than there are arguments. */
  readonly strict: boolean
  readonly argv: readonly string[]
}

/** The faults of a line, and the line without them. What is required may be missing there. */
export interface FaultyLine {
  readonly faults: readonly UsageFault[]
  readonly rest: readonly string[]
}

/**
 * All faults of a line by the definitions of its flags and arguments, for the parser stops at the first, and its errors name neither flag nor
 * rule in a field: what is no flag, a flag without its value or given twice, a value that is none of those allowed or no whole number, words
 * that are too many or missing, a flag that is required, two that exclude each other.
 */
export function usageFaults(refused: Refused): FaultyLine {
  const {flags, args} = refused
  const line = readLine(flags, refused.argv)
  const faultyFlags = line.given.map((one, at) => shapeFault(one, line.given.slice(0, at)) ?? valueFault(one))
  const faultySwitches = line.switches.map(({name, value}) =>
    value === undefined ? undefined : {key: name, message: `--${name} takes no value`, given: value},
  )
  const ofWords = [
    ...Object.entries(args).map(([name, {options}], at) => argumentFault(name, options, line.words[at])),
    ...wordFaults(refused, line.words, slipped(refused.argv, line)),
  ]
  const missing = Object.entries(flags).map(([name, {required}]) =>
    required && !line.given.some((one) => one.name === name)
      ? {key: name, message: `--${name} is required`}
      : undefined,
  )
  const all = [
    ...line.unknown.map((word) => unknownFlag(word, flags)),
    ...faultyFlags,
    ...faultySwitches,
    ...exclusionFaults(line),
    ...ofWords,
    ...missing,
  ]
  const rest = {
    given: line.given.filter((_, at) => faultyFlags[at] === undefined),
    switches: line.switches.filter((_, at) => faultySwitches[at] === undefined),
    words: refused.strict ? line.words.slice(0, Object.keys(args).length) : line.words,
  }
  return {faults: all.filter((fault) => fault !== undefined), rest: lineOf(rest)}
}

function unknownFlag(typed: string, flags: Interfaces.FlagInput): UsageFault {
  const name = typed.replace(/=.*$/s, '')
  const near = nearestNames(name.replace(/^-+/, ''), Object.keys(flags))
  // A short cluster may be a value that slipped; a long name is worth showing.
  const isShown = /^--[a-z][a-z-]{0,40}$/.test(name)
  return {
    key: '',
    message: `unknown flag${isShown ? ` ${name}` : ''}`,
    ...hintOf(near.map((flag) => `--${flag}`)),
    ...(!isShown && {given: typed}),
  }
}

function shapeFault({name, flag, value}: GivenFlag, before: readonly GivenFlag[]): UsageFault | undefined {
  if (!flag.multiple && before.some((one) => one.name === name))
    return {key: name, message: `--${name} may be given only once`}
  if (value !== undefined) return undefined
  return {key: name, message: `--${name} needs a value${flag.options ? `: ${flag.options.join(', ')}` : ''}`}
}

function valueFault({name, flag, value = ''}: GivenFlag): UsageFault | undefined {
  if (flag.options && !flag.options.includes(value)) {
    const near = nearestNames(value, flag.options).map((option) => `--${name} ${option}`)
    const message = `--${name} must be one of ${flag.options.join(', ')}`
    return {key: name, message, given: value, ...hintOf(near)}
  }
  // Only flags of whole numbers have a minimum.
  if (!('min' in flag) || typeof flag.min !== 'number') return undefined
  if (!/^-?\d+$/.test(value)) return {key: name, message: `--${name} must be an integer`, given: value}
  return Number(value) < flag.min
    ? {key: name, message: `--${name} must be an integer greater than or equal to ${flag.min}`, given: value}
    : undefined
}

function exclusionFaults({given}: ReadLine): UsageFault[] {
  return given.flatMap(({name, flag}, at) =>
    given
      .slice(at + 1)
      .filter((other) => flag.exclusive?.includes(other.name) || other.flag.exclusive?.includes(name))
      .map((other) => ({key: name, message: `--${name} and --${other.name} contradict each other`})),
  )
}

function argumentFault(
  key: string,
  options: readonly string[] | undefined,
  value: string | undefined,
): UsageFault | undefined {
  if (options === undefined || value === undefined || options.includes(value)) return undefined
  const message = `the argument ${key} must be one of ${options.join(', ')}`
  return {key, message, given: value, ...hintOf(nearestNames(value, options))}
}

function hintOf(near: readonly string[]): Pick<UsageFault, 'hint'> {
  const hint = nearestQuestion(near)
  return hint === undefined ? {} : {hint}
}

/** How many words stand behind what is no flag, and so may be values of a flag that was meant. */
function slipped(argv: readonly string[], {unknown}: ReadLine): number {
  return argv.filter((word, at) => {
    const before = argv[at - 1] ?? ''
    return !word.startsWith('-') && /^--[^=]+$/.test(before) && unknown.includes(before)
  }).length
}

function wordFaults({command, args, flags, strict}: Refused, words: readonly string[], slips: number): UsageFault[] {
  const names = Object.entries(args)
  const missing = names.filter(([, {required}], at) => required && words[at] === undefined)
  if (missing.length > 0) return missing.map(([key]) => ({key, message: `the argument ${key} is missing`}))
  if (!strict || words.length - slips <= names.length) return []
  const most = names.length === 0 ? 'no argument' : `at most ${names.length}`
  const message = `unexpected argument: ${command} takes ${most}, ${words.length} given`
  const extra = words.slice(names.length)
  const meant = extra.filter((word) => Object.hasOwn(flags, word)).map((name) => `assay ${command} --${name}`)
  return [{key: '', message, given: extra.join(' '), ...(meant.length > 0 && {hint: meant.join(' or ')})}]
}
