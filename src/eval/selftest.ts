import type {EvalEpisode, EvalResult, EvalRow, SelftestInjection} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import type {ExitName} from '#error/exit'
import {injected, injectRules} from '#gate/injection'
import {selftestReport, selftestVerdict} from '#gate/selftest-report'
import type {Report} from '#report/report'
import {ruleLimits} from './judge/deciding-rules.ts'
import {defaultRules} from './judge/default-gates.ts'
import {evalVerdict} from './judge/eval-verdict.ts'
import {estimateRows, gateMeasurements} from './judge/rows.ts'
import {type EvalBaseline, evalBaselineRules, evaluatedSide} from './judge/versus.ts'
import type {EvalFindings} from './judge/work.ts'
import type {EvalPlan} from './model/eval-plan.ts'
import type {RecomputePlan} from './plan/plan-recompute.ts'

/** Breaks a recorded evaluation in every way its gate must notice, in memory, and tells what survived. */
export function selftestEval({plan, work, recorded}: RecomputePlan): {result: EvalResult; report: Report} {
  const {settings, gate, baseline} = plan
  const cells = work.cells.map(({facts}) => facts)
  const usual =
    settings.gate === 'default' ? [...defaultRules(cells), ...(baseline ? evalBaselineRules(cells) : [])] : []
  const rows = rowsIn(plan, work)
  const injections = [
    ...injectRules(gate, [...usual, ...settings.thresholds], gateMeasurements(rows, work.cells)),
    ...injectExecution(plan, work),
    ...injectBaseline(plan, work),
  ]
  const verdict = selftestVerdict(injections)
  const document = {run_id: recorded.manifest.run_id as RunId, injections}
  return {
    result: {schema_version: 1, command: 'eval', exit: verdict.exit, verdict, selftest: document},
    report: selftestReport(document, verdict),
  }
}

/** Errors of every kind, and nothing at all. They decide whatever the rows say. */
function injectExecution(plan: EvalPlan, work: EvalFindings): SelftestInjection[] {
  const failing = (kind: 'unreachable' | 'wrong') =>
    everyEpisode(work, (episode) => ({
      ...episode,
      success: false,
      error: {class: 'ProviderError', code: 'injected', kind, message: 'injected'},
    }))
  const said = (injection: string, expected: ExitName, changed: EvalFindings) =>
    injected('execution', injection, {expected, got: exitOf(plan, changed)})
  const nobody = {cells: [], notRun: [], unreachable: plan.settings.providers}
  return [
    said('every trial ends in a transport error', 'unavailable', failing('unreachable')),
    said('every trial ends in a wrong answer', 'failed', failing('wrong')),
    said('an unreachable provider', 'unavailable', nobody),
    said('nothing ran', 'inconclusive', {...nobody, unreachable: []}),
  ]
}

/** The run itself as its baseline, then gone, changed, and measured otherwise; no other rule speaks. */
function injectBaseline(plan: EvalPlan, work: EvalFindings): SelftestInjection[] {
  const healed = everyEpisode(work, ({error: _, ...episode}) => episode)
  const alone = {...plan.settings, gate: 'off' as const, thresholds: [], mustRun: NOTHING_MUST_RUN}
  const side = evaluatedSide(plan.settings, healed, rowsIn(plan, healed))
  const parent = {run_id: '', relation: 'baseline', manifest_sha256: ''} as const
  const said = (injection: string, expected: ExitName, baseline: EvalBaseline) => {
    const {gate: _, further: __, ...rest} = plan
    return injected('baseline', injection, {expected, got: exitOf({...rest, settings: alone, baseline}, healed)})
  }
  const found = (changes: {damaged?: string[]; inputDigest?: string}): EvalBaseline => {
    const {damaged = [], ...other} = changes
    return {kind: 'found', side: {...side, ...other}, parent, damaged}
  }
  return [
    said('nothing: the run itself', 'ok', found({})),
    said('a missing baseline', 'inconclusive', {kind: 'missing'}),
    said('a changed digest', 'failed', found({damaged: ['results/result.json']})),
    said('another suite version', 'inconclusive', found({inputDigest: 'sha256:injected'})),
  ]
}

const NOTHING_MUST_RUN = {providers: false, suites: [], environments: false}

function exitOf(plan: EvalPlan, work: EvalFindings): ExitName {
  return evalVerdict(plan, work, rowsIn(plan, work), NEVER).exit.name
}

function rowsIn(plan: EvalPlan, {cells}: EvalFindings): EvalRow[] {
  const limits = ruleLimits(plan)
  return cells.flatMap((cell) => estimateRows(cell, limits))
}

const NEVER = new AbortController().signal

function everyEpisode(work: EvalFindings, change: (episode: EvalEpisode) => EvalEpisode): EvalFindings {
  return {...work, cells: work.cells.map((cell) => ({...cell, episodes: cell.episodes.map(change)}))}
}
