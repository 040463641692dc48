import {evalCell} from '#contract/generated/eval-cell'
import {evalReference} from '#contract/generated/eval-reference'
import {gateDocument} from '#contract/generated/gate'
import type {EvalCell, EvalEpisode, EvalReference, EvalRequestDocument} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {AssayError} from '#error/assay-error'
import {buildGate, type Gate} from '#gate/gate-document'
import type {GateScope} from '#gate/gate-scope'
import {absolutePath} from '#path/safe-relative-path'
import {type ChosenTranslator, chosenTranslator} from '#provider/translator/chosen-translator'
import {GATE_INPUT, TRANSLATOR_INPUT} from '#run/layout'
import {findRecorded, newestRecorded, type RecordedPlace, type RecordedRun, readAs} from '#run/read-recorded'
import {loadTrialCounts, type TrialCounts} from '../catalogue/load-suite.ts'
import {isSuiteFile, isSuiteName} from '../catalogue/suite-table.ts'
import {SUITES, suitesNamed} from '../catalogue/suites.ts'
import type {EvalFindings} from '../judge/work.ts'
import {CELLS, REFERENCES} from '../model/eval-files.ts'
import type {EvalRequest} from '../model/eval-options.ts'
import type {EvalPlan} from '../model/eval-plan.ts'
import type {Suite} from '../model/suite.ts'
import {recordedFindings} from '../recorded/recorded-cells.ts'
import {recordedEpisodes, recordedMeasurement} from '../recorded/recorded-side.ts'
import {recordedRequest, recordedSuites} from '../recorded/recorded-suites.ts'
import {evalScope, loadBaseline, loadGateFile, type RuleContext} from './load-rules.ts'
import {type EvalOrder, withErrorShare} from './plan-eval.ts'
import {requestFromDocument} from './recorded-inputs.ts'
import {builtInNames, chosenAlone, resolveEvalSettings} from './settings.ts'

/** What settings are made of beside the request. */
interface Kept {
  readonly own: readonly Suite[]
  readonly counts: TrialCounts
}

/** An order for a run to be computed again; without a name the newest of the workspace. */
export type RecomputeOrder = EvalOrder

/** A run to be computed again: how it was planned, what was done, and what it said. */
export interface RecomputePlan {
  readonly plan: EvalPlan
  readonly work: EvalFindings
  readonly episodes: readonly EvalEpisode[]
  readonly recorded: RecordedRun
  /** The caller judges by other rules than the run did, so another result is no surprise. */
  readonly isRejudged: boolean
  readonly workspace: string
}

/**
 * An evaluation as its run recorded it, to be judged again by its own rules or by the caller's. Throws `run_not_found`, `file_unreadable`,
 * `run_live`, `episodes_missing`, `suite_changed`, and `usage` for flags that would measure something else.
 */
export async function planRecompute(order: RecomputeOrder, ports: RuleContext): Promise<RecomputePlan> {
  refuseMeasuring(order)
  const {workingDirectory: cwd} = order
  const workspace = absolutePath(cwd, order.workspace ?? '.')
  const recorded = chosenRun(order.request.recompute, {workspace, cwd}, ports)
  if (recorded.manifest.kind !== 'eval') throw new AssayError('usage', 'the run to recompute is no evaluation')
  const counts = await loadTrialCounts()
  const {plan: base, work, episodes, own} = recordedWork(recorded, order.commandArgv, counts)
  const isRejudged = isJudging(order)
  const plan = isRejudged
    ? await rejudged(base, {own, counts}, order, {...ports, workspace})
    : {...base, baseline: await ownBaseline(recorded, order, {...ports, workspace})}
  return {plan, work, episodes, recorded, isRejudged, workspace}
}

/** The run that the recorded one was held against: its rows say how they did. */
async function ownBaseline(
  {manifest}: RecordedRun,
  {workingDirectory}: RecomputeOrder,
  ports: RuleContext & {readonly workspace: string},
): Promise<EvalPlan['baseline']> {
  const told = manifest.parents.find(({relation}) => relation === 'baseline')
  if (told === undefined) return undefined
  const baseline = await loadBaseline({request: {baseline: told.run_id}, workingDirectory}, ports.workspace, ports)
  if (baseline?.kind === 'found' && baseline.parent.manifest_sha256 === told.manifest_sha256) return baseline
  throw new AssayError(
    'run_not_found',
    `the run was held against the baseline ${told.run_id}, which is not here as it was`,
    {
      hint: 'Name where it is with --baseline, or judge by other rules, such as --no-gate.',
    },
  )
}

/** What a run planned and did, from its own files. Throws `file_unreadable`, `episodes_missing`, `suite_changed`. */
export function recordedWork(
  recorded: RecordedRun,
  commandArgv: readonly string[],
  counts: TrialCounts,
): Pick<RecomputePlan, 'plan' | 'work' | 'episodes'> & {readonly own: readonly Suite[]} {
  const episodes = recordedEpisodes(recorded)
  const cells = recordedCells(recorded)
  if (!episodes || !cells) {
    throw new AssayError('episodes_missing', `the run ${recorded.manifest.run_id} kept no trials`)
  }
  const request = recordedRequest(recorded)
  const {not_run: notRun, seed} = recordedMeasurement(recorded)
  const own = recordedSuites(recorded)
  const work = recordedFindings(
    {cells, references: recordedReferences(recorded), episodes, notRun, seed},
    knownSuites(own),
  )
  return {plan: planOf(recorded, {request, own, counts}, commandArgv), work, episodes, own}
}

