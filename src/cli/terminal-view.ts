import {PairedRedactor} from '#compose/compose-redactor'
import type {Variables} from '#process/variables'
import type {Redactor} from '#redact/redactor'
import type {OutputStream} from './write-output.ts'

/** Whether colours are wanted: never with `--no-color` or NO_COLOR, always with FORCE_COLOR, else on a terminal that is not dumb. */
export function wantsColour(env: Variables, isTerminal: boolean, noColourFlag: boolean): boolean {
  if (noColourFlag || env['NO_COLOR']) return false
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0'
  return isTerminal && env['TERM'] !== 'dumb'
}

/** Whether the person who typed the command is the only one who reads it. */
export function isOwnTerminal({isTerminal, isShared = false}: Pick<OutputStream, 'isTerminal' | 'isShared'>): boolean {
  return isTerminal && !isShared
}

/** On a terminal of one's own paths of the machine stay readable; everywhere else they are masked. Secrets always are. */
export function redactorFor(stream: Pick<OutputStream, 'isTerminal' | 'isShared'>, redactor: Redactor): Redactor {
  return isOwnTerminal(stream) && redactor instanceof PairedRedactor ? redactor.terminal : redactor
}
