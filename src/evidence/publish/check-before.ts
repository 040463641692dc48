import {createPublicKey, type KeyObject} from 'node:crypto'
import {KEPT_TOO_LITTLE} from '#audit/expectation'
import type {VerifyFinding} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import type {RunPorts} from '#run/ports'
import type {ReadPorts, RunView} from '#run/read-run'
import type {FoundFile} from '../model/candidates.ts'
import {MOST_FILE_BYTES} from '../model/exclusion.ts'
import {isDocument} from '../verify/check-truth.ts'
import {checkBundle} from '../verify/verify-bundle.ts'
import {checkRun} from '../verify/verify-run.ts'

type Ports = ReadPorts & Pick<RunPorts, 'redactor'>

/** Checks whose findings only cost the bundle files: it leaves them out, says so, and is incomplete. No bundle of such a run is signed. */
const TELLABLE: ReadonlySet<string> = new Set(['regular-files', 'artifacts', 'artifact-digests'])
const MOST_TOLD = 100
const UNKNOWN: VerifyFinding = {check: 'results', code: 'not_computable', message: KEPT_TOO_LITTLE}

/** Refuses to publish a run that does not verify. Secrets in it are masked or refused when files are copied. */
export async function checkRunBefore(
  {workspace, runId, sign}: {readonly workspace: string; readonly runId: RunId; readonly sign?: string},
  run: RunView,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  const demand = {workspace, runId, requireSignature: false, isWorthReading}
  const {findings, checks} = await checkRun(demand, ports, signal)
  const isUnknown = checks.some(({name, detail}) => name === 'results' && detail?.includes(KEPT_TOO_LITTLE))
  if (sign !== undefined && isUnknown)
    throw untrue(`the verdict of the run ${runId} cannot be computed again, so it is not signed`, [UNKNOWN])
  const isInterrupted = run.manifest.status === 'running'
  const bad = findings.filter(({check, code}) => {
    if (check === 'scan' || code === 'run_interrupted') return false
    const isTold = TELLABLE.has(check) || code === 'file_missing'
    return !isTold || (sign !== undefined && !isInterrupted)
  })
  if (bad.length > 0) throw untrue(`the run ${runId} does not verify, so it is not bundled`, bad)
}

/** Verifies the bundle that is about to be published, read back from the disk as a stranger would read it. */
export async function checkBundleBefore(
  path: string,
  key: KeyObject | undefined,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  const demand = key ? {key: createPublicKey(key), requireSignature: true} : {requireSignature: false}
  const {findings} = await checkBundle({...demand, path}, ports, signal)
  if (findings.length > 0) throw untrue('the bundle does not verify, so it is not published', findings)
}

/** Whether a file is opened at all: not if it is too large to be included and does not affect the verdict. */
function isWorthReading({path, facts}: FoundFile): boolean {
  return facts.sizeBytes <= MOST_FILE_BYTES || isDocument(path)
}

function untrue(message: string, findings: readonly VerifyFinding[]): AssayError {
  const issues = findings.slice(0, MOST_TOLD).map(({path, code, message: what}) => ({
    pointer: path ?? '',
    rule: code,
    message: what,
  }))
  const isOfLedger = findings.every(({check}) => check === 'ledger')
  return new AssayError(isOfLedger ? 'ledger_contradiction' : 'evidence_untrue', message, {issues})
}
