import type {StageOptions} from './open-stage.ts'
import type {CommandOutcome} from './render-safe.ts'
import type {Stage} from './stage.ts'
import type {Verb} from './verb.ts'

type Work<Result extends CommandOutcome['result']> = (
  stage: Stage,
) => CommandOutcome<Result> | Promise<CommandOutcome<Result>>

/** Checks the options and does the work; what it takes, tables of options that a room below owns included, is loaded now, so that importing the library loads none of it. */
export async function callUseCase<Result extends CommandOutcome['result']>(
  verb: Verb | (() => Promise<Verb>),
  options: StageOptions,
  work: Work<Result>,
): Promise<Result> {
  const {conductCall} = await import('./conduct-call.ts')
  return await conductCall(typeof verb === 'function' ? await verb() : verb, options, work)
}
