import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import type {RunId} from '#contract/ids'
import {sha256} from '#digest/sha256'
import {checkBundle} from '#evidence/verify/verify-bundle'
import {checkRun} from '#evidence/verify/verify-run'
import {nodeFiles} from '#path/node-files'
import {nodeProcessTable} from '#process/node-process-table'
import {systemClock} from '#random/system-clock'
import {Redactor} from '#redact/redactor'
import {readJournal} from '#run/journal'
import {asRunId} from '#run/layout'
import {readRunListing} from '#run/list-runs'
import type {ReadPorts} from '#run/read-run'
import {ledgerResult} from '#run/show-ledger'
import {shownRun} from '#run/show-run'
import type {Note} from './fault.ts'

export const READ_PORTS = {files: nodeFiles, clock: systemClock, processes: nodeProcessTable, redactor: new Redactor()}
/** What it takes to look at a workspace, on the real disk or on a modelled one. */
export type ReadingPorts = ReadPorts & {readonly redactor: Redactor}
const LEFTOVERS = new Set(['staging_abandoned', 'trash_pending'])

/** It grows with every run. */
const LEDGER = 'runs/ledger.ndjson'

/** Digest of every file below a folder that has no part of its path beginning with a dot, the ledger left out. */
export type Snapshot = ReadonlyMap<string, string>

export function snapshot(workspace: string): Snapshot {
  const files = readdirSync(workspace, {recursive: true, withFileTypes: true}).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(workspace.length + 1))
  const shown = paths.filter((path) => path !== LEDGER && !path.split('/').some((part) => part.startsWith('.')))
  return new Map(shown.map((path) => [path, sha256(readFileSync(join(workspace, path)))]))
}

/** What of the files before is no longer as it was. A run in `sealable` may be sealed; with `removes` whole runs may be gone. */
export function changedFiles(
  workspace: string,
  before: Snapshot,
  allowed: {readonly sealable: string | undefined; readonly removes: boolean},
): string[] {
  const after = snapshot(workspace)
  const sealed = new Set(['run_manifest.json', 'lease.json'].map((name) => `runs/${allowed.sealable}/${name}`))
  return [...before].flatMap(([path, digest]) => {
    const isGone = allowed.removes && !existsSync(join(workspace, runOf(path)))
    return isGone || sealed.has(path) || after.get(path) === digest ? [] : [`${path} was changed`]
  })
}

/** What a reader cannot read or would be told wrong; nothing when all is well. */
export async function readingFaults(workspace: string, ports: ReadingPorts = READ_PORTS): Promise<string[]> {
  const {reader} = ports.files
  const {runs, issues} = readRunListing({path: workspace}, ports)
  const faults = issues.flatMap((one) => (LEFTOVERS.has(one.reason) ? [] : [`${one.name} is ${one.reason}`]))
  for (const run of runs) {
    const {exit, lease} = shownRun({path: workspace, shown: '.'}, run.runId, ports)
    if (exit.code !== 0) faults.push(`${run.runId} shows exit ${exit.code}: ${exit.reason}`)
    if (lease === 'live' || lease === 'stalled') faults.push(`${run.runId} looks ${lease} after the death of its owner`)
    if (lease === 'none') faults.push(...(await digestFaults(workspace, run.runId, ports)))
  }
  faults.push(...ledgerFaults(workspace, ports))
  const bundles = join(workspace, 'issue-bundles')
  const names = reader.facts(bundles) ? reader.list(bundles).map(({name}) => name) : []
  for (const name of names.filter((one) => !one.startsWith('.'))) {
    const {exit} = await checkBundle({path: join(bundles, name), requireSignature: false}, ports)
    if (exit.code !== 0) faults.push(`the bundle ${name} does not verify: ${exit.reason}`)
  }
  return faults
}

