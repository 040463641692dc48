import type {AssayError} from '#error/assay-error'
import {EXIT} from '#error/exit'
import type {CommandOutcome} from '#library/render-safe'
import type {ResultDocument} from '#report/renderer'
import {exitAfterError} from './error-document.ts'

/** An outcome with the exit that it ends with. What could not be written makes a good one no success; a bad verdict is one whatever became of its copies. */
export function endedBy<Result extends ResultDocument>(
  outcome: CommandOutcome<Result>,
  [first]: readonly AssayError[],
): CommandOutcome<Result> {
  if (first === undefined || outcome.result.exit.code !== EXIT.ok) return outcome
  return {...outcome, result: {...outcome.result, exit: exitAfterError(first)}}
}
