import type {DocumentPorts} from '#document/document-ports'
import type {Gate} from '#gate/gate-document'
import type {GateScope} from '#gate/gate-scope'
import {absolutePath} from '#path/safe-relative-path'
import {utcDay} from '#random/clock'
import type {ReadPorts} from '#run/read-run'
import {WORLDS} from '#world/environments'
import {PLANNER_NAMES} from '#world/planner/presets'
import {MIN_N} from '../judge/default-gates.ts'
import type {EvalBaseline} from '../judge/versus.ts'
import type {EvalRequest} from '../model/eval-options.ts'
import type {Suite} from '../model/suite.ts'

/** What the rules of an evaluation may name: these suites with their metrics, every environment, stratum and planner, these providers. */
export function evalScope(suites: readonly Suite[], providers: readonly string[]): GateScope {
  const environments = [...WORLDS.values()]
  const sets = suites.flatMap((suite) => suite.sets ?? [])
  return {
    kind: 'eval',
    groupFact: 'suite',
    groups: Object.fromEntries(suites.map(({name, metrics}) => [name, metrics])),
    names: {
      env: [...environments.map(({id}) => id), '*'],
      stratum: [...new Set([...environments.flatMap(({strata}) => strata), ...sets, 'all', '*'])],
      provider: providers,
      planner: PLANNER_NAMES,
    },
    versus: ['baseline', 'random', 'frozen', 'oracle'],
    minN: MIN_N,
  }
}

/** What a caller names to judge by; paths are seen from `workingDirectory`. */
interface RuleOrder {
  readonly workingDirectory: string
  readonly request: Pick<EvalRequest, 'gate' | 'baseline'>
}

export type RuleContext = DocumentPorts & Pick<ReadPorts, 'clock'>

/** The gate file, where one was named; `scope`: what it may name. Throws `gate_invalid`, `file_*`, `document_*`. */
export async function loadGateFile(
  {request: {gate}, workingDirectory}: RuleOrder,
  scope: () => GateScope | Promise<GateScope>,
  {clock, reader, redactor}: RuleContext,
): Promise<Gate | undefined> {
  if (gate === undefined) return undefined
  const {loadGate} = await import('#gate/load-gate')
  const context = {scope: await scope(), today: utcDay(clock.nowMs())}
  return await loadGate(absolutePath(workingDirectory, gate), context, {reader, redactor})
}

/** The baseline, where one was named. Throws `file_*`, `document_*`, `run_live`. */
export async function loadBaseline(
  {request: {baseline}, workingDirectory}: RuleOrder,
  workspace: string,
  {reader}: Pick<RuleContext, 'reader'>,
): Promise<EvalBaseline | undefined> {
  if (baseline === undefined) return undefined
  const [{readBaseline}, {recordedEvaluation}] = await Promise.all([
    import('#run/read-baseline'),
    import('../recorded/recorded-side.ts'),
  ])
  return readBaseline(baseline, {place: {workspace, cwd: workingDirectory}, reader}, recordedEvaluation)
}