/** No run that did any work is missing from the ledger, and none stands there as it is not. */
function ledgerFaults(workspace: string, ports: ReadingPorts): string[] {
  const {reader} = ports.files
  const {changed, missing, unledgered} = ledgerResult({workspace, shown: '.'}, ports)
  const linesIn = (path: string) => (reader.facts(path) ? Buffer.from(reader.read(path)).toString().split('\n') : [])
  const hasWorked = (run: string) => linesIn(join(workspace, 'runs', run, 'journal.ndjson')).length > 2
  return [
    ...changed.map((run) => `${run} is not as the ledger recorded it`),
    ...missing.map((run) => `${run} is in the ledger and gone`),
    ...unledgered.filter(hasWorked).map((run) => `${run} has worked and is not in the ledger`),
  ]
}

async function digestFaults(workspace: string, runId: RunId, ports: ReadingPorts): Promise<string[]> {
  const {exit, findings} = await checkRun({workspace, runId, requireSignature: false}, ports)
  return exit.code === 0 ? [] : findings.map(({code, path}) => `${path} of ${runId}: ${code}`)
}

/** What was acknowledged and is not there. With `removes`, what belongs to a run that is gone does not count. */
export function lostPromises(workspace: string, notes: readonly Note[], removes: boolean): string[] {
  const isGone = (path: string) => removes && !existsSync(join(workspace, runOf(path)))
  const published = new Set(notes.flatMap((note) => (note.type === 'published' ? [note.path] : [])))
  const files = new Map(notes.flatMap((note) => (note.type === 'file' ? [[note.path, note.text]] : [])))
  const journals = new Map(notes.flatMap((note) => (note.type === 'journal' ? [[note.run, note.text]] : [])))
  const ledger = notes.findLast((note) => note.type === 'ledger')?.text ?? ''
  return [
    ...((textAt(workspace, LEDGER) ?? '').includes(ledger) ? [] : ['the ledger lost acknowledged leaves']),
    ...[...published].flatMap((path) =>
      existsSync(join(workspace, path)) ? [] : [`${path} was published and is gone`],
    ),
    ...[...files].flatMap(([path, text]) =>
      isGone(path) || textAt(workspace, path) === text ? [] : [`${path} is not what was written`],
    ),
    ...[...journals].flatMap(([run, text]) => (published.has(`runs/${run}`) ? lostRecords(workspace, run, text) : [])),
  ]
}

/** The journal begins with what was acknowledged, and steps that began and did not end are named as in flight. */
function lostRecords(workspace: string, run: string, acknowledged: string): string[] {
  const onDisk = textAt(workspace, `runs/${run}/journal.ndjson`) ?? ''
  if (!onDisk.startsWith(acknowledged)) return [`the journal of ${run} lost acknowledged records`]
  const shown = shownRun({path: workspace, shown: '.'}, asRunId(run), READ_PORTS)
  if (shown.manifest.status !== 'running') return []
  const begun = [...acknowledged.matchAll(/"type":"step.started","data":\{"step_id":"([^"]+)"/g)].map(
    ([, id]) => id ?? '',
  )
  const ended = new Set(
    [...onDisk.matchAll(/"type":"step.finished","data":\{"step_id":"([^"]+)"/g)].map(([, id]) => id ?? ''),
  )
  return begun
    .filter((id) => !ended.has(id) && !shown.in_flight.includes(id))
    .map((id) => `${run} does not name ${id} as in flight`)
}

/** Runs that have the last word in their journal but not in their manifest, and leases of runs that have ended. */
export function unsealed(workspace: string, ports: ReadingPorts = READ_PORTS): string[] {
  const {reader} = ports.files
  return readRunListing({path: workspace}, ports).runs.flatMap(({runId, manifest}) => {
    const folder = join(workspace, 'runs', runId)
    const isOpen = manifest.status === 'running'
    const path = join(folder, 'journal.ndjson')
    const journal = readJournal(reader.facts(path) ? reader.read(path) : new Uint8Array(), runId)
    const hasLastWord = journal.records.at(-1)?.type === 'run.finished'
    const hasLease = reader.facts(join(folder, 'lease.json')) !== undefined
    if (isOpen && hasLastWord) return [`${runId} was not sealed`]
    return !isOpen && hasLease ? [`${runId} has ended and still has a lease`] : []
  })
}

const runOf = (path: string) => path.split('/').slice(0, 2).join('/')

function textAt(workspace: string, path: string): string | undefined {
  const file = join(workspace, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
