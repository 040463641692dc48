import type {RunsVerifyResult} from '#contract/generated/types'
import {callUseCase} from './call-use-case.ts'
import {needed, type OptionTable, option} from './option-table.ts'
import {pathOf} from './place.ts'
import type {Stage} from './stage.ts'
import {SURROUNDINGS, type Surroundings, WORKSPACE, type WorkspaceOptions} from './surroundings.ts'
import type {Verb} from './verb.ts'

/** What is demanded of a signature. */
export interface SignatureDemand {
  /** Ed25519 public key (PEM) that must have signed it. Without one a signature is not checked: digests show that a bundle is whole, not who made it. */
  readonly key?: string | URL | undefined
  /** An unsigned or unchecked bundle fails. */
  readonly requireSignature?: boolean | undefined
}

/** What `verifyBundle` takes. No workspace: a bundle is checked by itself. */
export interface VerifyBundleOptions extends Surroundings, SignatureDemand {
  /** Folder of the bundle, or its archive. */
  readonly bundle: string | URL
}

/** What `verifyRun` takes. */
export interface VerifyRunOptions extends WorkspaceOptions, SignatureDemand {
  /** Run id. */
  readonly run: string
}

const DEMAND = {
  key: option('place', '--key'),
  requireSignature: option('boolean', '--require-signature'),
} as const satisfies OptionTable<SignatureDemand>

export const VERIFY_BUNDLE = {
  name: 'verifyBundle',
  command: 'runs verify',
  hasCases: true,
  options: {...SURROUNDINGS, ...DEMAND, bundle: needed('place')} satisfies OptionTable<VerifyBundleOptions>,
} as const satisfies Verb

export const VERIFY_RUN = {
  name: 'verifyRun',
  command: 'runs verify',
  hasCases: true,
  options: {...WORKSPACE, ...DEMAND, run: needed('text')} satisfies OptionTable<VerifyRunOptions>,
} as const satisfies Verb

/**
 * Checks an issue bundle as a stranger would, without trusting this machine: `assay runs verify FOLDER`. Tells every finding and changes nothing; a bundle
 * that does not hold is a result with `exit.name` `failed`.
 *
 * Throws `invalid_input`, `bundle_not_found`, `archive_refused`, `key_invalid`, `file_missing`.
 *
 * Source: RFC 8493 (BagIt), in-toto Statement v1, DSSE 1.0.
 */
export function verifyBundle(options: VerifyBundleOptions): Promise<RunsVerifyResult> {
  return callUseCase(VERIFY_BUNDLE, options, async (stage) => {
    const base = options.cwd === undefined ? undefined : stage.cwd
    const path = pathOf('bundle', options.bundle, base)
    return await verified(options, {target: path, key: keyOf(options, base)}, stage)
  })
}

/**
 * Checks a run where it stands: manifest, journal, trace, every artifact by its digest, the ledger, and the verdict computed again from what was
 * measured: `assay runs verify RUN`. Tells every finding and changes nothing.
 *
 * Throws `invalid_input`, `run_id_invalid`, `run_not_found`, `run_live`, `workspace_invalid`, `key_invalid`, `file_missing`.
 */
export function verifyRun(options: VerifyRunOptions): Promise<RunsVerifyResult> {
  return callUseCase(VERIFY_RUN, options, async (stage) => {
    const {resolveRun} = await import('#run/resolve-run')
    const {workspace, runId} = resolveRun(options.run, stage, stage.ports.files.reader)
    return await verified(options, {target: runId, key: keyOf(options, stage.cwd)}, {...stage, workspace})
  })
}

function keyOf({key}: SignatureDemand, base: string | undefined): string | undefined {
  return key === undefined ? undefined : pathOf('key', key, base)
}

async function verified(
  {requireSignature = false}: SignatureDemand,
  {target, key}: {readonly target: string; readonly key: string | undefined},
  {ports, workspace, cwd, signal}: Stage,
) {
  const [{verifyTarget}, {verifyReport}] = await Promise.all([
    import('#evidence/verify/verify-target'),
    import('#evidence/verify/verify-report'),
  ])
  const request = {workspace, cwd, target, requireSignature, ...(key !== undefined && {key})}
  const result = await verifyTarget(request, ports, signal)
  return {result, report: verifyReport(result)}
}
