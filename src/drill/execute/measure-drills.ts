import {join} from 'node:path'
import type {DrillRecord} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {reasonCode, stopOf} from '#gate/verdict'
import type {MeasurementPorts} from '#measurement/ports'
import {makeFolders} from '#path/make-folders'
import {sitesOf} from '#run/layout'
import type {RunOutcome, RunRecorder} from '#run/run-recorder'
import {isUnderWay} from '#upgrade/model/upgrade-progress'
import {demandNoneOpen} from '#upgrade/site/find-marks'
import {holdNodes} from '#upgrade/site/hold-nodes'
import {conductDrill} from '../engine/conduct-drill.ts'
import {skippedDrill} from '../engine/drill-story.ts'
import {recoverCommand} from '../model/drill-parting-word.ts'
import {drillEnd} from '../model/drill-verdict.ts'
import {setVerdict} from '../model/set-verdict.ts'
import {homeIn, siteOf} from '../model/site-layout.ts'
import type {LoadedDrill} from '../read/load-drill.ts'
import {drillsReport} from '../report/drills-report.ts'
import {findMissing} from './find-missing.ts'
import {makeRuns} from './make-runs.ts'
import type {DrillSetPlan} from './plan-drills.ts'

/** What a set of drills came to. */
export interface MeasuredDrills extends RunOutcome {
  readonly records: readonly DrillRecord[]
}

/** One drill after the other: they measure time. What had ended before an interrupt is kept and judged. */
export async function measureDrills(
  plan: DrillSetPlan,
  trial: RunRecorder,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<MeasuredDrills> {
  const {drills, isSham, requiresRun} = plan
  await using _nodes = plan.given && (await holdNodes(plan.given.setting, trial.runId, ports))
  // What a drill breaks an upgrade would take for its own doing, and put back.
  if (plan.given) demandNoneOpen(plan.given.setting, isUnderWay, ports)
  const records: DrillRecord[] = []
  for (const [at, loaded] of drills.entries()) {
    if (signal.aborted) break
    ports.progress.update(at, drills.length, loaded.drill.id)
    const record = await recordDrill({...loaded, number: at + 1}, plan, {trial, ports, signal})
    if (record === undefined) break
    records.push(record)
    // No further drill may start while changes are not undone.
    if (record.verdict === 'unsafe-state') break
    if (plan.failsFast && !isGood(record)) break
  }
  const isOpen = records.some(({verdict}) => verdict === 'unsafe-state')
  if (!isOpen) await ports.files.directories.removeTree(join(plan.workspace, sitesOf(trial.runId)))
  const verdict = setVerdict(records, drills.length, requiresRun, stopOf(signal))
  const message = 'changes of a drill were not put back: assay drills recover'
  return {
    verdict,
    reasonCode: reasonCode(verdict),
    result: {
      schema_version: 1,
      kind: 'drills',
      sham: isSham,
      seed: plan.seed,
      drills: records.map(({id, version, verdict: own, reasons}) => ({id, version, verdict: own, reasons})),
    },
    timing: {
      drills: records.map(({id, detect, recover}) => ({id, detect_s: detect.seconds, recover_s: recover.seconds})),
    },
    resultSummary: {drills: records.length, passed: records.filter(isGood).length, sham: isSham},
    report: drillsReport(verdict, records, isSham),
    ...(isOpen && {findings: [{code: 'undo_pending', message}]}),
    records,
  }
}

function isGood(record: DrillRecord): boolean {
  return drillEnd(record) === 'pass'
}

interface Work {
  readonly trial: RunRecorder
  readonly ports: MeasurementPorts
  readonly signal: AbortSignal
}

const LONELY = 'people hold it at a terminal: --guided'

/** A step of the run, its polls as lines, its record as a document. Undefined where a signal came before it began. */
async function recordDrill(
  {drill, number}: LoadedDrill & {readonly number: number},
  {workspace, seed, isSham, guide, requiresRun, clockScale: asked, argv, given}: DrillSetPlan,
  {trial, ports, signal}: Work,
): Promise<DrillRecord | undefined> {
  const path = `results/drills/${drill.id}.json`
  const keep = (json: DrillRecord) =>
    trial.write({path, label: `drill-record-${number}`, kind: 'result', content: {json}})
  const clockScale = asked ?? drill.clock_scale ?? 1
  const isLonely = drill.target.kind === 'tabletop' && guide === undefined && !isSham
  const lacking = isLonely ? LONELY : await findMissing(drill, {...ports, cwd: workspace}, signal)
  if (signal.aborted) return undefined
  if (lacking !== undefined) {
    const skipped = skippedDrill({drill, seed, clockScale, isSham}, lacking, ports.clock)
    await keep(skipped)
    await trial.steps.skip({stepId: drill.id, operation: 'drill', required: requiresRun}, lacking)
    return skipped
  }
  await trial.steps.start({stepId: drill.id, operation: 'drill', simulated: !isSham})
  const polls = await trial.lines(`logs/drills/${drill.id}.ndjson`, `probes-${number}`, 'log')
  const site = siteOf(trial.runId, drill.id)
  const prepare = async (folder: string) => {
    await makeFolders(homeIn(folder), ports.files.directories)
    return await makeRuns(homeIn(folder), drill.target.runs ?? 0, ports)
  }
  const order = {
    drill,
    seed,
    clockScale,
    isSham,
    guide,
    folder: join(workspace, site),
    site,
    undo: trial.undo,
    polls,
    given,
    recover: recoverCommand(argv),
    prepare,
  }
  const record = await conductDrill(order, ports, signal)
  await polls.flush()
  await keep(record)
  const words = [...record.reasons, ...(record.detail ? [record.detail] : [])].join(', ')
  await trial.steps.finish(
    drill.id,
    isGood(record)
      ? {status: 'success', outputs: [path]}
      : {status: 'failed', errorSummary: cutText(`${record.verdict}: ${words}`, 500), outputs: [path]},
  )
  return record
}
