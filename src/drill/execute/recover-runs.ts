import {join} from 'node:path'
import type {DrillsRecovered, DrillsRecoveredRecord, DrillsRecoverResult} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {exitFor} from '#error/exit'
import type {MeasurementPorts} from '#measurement/ports'
import {makeFolders} from '#path/make-folders'
import {resolveInside} from '#path/safe-relative-path'
import {RUNS, sitesOf, UNDO} from '#run/layout'
import {JournalWriter} from '#run/write-journal'
import {holdNodes} from '#upgrade/site/hold-nodes'
import {ACTION_WAYS} from '../action/action-ways.ts'
import {removeSite} from '../engine/remove-site.ts'
import {homeIn} from '../model/site-layout.ts'
import {type PendingUndo, SITE_MADE, SITE_REMOVED, type UndoResult} from '../model/undo.ts'
import {recoverReport} from '../report/recover-report.ts'
import {GivenNodes, type GivenTarget} from '../site/open-given.ts'
import {findNamed} from './find-named.ts'
import {findPending, type PendingRun, recoveryPath} from './find-pending.ts'
import {holdRun} from './hold-run.ts'

/** What is put back. `run`: only what this one left, by any of its names. `given`: the target of drills that worked on nodes which are not theirs. */
export interface RecoverOrder {
  readonly workspace: string
  readonly run: string | undefined
  readonly given: GivenTarget | undefined
}

/** The nodes that a dead drill held are held by who puts them back. Throws `workspace_busy`. */
async function openNodes(given: GivenTarget | undefined, runId: RunId, ports: MeasurementPorts) {
  await using held = new AsyncDisposableStack()
  if (given !== undefined) held.use(await holdNodes(given.setting, runId, ports))
  const nodes = given && held.use(new GivenNodes(given, ports))
  const all = held.move()
  return {nodes, [Symbol.asyncDispose]: () => all.disposeAsync()}
}

/**
 * Puts back what drills of dead processes left, the last change first, and says what became of each. It may be run twice, and may itself be
 * killed: what was done is on disk before the next change is looked at. Throws `workspace_busy` where another process does the same, and for
 * a run that is named `run_not_found`, `run_id_invalid`, `run_name_ambiguous`, and `run_live` where its owner still works on it.
 */
export async function recoverRuns(order: RecoverOrder, ports: MeasurementPorts, signal: AbortSignal) {
  const {given} = order
  const {workspace, runId: run} = findNamed(order, ports)
  const find = () => findPending(workspace, ports).filter(({runId}) => run === undefined || runId === run)
  await using claims = new AsyncDisposableStack()
  const claimed = new Set<RunId>()
  for (const one of find()) {
    claimed.add(one.runId)
    // A damaged record cannot be trusted, so nothing that it names is touched.
    if (one.isBroken) continue
    await makeFolders(join(workspace, RUNS, UNDO), ports.files.directories)
    claims.use(await holdRun(workspace, one, ports))
  }
  // Somebody else may have put a run back before it was ours.
  const found = find().filter(({runId}) => claimed.has(runId))
  const runs: DrillsRecovered[] = []
  const [first] = found
  const nodes = first === undefined ? undefined : await claims.use(await openNodes(given, first.runId, ports)).nodes
  const work = {ports, signal, given: nodes}
  for (const one of found) runs.push(one.isBroken ? unreadable(one) : await recoverRun(workspace, one, work))
  const isUnsafe = runs.some(({state}) => state !== 'restored')
  const state = runs.length === 0 ? 'pass' : isUnsafe ? 'unsafe-state' : 'restored'
  const result: DrillsRecoverResult = {
    schema_version: 1,
    command: 'drills recover',
    exit: exitFor(state, reasonOf(state, runs.length, run)),
    runs,
  }
  return {result, report: recoverReport(result, state)}
}

function reasonOf(state: 'pass' | 'restored' | 'unsafe-state', count: number, run: RunId | undefined): string {
  if (state === 'pass') return run === undefined ? 'no drill left anything' : `the drills of ${run} left nothing`
  return state === 'restored' ? `what ${count} runs left was put back` : 'something could not be put back'
}

