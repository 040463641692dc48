import type {KeyObject} from 'node:crypto'
import {relative} from 'node:path'
import type {BundleLedger, ExclusionReason, RunsBundleResult} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import {type Exit, exitNamed} from '#error/exit'
import type {Files} from '#path/files'
import {shellWord} from '#path/shown-path'
import {runFolder} from '#run/layout'
import type {RunPorts} from '#run/ports'
import {type ReadPorts, type RunView, readRun} from '#run/read-run'
import type {ArchiveKind} from '../archive/archive-kind.ts'
import {openArchive} from '../archive/open-archive.ts'
import {type WrittenArchive, writeArchive} from '../archive/write-archive.ts'
import {makePseudonyms} from '../pseudonym/make-pseudonyms.ts'
import {readWholeRun} from '../read/read-whole-run.ts'
import {keyIdOf, MOST_KEY_BYTES, parsePrivateKey, refusePublicKey} from '../sign/key.ts'
import {checkBundle} from '../verify/verify-bundle.ts'
import {checkBundleBefore, checkRunBefore} from './check-before.ts'
import {collectLedger, mustNotBeGuessable} from './collect-ledger.ts'
import {openArchives} from './open-archives.ts'
import {type BundleTarget, openTarget, publishBundle} from './publish-bundle.ts'
import {type Bag, writeBag} from './write-bag.ts'
import {writePayload} from './write-payload.ts'
import {Staging} from './write-staging.ts'

type Ports = ReadPorts & Pick<RunPorts, 'files' | 'entropy' | 'redactor' | 'versions'>

export interface BundleRequest {
  readonly workspace: string
  readonly runId: RunId
  /** Path of the bundle; `issue-bundles/<run-id>` of the workspace if absent. */
  readonly output?: string
  /** Whether to mask findings in files that others wrote; otherwise such a file is left out. */
  readonly redact: boolean
  /** Whether any excluded file makes the exit 1. */
  readonly strict: boolean
  /** Replaces names of providers, jobs, steps and files of others by pseudonyms; those in `known` reveal nothing and stay. */
  readonly redactNames?: {readonly known: readonly string[]}
  readonly replace: boolean
  /** Path of an Ed25519 private key. */
  readonly sign?: string
  /** Run since which the ledger's account of all runs is included. */
  readonly since?: RunId
  /** Absolute folder in which the suggested commands will be typed; the workspace if absent. */
  readonly cwd?: string
  /** `SOURCE_DATE_EPOCH` in ms; the end of the run when absent. */
  readonly generatedAtMs?: number
  /** Whether and how to pack the bundle into one file beside the folder as well. */
  readonly archive?: ArchiveKind
}

/**
 * Publishes one run as an issue bundle: only text that is safe to attach, one digest per file, everything left out listed with its reason.
 * Throws `run_not_found`, `run_unreadable`, `run_live`, `bundle_exists`, `not_our_bundle`, `key_invalid`, `evidence_refused`,
 * `evidence_untrue`, with `since` also `run_unledgered` and `ledger_contradiction`, and the errors of writing; then nothing is published
 * and nothing is left behind.
 */
export async function publishRun(request: BundleRequest, ports: Ports, signal: AbortSignal): Promise<RunsBundleResult> {
  const run = endedRun(request, ports)
  const key = request.sign === undefined ? undefined : readSigningKey(request.sign, request.workspace, ports.files)
  const {since, workspace} = request
  const ledger =
    since === undefined ? undefined : collectLedger({workspace, runId: run.runId, since, ...(key && {key})}, ports)
  const isOurs = (path: string) => isBundleOf(run.runId, path, ports)
  const target = await openTarget(request, ports.files, isOurs)
  const {packed, old} = await openArchives(target.path, request, ports.files.reader, isOurs)
  await checkRunBefore(request, run, ports, signal)
  const staging = await Staging.create(target.parent, run.runId, ports)
  try {
    const {payload, names} = await readWholeRun(
      {workspace, run},
      () => copyRun(request, run, {staging, ports, signal}),
      ({payload: {excluded}}) => !excluded.some(({reason}) => WHERE_GONE.has(reason)),
      ports,
    )
    if (ledger) mustNotBeGuessable(payload)
    const generatedAt = timeOf(run, request.generatedAtMs)
    const bundle = {
      runId: run.runId,
      payload,
      generatedAt,
      version: ports.versions.assay,
      namesRedacted: names !== undefined,
      ...(key && {key}),
      ...(ledger && {ledger}),
    }
    const bag = await writeBag(bundle, staging, ports)
    await checkBundleBefore(staging.folder, key, ports, signal)
    await publishBundle(staging, target, ports)
    for (const path of old) await ports.files.writer.remove(path)
    const archive = packed && (await writeArchive(target.path, packed, ports))
    const removed = old.filter((path) => path !== archive?.path)
    const more = {...(key && {key}), ...(ledger && {ledger}), ...(archive && {archive})}
    return resultOf(request, {bag, target, removed, ...more})
  } catch (error) {
    await staging.discard().catch(() => undefined)
    throw error
  }
}

/** Reasons that files get if their run was removed meanwhile. */
const WHERE_GONE: ReadonlySet<ExclusionReason> = new Set(['missing', 'outside-run'])

