import {AssayError} from '#error/assay-error'
import type {Mistake} from '#error/collect-mistakes'
import {nearCommands, nearTopic} from './near-commands.ts'
import {type FaultyLine, type Refused, type UsageFault, usageFaults} from './usage-fault.ts'

/** The caller's mistakes in a line that the parser refused, and what is left of it to be asked further. */
export interface RefusedLine extends Pick<FaultyLine, 'rest'> {
  readonly mistakes: readonly Mistake[]
}

/**
 * The mistakes of a line in words of ours: messages of the parser echo values, and a value may be a secret. They are found by the definitions
 * of the command; of the parser's error nothing is read.
 */
export function refusedLine(refused: Refused): RefusedLine {
  const {faults, rest} = usageFaults(refused)
  const known = faults.length > 0 ? faults : [{key: '', message: 'the command line cannot be read'}]
  const mistakes = known.map(({key, message, given, hint = ''}: UsageFault) => ({
    key,
    error: new AssayError('usage', message, {hint, given}),
  }))
  return {mistakes, rest}
}

/** What follows a command in every line, and has the form of no secret: the newest run, a drill by its number. */
const ARGUMENTS: Readonly<Record<string, RegExp>> = {'runs show': /^latest$/, drills: /^[A-Z]\d\d$/}

/** A line whose words name no command. `known`: all commands, words separated by spaces. */
export function unknownCommand(argv: readonly string[], known: readonly string[]): AssayError {
  // A command that was copied behind a prompt with `assay` in it has the name twice.
  const line = argv[0] === 'assay' ? argv.slice(1) : argv
  const words = line.filter((word) => /^[a-z][a-z-]*$/i.test(word)).map((word) => word.toLowerCase())
  const near = nearCommands(words, [...known, '--version']).map((name) =>
    [name, ...toldArguments(name, line)].join(' '),
  )
  const topic = nearTopic(words, known)
  const begins = /^[a-z]/.test(argv[0] ?? '')
    ? `there is no command like this${near.length || topic ? '' : ' or near it'}`
    : undefined
  const drill = line.find((word) => ARGUMENTS['drills']?.test(word))
  const hints = near.length
    ? near
    : drill && words.length === 0
      ? [`drills ${drill}`]
      : [topic ? `${topic} --help` : otherwise(argv[0])]
  return new AssayError('unknown_command', begins ?? 'a command line begins with a command', {
    hint: hints.map((name) => `assay ${name}`).join(' or '),
    given: argv.join(' '),
  })
}

function toldArguments(name: string, line: readonly string[]): string[] {
  return line.filter((word) => ARGUMENTS[name]?.test(word))
}

/** The flag of the program itself that an unknown first word most resembles. */
function otherwise(first = ''): string {
  return /^--?v/i.test(first) ? '--version' : '--help'
}