function chosenRun(name: string | undefined, place: RecordedPlace, {reader}: RuleContext): RecordedRun {
  const isWhole = ({manifest, text}: RecordedRun) => manifest.kind === 'eval' && text(CELLS) !== undefined
  const found =
    name === undefined ? newestRecorded(place.workspace, reader, isWhole) : findRecorded(name, place, reader)
  if (found) return found
  throw new AssayError('run_not_found', 'there is no such evaluation', {
    hint: 'Evaluate once before, or check --workspace-dir.',
    given: name,
  })
}

const JUDGING: readonly (keyof EvalRequest)[] = [
  'recompute',
  'gate',
  'baseline',
  'noGate',
  'thresholds',
  'maxErrorShare',
  'allowSkip',
  'policy',
  'profile',
]

function refuseMeasuring({request}: RecomputeOrder): void {
  const given = Object.entries(request).filter(
    ([name, value]) => value !== undefined && value !== false && !JUDGING.some((known) => known === name),
  )
  if (given.length === 0) return
  throw new AssayError('usage', '--recompute and --selftest measure nothing, so only flags that judge go with them', {
    hint: 'Use --gate, --no-gate, --threshold, --max-error-share or --baseline.',
  })
}

function isJudging({request}: RecomputeOrder): boolean {
  const {gate, baseline, noGate, thresholds, maxErrorShare} = request
  return [gate, baseline, thresholds, maxErrorShare].some((given) => given !== undefined) || noGate === true
}

/** The plan of the run, by its own rules. Waivers are judged by the day of the run, so that its verdict stays what it was. */
function planOf(
  run: RecordedRun,
  {request: recorded, own, counts}: Kept & {readonly request: EvalRequestDocument},
  commandArgv: readonly string[],
): EvalPlan {
  const {manifest, manifestSha256} = run
  const request = requestFromDocument(recorded)
  refuseUnknownSuites(request.suites)
  const asked = resolveEvalSettings(request, {
    builtIn: suitesNamed(builtInNames(request)),
    own,
    counts,
    translator: recordedTranslator(run, recorded),
  })
  const settings = {
    ...asked,
    commandArgv,
    mustRun: {...recorded.must_run, suites: recorded.must_run.suites ? chosenAlone(asked.suites) : []},
    machine: manifest.host.fingerprint,
  }
  return {
    commandArgv,
    request,
    settings,
    providers: settings.providers.map((name) => ({name, missing: []})),
    providerProfile: manifest.provider_profile ?? {},
    envSummary: [],
    gate: recorded.gate === 'file' ? recordedGate(run, evalScope(knownSuites(own), settings.providers)) : undefined,
    recomputed: {run_id: manifest.run_id, relation: 'recomputed', manifest_sha256: manifestSha256},
  }
}

const knownSuites = (own: readonly Suite[]): Suite[] => [...Object.values(SUITES), ...own]

/** What is neither built in nor a file of the caller's that the run kept was measured by another version. */
function refuseUnknownSuites(suites: readonly string[] = []): void {
  const unknown = suites.filter((name) => !isSuiteFile(name) && !isSuiteName(name))
  if (unknown.length === 0) return
  throw new AssayError('suite_changed', `this version has no suite ${unknown.join(', ')}`)
}

/** A recorded plan with the rules of the caller instead of its own; its trials stay. */
async function rejudged(
  plan: EvalPlan,
  {own, counts}: Kept,
  order: RecomputeOrder,
  ports: RuleContext & {readonly workspace: string},
): Promise<EvalPlan> {
  const {gate: gateFile, baseline: base, noGate, thresholds, maxErrorShare} = order.request
  const share = maxErrorShare === undefined ? {} : {maxErrorShare}
  const request = {...plan.request, noGate, thresholds, gate: gateFile, baseline: base, ...share}
  const scope = () => evalScope(knownSuites(own), plan.settings.providers)
  const gate = await loadGateFile(order, scope, ports)
  const baseline = await loadBaseline(order, ports.workspace, ports)
  const settings = withErrorShare(
    gate,
    {
      ...resolveEvalSettings(request, {
        builtIn: suitesNamed(builtInNames(request)),
        own,
        counts,
        translator: plan.settings.translator,
      }),
      commandArgv: order.commandArgv,
      mustRun: plan.settings.mustRun,
      machine: plan.settings.machine,
    },
    order.request,
  )
  return {...plan, request, settings, gate, baseline}
}

function recordedGate(run: RecordedRun, scope: GateScope): Gate {
  const document = readAs(GATE_INPUT, () => parse(gateDocument, JSON.parse(run.text(GATE_INPUT) ?? 'null')))
  return buildGate(document, {scope, today: run.manifest.created_at.slice(0, 10)})
}

function recordedTranslator(run: RecordedRun, {translator: name}: EvalRequestDocument): ChosenTranslator | undefined {
  if (name === undefined) return undefined
  return readAs(TRANSLATOR_INPUT, () => {
    const told: unknown = JSON.parse(run.text(TRANSLATOR_INPUT) ?? 'null')
    return chosenTranslator(name, told)
  })
}

function recordedCells(run: RecordedRun): EvalCell[] | undefined {
  const lines = run.lines(CELLS)
  return lines && readAs(CELLS, () => lines.map((line) => parse(evalCell, JSON.parse(line))))
}

function recordedReferences(run: RecordedRun): EvalReference[] {
  const lines = run.lines(REFERENCES) ?? []
  return readAs(REFERENCES, () => lines.map((line) => parse(evalReference, JSON.parse(line))))
}
