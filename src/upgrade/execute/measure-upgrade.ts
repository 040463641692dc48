import type {NodeUpgradeProgress, NodeUpgradeState} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import {reasonCode} from '#gate/verdict'
import type {MeasurementPorts} from '#measurement/ports'
import {makeFolders} from '#path/make-folders'
import {writeAtomic} from '#path/write-atomic'
import {holdClaim} from '#run/hold-claim'
import {readRunAt} from '#run/read-run'
import type {RunOutcome, RunRecorder} from '#run/run-recorder'
import {besideOf} from '../engine/apply-beside.ts'
import {hand} from '../engine/apply-hands.ts'
import {conductUpgrade} from '../engine/conduct-upgrade.ts'
import {revertAsked, revertUpgrade} from '../engine/revert-upgrade.ts'
import type {UpgradeWork} from '../engine/upgrade-work.ts'
import {watchData} from '../engine/watch-data.ts'
import {watchHalt} from '../engine/watch-halt.ts'
import {acceptedRemarks} from '../model/checked-node.ts'
import {fencedNodes} from '../model/fenced-nodes.ts'
import {type FoundNode, foundRemarks} from '../model/found-nodes.ts'
import {movedRemarks, restorableNodes} from '../model/moved-data.ts'
import {nextCommand} from '../model/next-command.ts'
import type {ReplacedData} from '../model/replaced-data.ts'
import {sparedRemarks} from '../model/spared-checks.ts'
import type {KeptStep} from '../model/step-files.ts'
import {isOpenState, nodesOf, type UpgradeProgress} from '../model/upgrade-progress.ts'
import {upgradeVerdict} from '../model/upgrade-verdict.ts'
import {upgradePartingWord} from '../report/upgrade-parting-word.ts'
import {upgradeReport} from '../report/upgrade-report.ts'
import {backupBytes} from '../site/find-backups.ts'
import {demandNoneOpen} from '../site/find-marks.ts'
import {holdNodes} from '../site/hold-nodes.ts'
import {keepMarks, removeMarks} from '../site/keep-marks.ts'
import {openBeside} from '../site/open-beside.ts'
import {openLedger} from '../site/open-ledger.ts'
import {openSight} from '../site/open-sight.ts'
import {claimStem, targetHeld} from '../site/upgrade-claims.ts'
import {backupFile, planFile, upgradeFolder, upgradesFolder} from '../site/upgrade-places.ts'
import {demandDeed} from './check-deed.ts'
import {findReplaced, typedFrom} from './find-replaced.ts'
import type {PlannedUpgrade} from './plan-driver.ts'

/** What a driver came to, beside the outcome of its run. */
export interface MeasuredUpgrade extends RunOutcome {
  readonly id: RunId
  readonly state: NodeUpgradeState
  readonly nodes: readonly NodeUpgradeProgress[]
  readonly failed: readonly string[]
  /** What its steps asked. */
  readonly kept: readonly KeptStep[]
  /** Nodes that take no writes. */
  readonly fenced: readonly string[]
  /** Nodes whose data a way back replaces by their backups. */
  readonly restorable: readonly string[]
  /** What the way back put aside. */
  readonly replaced: readonly ReplacedData[]
  /** How the nodes stand where the way back failed. */
  readonly found: readonly FoundNode[]
}