async function recoverRun(
  workspace: string,
  {runId, pending, recovery}: PendingRun,
  {ports, signal, given}: Omit<UndoWork, 'leftovers'>,
): Promise<DrillsRecovered> {
  const journal = await JournalWriter.follow(recoveryPath(workspace, runId), recovery, runId, ports)
  const records: DrillsRecoveredRecord[] = []
  const leftovers: string[] = []
  try {
    for (const one of pending) {
      const folder = join(workspace, one.identity.site)
      const result = leadsElsewhere(workspace, one, ports)
        ? 'failed'
        : await undo(one, folder, {ports, signal, given, leftovers}).catch(() => 'failed' as const)
      await journal.append('undo.done', {drill: one.drill, armed_seq: one.seq, result})
      records.push({seq: one.seq, drill: one.drill, action: one.inverse.action, result, manual: manualOf(one, result)})
    }
  } finally {
    await journal.close()
  }
  const isUnsafe = records.some(({result}) => result === 'failed')
  if (!isUnsafe) await ports.files.directories.removeTree(join(workspace, sitesOf(runId)))
  return {run_id: runId, state: isUnsafe ? 'unsafe' : 'restored', records, leftovers}
}

/** Links where the site or a file of it should be: what they lead to is not the drill's. */
function leadsElsewhere(workspace: string, {identity, inverse}: PendingUndo, {files}: MeasurementPorts): boolean {
  const {reader} = files
  const {site} = identity
  const place = resolveInside(workspace, site, reader)
  if (!('path' in place) || place.path !== join(reader.real(workspace) ?? '', site)) return true
  const path = inverse.args['path']
  return typeof path === 'string' && !('path' in resolveInside(homeIn(place.path), path, reader))
}

interface UndoWork {
  /** The nodes of the target that was given for this. */
  readonly given: GivenNodes | undefined
  readonly ports: MeasurementPorts
  readonly signal: AbortSignal
  readonly leftovers: string[]
}

/** The processes of a drill end with whoever conducted it; what still runs in its folder is ended with the folder. */
async function undo(
  {inverse, action, identity}: PendingUndo,
  folder: string,
  {ports, signal, given, leftovers}: UndoWork,
): Promise<UndoResult> {
  const {files} = ports
  const isThere = files.reader.facts(folder) !== undefined
  if (action === SITE_MADE || inverse.action === SITE_MADE || inverse.action === SITE_REMOVED) {
    leftovers.push(...(await removeSite(folder, ports)))
    if (files.reader.facts(folder) !== undefined) return 'failed'
    return isThere ? 'done' : 'noop'
  }
  if (inverse.action === 'node.start') {
    // Another target may have a node of the same name.
    if (given?.identityOf('').place_sha256 !== identity['place_sha256']) return 'failed'
    return await ACTION_WAYS[inverse.action](inverse.args, {folder, site: undefined, given, ports, signal})
  }
  return isThere ? await ACTION_WAYS[inverse.action](inverse.args, {folder, site: undefined, ports, signal}) : 'noop'
}

function manualOf({inverse, identity}: PendingUndo, result: UndoResult): string | null {
  if (result !== 'failed') return null
  if (inverse.action !== 'node.start')
    return `Do ${inverse.action} by hand in ${identity.site}, then remove that folder.`
  const {node, target} = identity
  return `Start the node ${String(node)} of ${String(target)}: assay drills recover --target FILE, with the target file as it was.`
}

/** Nothing is replayed of a journal that cannot be believed: somebody has to look. */
function unreadable({runId, pending}: PendingRun): DrillsRecovered {
  return {
    run_id: runId,
    state: 'unreadable',
    records: pending.map((one) => ({
      seq: one.seq,
      drill: one.drill,
      action: one.inverse.action,
      result: 'failed',
      manual: manualOf(one, 'failed'),
    })),
    leftovers:
      pending.length > 0
        ? []
        : [`what its drills changed is not told any more: end what runs in ${sitesOf(runId)}, then remove that folder`],
  }
}
