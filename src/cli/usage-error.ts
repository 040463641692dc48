import {AssayError} from '#error/assay-error'
import type {Mistake} from '#error/collect-mistakes'
import {nearestNames} from '#error/nearest'
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

/** A word that names no command. `known`: all commands, words separated by spaces. */
export function unknownCommand(words: readonly string[], known: readonly string[]): AssayError {
  const near = nearestCommands(words, known)
  return new AssayError('unknown_command', `there is no command like this${near.length ? '' : ' or near it'}`, {
    hint: near.length ? near.map((name) => `assay ${name}`).join(' or ') : 'assay --help',
    given: words.join(' '),
  })
}

function nearestCommands(words: readonly string[], known: readonly string[]): string[] {
  for (let count = Math.min(3, words.length); count > 0; count--) {
    const near = nearestNames(words.slice(0, count).join(' '), known)
    if (near.length) return near
  }
  return []
}