/** Drives an upgrade, alone: a second driver of the same target is refused. Throws `workspace_busy`. */
export async function measureUpgrade(
  planned: PlannedUpgrade,
  trial: RunRecorder,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<MeasuredUpgrade> {
  const {plan, site, workspace} = planned
  const id = planned.id ?? trial.runId
  const folder = upgradeFolder(workspace, id)
  await makeFolders(upgradesFolder(workspace), ports.files.directories)
  await using _claim = await holdTarget(planned, trial.runId, ports)
  await using _nodes = await holdNodes(site.setting, trial.runId, ports)
  // Asked again where nobody can begin one meanwhile.
  if (planned.deed === 'begin') demandNoneOpen(site.setting, isOpenState, ports)
  const mark = {upgrade: id, workspace, target: plan.target, target_file: site.targetFile}
  await keepMarks(site.setting, mark, ports)
  if (planned.deed === 'begin') {
    await makeFolders(folder, ports.files.directories)
    await writeAtomic(planFile(folder), ports.redactor.json(plan), ports)
  }
  await using sight = openSight(site.setting, ports)
  await using beside = plan.strategy === 'blue-green' ? openBeside(site.setting, ports) : undefined
  const ledger = await openLedger(folder, id, ports)
  const kept: KeptStep[] = []
  // Not taken back when the work is over: the nodes stand so while the run is closed, and as long as this process lives.
  ports.partingWords.during(() => upgradePartingWord({id, plan, argv: site.setting.argv}, ledger.progress()))
  try {
    const asking: UpgradeWork = {
      plan,
      id,
      folder,
      setting: site.setting,
      hands: site.hands,
      sight: watchData(sight, {plan, ledger}),
      ledger,
      trial,
      kept,
      processes: new Map(),
      stopping: new Map(),
      unstopped: new Set(),
      ports,
      beside,
      pauseAfter: planned.pauseAfter,
      acceptsChanges: planned.acceptsChanges,
      acceptsHalt: planned.acceptsHalt,
    }
    const work = {...asking, ...(await demandDeed(planned, asking))}
    await watchHalt(work, () => driveDeed(planned, work, signal))
    if (!isOpenState(ledger.progress().state)) await removeMarks(site.setting, mark, ports)
  } finally {
    await ledger.close()
  }
  const left = backupBytes(workspace, id, ports)
  return outcomeOf(planned, id, {progress: ledger.progress(), kept, signal, cwd: ports.cwd, backupBytes: left})
}

async function driveDeed({deed}: PlannedUpgrade, work: UpgradeWork, signal: AbortSignal): Promise<void> {
  const {state, cause} = work.ledger.progress()
  const unheard = new AbortController().signal
  if (deed === 'finalise') return await finalise(work, signal)
  if (deed === 'revert') return await revertAsked(work, unheard)
  if (state === 'rolling_back') return await revertUpgrade(work, cause, unheard)
  await conductUpgrade(work, signal)
}

/** From then on nothing leads back. A service that knows no such thing is taken at its word. */
async function finalise(work: UpgradeWork, signal: AbortSignal): Promise<void> {
  const {plan, sight, ledger, trial} = besideOf(work)
  await trial.steps.start({stepId: 'finalise', operation: 'upgrade.finalise'})
  for (const {name} of plan.nodes) {
    const reply = await sight.tell(name, {method: 'POST', path: '/api/admin/finalise', body: {}}, signal)
    if (reply !== undefined && (reply.status < 300 || reply.status === 404)) continue
    const why = reply === undefined ? 'does not answer' : `answered ${reply.status}`
    throw new AssayError('upgrade_unreachable', `${name} ${why}: the release is not final`)
  }
  // The old node, which nothing leads back to any more.
  const left = work.beside ? plan.nodes : []
  for (const {name} of left) {
    const {state, detail} = await hand('stop')(work, name, signal)
    if (state !== 'good') throw new AssayError('upgrade_unreachable', `${name}, the old one, does not end: ${detail}`)
  }
  await ledger.append({kind: 'state', state: 'finalised', reason: 'nothing leads back to the release before'})
  await trial.steps.finish('finalise', {status: 'success'})
}

/** Drivers of one target give way to each other, whatever upgrade they mean. */
async function holdTarget({plan, workspace}: PlannedUpgrade, runId: RunId, ports: MeasurementPorts) {
  const run = readRunAt({path: workspace}, {runId, kind: 'directory'}, ports)
  const workspaceId = run.kind === 'run' ? run.manifest.workspace_id : ''
  const what = targetHeld(plan.target)
  return await holdClaim(
    {folder: upgradesFolder(workspace), stem: claimStem(plan.target), what},
    {runId, workspaceId},
    ports,
  )
}

interface Ended {
  readonly progress: UpgradeProgress
  readonly kept: readonly KeptStep[]
  readonly signal: AbortSignal
  readonly cwd: string
  /** What the backups take. */
  readonly backupBytes: number
}

function outcomeOf(planned: PlannedUpgrade, id: RunId, {progress, kept, signal, cwd, ...left}: Ended): MeasuredUpgrade {
  const {plan, site, workspace} = planned
  const {state, reason, failed} = progress
  const nodes = nodesOf(plan, progress)
  const retry = nextCommand({state, id, plan}, site.setting.argv)
  const moved = movedRemarks(plan, progress, site.hands.can.has('restore_data'))
  const verdict = upgradeVerdict(
    {...progress, steps: progress.done.forth.size + progress.done.back.size},
    {
      caveats: [
        ...foundRemarks(progress.found, retry),
        ...moved,
        ...progress.odd,
        ...acceptedRemarks(planned.acceptsChanges),
        ...sparedRemarks(kept),
      ],
      stopped: signal.aborted ? signal.reason : undefined,
    },
  )
  const backupOf = (node: string) => backupFile(upgradeFolder('', id), node)
  const {from, to, release} = plan
  const restoring = (node: string) =>
    site.hands
      .restoring({act: 'restore_data', node, from, to, release, file: backupFile(upgradeFolder(workspace, id), node)})
      .map((argv) => argv.map((word) => typedFrom(word, cwd)).join(' '))
  const replaced = findReplaced({id, plan, progress, hands: site.hands, cwd})
  return {
    verdict,
    reasonCode: reasonCode(verdict),
    result: {
      schema_version: 1,
      kind: 'node-upgrade',
      state,
      from: plan.from,
      to: plan.to,
      strategy: plan.strategy,
      nodes,
      failed,
    },
    resultSummary: {state, reason, nodes: nodes.length},
    report: upgradeReport({
      plan,
      progress,
      nodes,
      kept,
      verdict,
      backupOf,
      restoring,
      moved,
      replaced,
      retry,
      id,
      ...left,
    }),
    id,
    state,
    nodes,
    failed,
    kept,
    fenced: isOpenState(state) ? fencedNodes(plan, progress) : [],
    restorable: restorableNodes(plan, progress),
    replaced,
    found: progress.found,
  }
}
