import {join} from 'node:path'
import type {DrillsRecovered, DrillsRecoveredRecord, DrillsRecoverResult} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {exitFor} from '#error/exit'
import type {MeasurementPorts} from '#measurement/ports'
import {makeFolders} from '#path/make-folders'
import {resolveInside} from '#path/resolve-inside'
import {RUNS, sitesOf, UNDO} from '#run/layout'
import {JournalWriter} from '#run/write-journal'
import {ACTION_WAYS} from '../action/action-ways.ts'
import {removeSite} from '../engine/remove-site.ts'
import {homeIn} from '../model/site-layout.ts'
import {type PendingUndo, SITE_MADE, SITE_REMOVED, type UndoResult} from '../model/undo.ts'
import {recoverReport} from '../report/recover-report.ts'
import {findPending, type PendingRun, recoveryPath} from './find-pending.ts'
import {holdRun} from './hold-run.ts'

/**
 * Puts back what drills of dead processes left, the last change first, and says what became of each. It may be run twice, and may itself be
 * killed: what was done is on disk before the next change is looked at. `run`: only that one. Throws `workspace_busy` where another process does the same.
 */
export async function recoverRuns(
  {workspace, run}: {readonly workspace: string; readonly run: string | undefined},
  ports: MeasurementPorts,
  signal: AbortSignal,
) {
  const find = () => findPending(workspace, ports).filter(({runId}) => run === undefined || runId === run)
  await using claims = new AsyncDisposableStack()
  const claimed = new Set<RunId>()
  for (const one of find()) {
    await makeFolders(join(workspace, RUNS, UNDO), ports.files.directories)
    claims.use(await holdRun(workspace, one, ports))
    claimed.add(one.runId)
  }
  // Somebody else may have put a run back before it was ours.
  const found = find().filter(({runId}) => claimed.has(runId))
  const runs: DrillsRecovered[] = []
  for (const one of found) runs.push(one.isBroken ? unreadable(one) : await recoverRun(workspace, one, ports, signal))
  const isUnsafe = runs.some(({state}) => state !== 'restored')
  const state = runs.length === 0 ? 'pass' : isUnsafe ? 'unsafe-state' : 'restored'
  const result: DrillsRecoverResult = {
    schema_version: 1,
    command: 'drills recover',
    exit: exitFor(state, reasonOf(state, runs.length)),
    runs,
  }
  return {result, report: recoverReport(result, state)}
}

function reasonOf(state: 'pass' | 'restored' | 'unsafe-state', count: number): string {
  if (state === 'pass') return 'no drill left anything'
  return state === 'restored' ? `what ${count} runs left was put back` : 'something could not be put back'
}

async function recoverRun(
  workspace: string,
  {runId, pending, recovery}: PendingRun,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<DrillsRecovered> {
  const journal = await JournalWriter.follow(recoveryPath(workspace, runId), recovery, runId, ports)
  const records: DrillsRecoveredRecord[] = []
  const leftovers: string[] = []
  try {
    for (const one of pending) {
      const folder = join(workspace, one.identity.site)
      const result = leadsElsewhere(workspace, one, ports)
        ? 'failed'
        : await undo(one, folder, {ports, signal, leftovers}).catch(() => 'failed' as const)
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
  readonly ports: MeasurementPorts
  readonly signal: AbortSignal
  readonly leftovers: string[]
}

/** The processes of a drill end with whoever conducted it; what still runs in its folder is ended with the folder. */
async function undo(
  {inverse, action}: PendingUndo,
  folder: string,
  {ports, signal, leftovers}: UndoWork,
): Promise<UndoResult> {
  const {files} = ports
  const isThere = files.reader.facts(folder) !== undefined
  if (action === SITE_MADE || inverse.action === SITE_MADE || inverse.action === SITE_REMOVED) {
    leftovers.push(...(await removeSite(folder, ports)))
    if (files.reader.facts(folder) !== undefined) return 'failed'
    return isThere ? 'done' : 'noop'
  }
  return isThere ? await ACTION_WAYS[inverse.action](inverse.args, {folder, site: undefined, ports, signal}) : 'noop'
}

function manualOf({inverse, identity}: PendingUndo, result: UndoResult): string | null {
  return result === 'failed' ? `Do ${inverse.action} by hand in ${identity.site}, then remove that folder.` : null
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
    leftovers: [],
  }
}