async function copyRun(
  {workspace, redactNames, redact}: BundleRequest,
  run: RunView,
  {staging, ports, signal}: {readonly staging: Staging; readonly ports: Ports; readonly signal: AbortSignal},
) {
  const names = redactNames && (await makePseudonyms(workspace, run, redactNames.known, ports))
  const {runId, manifest} = run
  const source = {runId, folder: runFolder(workspace, runId), manifest, redact, ...(names && {names})}
  return {names, payload: await writePayload(source, staging, ports, signal)}
}

function endedRun(request: BundleRequest, ports: Ports): RunView {
  const run = readRun({path: request.workspace}, request.runId, ports)
  if (run.kind === 'issue') {
    const isGone = ports.files.reader.facts(runFolder(request.workspace, request.runId)) === undefined
    if (isGone) throw new AssayError('run_not_found', `there is no run ${request.runId} in the workspace`)
    throw new AssayError('run_unreadable', `the run ${request.runId} cannot be bundled: ${run.detail}`, {
      detail: {reason: run.reason},
    })
  }
  if (run.lease === 'live' || run.lease === 'stalled') {
    throw new AssayError('run_live', `the run ${request.runId} is still being written`)
  }
  return run
}

function readSigningKey(path: string, workspace: string, files: Files): KeyObject {
  const real = files.reader.real(path)
  for (const folder of ['runs', 'issue-bundles']) {
    const inside = files.reader.real(`${workspace}/${folder}`)
    if (real !== undefined && inside !== undefined && real.startsWith(`${inside}/`)) {
      throw new AssayError('key_invalid', 'the signing key lies in a folder whose content is published')
    }
  }
  const pem = files.reader.read(real ?? path, MOST_KEY_BYTES)
  refusePublicKey(pem)
  // Like OpenSSH, refuse a key that other users of this machine can read. A mounted secret belongs to another user.
  if (files.reader.facts(real ?? path)?.isOpenToOthers) {
    throw new AssayError('key_invalid', 'the signing key can be read by other users of this machine', {
      hint: 'Make a new pair if they may have read it; else chmod 600 the key file.',
    })
  }
  return parsePrivateKey(pem)
}

/** Whether a bundle is complete and of this run; the scan is not demanded, so that a bundle with a secret that is known by now can be replaced. */
async function isBundleOf(runId: RunId, path: string, ports: Ports): Promise<boolean> {
  const {reader} = ports.files
  try {
    const {folder, reader: inside} =
      reader.facts(path)?.kind === 'file' ? openArchive(path, reader) : {folder: path, reader}
    const asked = {path: folder, requireSignature: false}
    const result = await checkBundle(asked, {...ports, files: {...ports.files, reader: inside}})
    return result.run_id === runId && result.checks.every((check) => check.ok || check.name === 'scan')
  } catch (error) {
    if (error instanceof AssayError) return false
    throw error
  }
}

function timeOf({manifest}: RunView, givenMs: number | undefined): string {
  return givenMs === undefined ? (manifest.ended_at ?? manifest.created_at) : new Date(givenMs).toISOString()
}

function resultOf(
  request: BundleRequest,
  made: {
    bag: Bag
    target: BundleTarget
    removed: readonly string[]
    key?: KeyObject
    ledger?: BundleLedger
    archive?: WrittenArchive
  },
): RunsBundleResult {
  const {manifest, manifestSha256, tagManifestSha256, oxum} = made.bag
  const {archive} = made
  const path = shownPath(made.target.path, request.workspace)
  return {
    schema_version: 1,
    command: 'runs bundle',
    exit: exitOf(made.bag, request.strict),
    run_id: request.runId,
    path,
    verdict: manifest.runs[0]?.outcome?.verdict ?? null,
    safe_to_attach: true,
    complete: manifest.complete,
    incomplete_because: manifest.incomplete_because,
    included_count: manifest.included_count,
    excluded_count: manifest.excluded_count,
    excluded: manifest.files.flatMap((file) => (file.included ? [] : [file])),
    redactions: manifest.redactions,
    payload_bytes: oxum.bytes,
    evidence_manifest_sha256: manifestSha256,
    tag_manifest_sha256: tagManifestSha256,
    signed_by: made.key ? {key_id: keyIdOf(made.key)} : null,
    ledger: made.ledger?.summary ?? null,
    ...(archive && {
      archive: {
        path: shownPath(archive.path, request.workspace),
        sha256: archive.sha256,
        size_bytes: archive.sizeBytes,
      },
    }),
    ...(made.removed.length > 0 && {
      removed_archives: made.removed.map((place) => shownPath(place, request.workspace)),
    }),
    next: [made.target, ...(archive ? [archive] : [])].map(({path: place}) => {
      const shown = request.cwd === undefined ? shownPath(place, request.workspace) : relative(request.cwd, place)
      return `assay runs verify ${shellWord(shown)}`
    }),
  }
}

function exitOf({manifest}: Bag, strict: boolean): Exit {
  if (!manifest.complete)
    return exitNamed('failed', `the bundle is incomplete: ${manifest.incomplete_because.join(', ')}`)
  if (strict && manifest.excluded_count > 0)
    return exitNamed('failed', `${manifest.excluded_count} files were left out`)
  return exitNamed('ok', 'the bundle is complete')
}

function shownPath(path: string, workspace: string): string {
  const prefix = workspace === '.' ? '' : `${workspace}/`
  return path.startsWith(prefix) ? path.slice(prefix.length) : path
}
