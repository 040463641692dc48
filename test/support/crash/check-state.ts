import {join} from 'node:path/posix'
import type {RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {newestRunId} from '#run/create-run'
import {readLedgerOf} from '#run/keep-ledger'
import {BUNDLES, JOURNAL, MANIFEST, runFolder, timeOfRunId} from '#run/layout'
import {ledgerRuns} from '#run/ledger'
import {ledgerResult} from '#run/show-ledger'
import {type ReadingPorts, readingFaults} from '../campaign/check-workspace.ts'
import type {CrashState} from './crash-state.ts'
import type {Given, Promised} from './promised.ts'
import {WORKSPACE} from './stories.ts'

/** What is wrong with a disk after a power cut: half files under whole names, unreadable runs, promises that were broken. */
export async function stateFaults(state: CrashState, given: readonly Given[], ports: ReadingPorts): Promise<string[]> {
  const before = given.filter(({at}) => at <= state.at).map(({promised}) => promised)
  return [...tornFiles(state), ...(await workspaceFaults(before, ports))]
}

/** A name that a rename or a link gave shows the whole file or is not there. */
function tornFiles(state: CrashState): string[] {
  return [...state.files()].flatMap(({path, node, bytes}) => {
    if (node.renamedAs === undefined || path.includes('/.tmp-')) return []
    return node.versions[node.renamedAs]?.content.equals(bytes) ? [] : [`${nameless(path)} is torn`]
  })
}

/** The same of a whole workspace; used again after somebody went on with it. What cannot even be read is a fault too. */
export async function workspaceFaults(promised: readonly Promised[], ports: ReadingPorts): Promise<string[]> {
  try {
    return await faultsIn(promised, ports)
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    return [`cannot be read: ${nameless(error.message)}`]
  }
}

async function faultsIn(promised: readonly Promised[], ports: ReadingPorts): Promise<string[]> {
  const {reader} = ports.files
  const gone = new Set(promised.flatMap((one) => (one.what === 'removing' ? one.runIds : [])))
  const broken = promised.flatMap((one, at) => brokenBy(one, {reader, gone, isLast: isLastOf(promised, at)}))
  if (reader.facts(join(WORKSPACE, 'runs')) === undefined) return broken
  return [
    ...broken,
    ...orderFaults(promised, reader),
    ...ledgerFaults(promised, ports),
    ...(await readingFaults(WORKSPACE, ports)),
  ]
}

function isLastOf(promised: readonly Promised[], at: number): boolean {
  return !promised.slice(at + 1).some((later) => later.what === promised[at]?.what)
}

interface Seen {
  readonly reader: FileReader
  /** Runs that may be gone. */
  readonly gone: ReadonlySet<RunId>
  /** No later promise of the same kind took its place. */
  readonly isLast: boolean
}

function brokenBy(promised: Promised, {reader, gone, isLast}: Seen): string[] {
  const isThere = (runId: RunId) => reader.facts(runFolder(WORKSPACE, runId)) !== undefined
  switch (promised.what) {
    case 'replaced': {
      const bytes = bytesAt(promised.path, reader)
      return !isLast || promised.allowed.some((one) => bytes?.equals(one))
        ? []
        : ['a file went back to an older content']
    }
    case 'removing':
      return []
    case 'removed':
      return promised.runIds.some(isThere) ? ['a removed run came back'] : []
    default:
      return gone.has(promised.runId) && !isThere(promised.runId) ? [] : brokenInRun(promised, reader)
  }
}

function brokenInRun(promised: Extract<Promised, {runId: RunId}>, reader: FileReader): string[] {
  const folder = runFolder(WORKSPACE, promised.runId)
  const bytes = (path: string) => bytesAt(join(folder, path), reader)
  switch (promised.what) {
    case 'published':
      return reader.facts(folder) ? [] : ['a run that had begun is gone']
    case 'journal':
      return startsWith(bytes(JOURNAL), promised.bytes) ? [] : ['the journal lost a record']
    case 'lines':
      return startsWith(bytes(promised.path), promised.bytes) ? [] : [`${promised.path} lost lines`]
    case 'file':
      return bytes(promised.path)?.equals(promised.bytes) ? [] : [`${promised.path} is not what was written`]
    case 'ended':
      return bytes(MANIFEST)?.equals(promised.bytes) ? [] : ['a terminal manifest was lost']
    case 'bundled':
      return bundlePlaces(reader, promised.runId).length > 0 ? [] : ['a published bundle is gone']
  }
}

function bytesAt(path: string, reader: FileReader): Buffer | undefined {
  return reader.facts(path)?.kind === 'file' ? Buffer.from(reader.read(path)) : undefined
}

/** A bundle that is being replaced has stepped aside between two renames. */
function bundlePlaces(reader: FileReader, runId: RunId): string[] {
  const folder = join(WORKSPACE, BUNDLES)
  if (reader.facts(folder) === undefined) return []
  return reader.list(folder).flatMap(({name}) => (name === runId || name.startsWith(`.trash-${runId}`) ? [name] : []))
}

function startsWith(bytes: Buffer | undefined, start: Uint8Array): boolean {
  return bytes?.subarray(0, start.length).equals(start) ?? false
}

/** The next id must sort after every run that ever began. */
function orderFaults(promised: readonly Promised[], reader: FileReader): string[] {
  const newest = newestRunId(WORKSPACE, reader)
  const newestMs = newest === undefined ? Number.NEGATIVE_INFINITY : timeOfRunId(newest)
  const begun = promised.flatMap((one) => (one.what === 'published' || one.what === 'ended' ? [one.runId] : []))
  return begun.some((runId) => timeOfRunId(runId) > newestMs) ? ['the order of ids was forgotten'] : []
}

/** Every begin, end and removal that was told is in the ledger, and nothing else is. */
function ledgerFaults(promised: readonly Promised[], ports: ReadingPorts): string[] {
  const {exit, missing} = ledgerResult({workspace: WORKSPACE, shown: '.'}, ports)
  const runs = ledgerRuns(readLedgerOf(WORKSPACE, ports.files.reader).entries)
  const lost = promised.flatMap((one) => {
    if (one.what === 'published' && !runs.get(one.runId)?.isOpened) return ['the ledger lost a begin']
    if (one.what === 'ended' && runs.get(one.runId)?.status === 'interrupted') return ['the ledger lost an end']
    if (one.what === 'removed' && one.runIds.some((runId) => !runs.get(runId)?.isRemoved))
      return ['the ledger lost a removal']
    return []
  })
  if (exit.code !== 0) lost.push(`the ledger and the workspace disagree: ${exit.reason}`)
  return missing.length > 0 ? [...lost, 'the ledger tells of a run that is not there'] : lost
}

/** Ids and random names left out, so that the same fault has the same words. */
function nameless(path: string): string {
  return path.replace(/\d{8}T\d{9}Z-[a-z2-7]{6}/g, 'RUN')
}
