import type {RunsBundleResult} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import {type Exit, exitNamed, worseExit} from '#error/exit'
import {onceBegun} from '#run/end-run'
import type {RunPorts} from '#run/ports'
import {publishRun} from './bundle-run.ts'

/** The bundle of a run that has just ended, or the error that prevented it. */
export interface Published {
  readonly bundle:
    | ({readonly verified: true} & Pick<RunsBundleResult, 'path' | 'complete' | 'excluded_count' | 'excluded'>)
    | null
  readonly fault?: AssayError
}

/** Publishes a run that has its verdict: an error that prevents the bundle does not affect the verdict, and is returned. An interrupt is thrown. */
export async function publishAfter(
  {workspace, runId}: {readonly workspace: string; readonly runId: RunId},
  ports: RunPorts,
  signal: AbortSignal,
): Promise<Published> {
  const request = {workspace, runId, redact: true, strict: false, replace: false}
  try {
    // Publishing throws if the bundle does not verify, so this one is verified.
    const {path, complete, excluded_count, excluded} = await publishRun(request, ports, signal)
    return {bundle: {path, complete, verified: true, excluded_count, excluded}}
  } catch (error) {
    const begun = onceBegun(error, runId)
    if (signal.aborted || !(begun instanceof AssayError)) throw begun
    return {bundle: null, fault: unpublished(begun, runId)}
  }
}

/** The exit after publishing. A passed verdict without sound evidence does not pass; if the verdict is bad too, the worse exit counts. */
export function exitAfter(exit: Exit, {bundle, fault}: Published): Exit {
  if (fault !== undefined) return worseExit(exit, exitNamed(fault.exit, fault.message))
  if (exit.name !== 'ok' || bundle?.complete !== false) return exit
  return exitNamed('failed', 'the bundle is incomplete')
}

function unpublished(error: AssayError, runId: RunId): AssayError {
  const {code, message, hint, detail, issues} = error
  return new AssayError(code, `the bundle was not made: ${message}`, {
    hint: `${hint} The run and its verdict are kept: assay runs bundle ${runId} tries again.`,
    detail,
    issues,
    cause: error,
  })
}
