import {AssayError} from '#error/assay-error'
import {EXIT} from '#error/exit'
import {FORMATS, type FormatName, formatNames} from '#report/renderers'
import {checkOptions} from './given-options.ts'
import {cancelled, endedCall, openStage, type StageOptions} from './open-stage.ts'
import {placeText} from './place.ts'
import {type CommandOutcome, FILE_VIEW, renderSafe} from './render-safe.ts'
import type {Stage} from './stage.ts'
import type {Verb} from './verb.ts'
import {openOutputFiles, removeOldReports, writeOutputFile} from './write-output-files.ts'

/**
 * One call from its options to its result: what the command of the same use case prints as JSON, redacted as that is. Reports are
 * written before the result is given back. Throws `invalid_input`, what the use case throws, and `bug` where a rule of redaction failed; what a
 * function of the caller threw, once the run was closed.
 */
export async function conductCall<Result extends CommandOutcome['result']>(
  verb: Verb,
  options: StageOptions,
  work: (stage: Stage) => CommandOutcome<Result> | Promise<CommandOutcome<Result>>,
): Promise<Result> {
  checkOptions(verb.name, verb.options, options)
  if (options.signal?.aborted && verb.tellsAbort !== true) throw cancelled(options.signal)
  try {
    return await staged(verb, options, work)
  } catch (error) {
    throw endedCall(error, options.signal)
  }
}

async function staged<Result extends CommandOutcome['result']>(
  verb: Verb,
  options: StageOptions,
  work: (stage: Stage) => CommandOutcome<Result> | Promise<CommandOutcome<Result>>,
): Promise<Result> {
  await using stage = await openStage(options, verb.worksThere)
  const {files, entropy, redactor} = stage.ports
  const places = (options.reports ?? []).map((place) => placeText('reports', place))
  const outputs = await openOutputFiles(places, offered(verb), stage, {files, entropy})
  await removeOldReports(outputs, {files})
  const outcome = await settled(work, stage).catch(async (error: unknown) => {
    await stage.tellEnd(error instanceof AssayError ? EXIT[error.exit] : EXIT.bug)
    throw error
  })
  await stage.tellEnd(outcome.result.exit.code)
  stage.listeners.demandNone()
  for (const output of outputs) {
    await writeOutputFile(output, await renderSafe(output.format, outcome, FILE_VIEW, redactor), {files, entropy})
  }
  if (outcome.fault !== undefined) throw outcome.fault
  const result = redactor.value(outcome.result)
  if (redactor.failed) throw new AssayError('bug', 'a redaction rule failed')
  return result
}

/** What the work throws for want of time may follow from a listener that threw: then that is what is told. */
async function settled<Result extends CommandOutcome['result']>(
  work: (stage: Stage) => CommandOutcome<Result> | Promise<CommandOutcome<Result>>,
  stage: Awaited<ReturnType<typeof openStage>>,
): Promise<CommandOutcome<Result>> {
  try {
    return await work(stage)
  } catch (error) {
    stage.listeners.demandNone()
    throw error
  }
}

function offered({hasCases}: Verb): FormatName[] {
  return formatNames().filter((name) => hasCases || !FORMATS[name].needsCases)
}
