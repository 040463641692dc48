import type {BudgetEntry, ProviderDiagnosis} from '#contract/generated/types'
import {digestOf} from '#digest/canonical-json'
import type {DocumentPorts} from '#document/document-ports'
import {loadDocument} from '#document/load-document'
import {MistakeList} from '#error/collect-mistakes'
import {readBudgets} from '#gate/budget'
import type {Gate} from '#gate/gate-document'
import {loadGate} from '#gate/load-gate'
import {broughtProviders, policiesOf, providerFacts} from '#measurement/chosen-providers'
import {loadNamedProfile, loadNamedTranslator} from '#measurement/load-named-files'
import type {Order, Planned} from '#measurement/order'
import {absolutePath, fileName} from '#path/safe-relative-path'
import type {HostClassification} from '#process/host-facts'
import {configProfile, mergeSettings} from '#profile/merge-settings'
import type {Assay} from '#provider/assay'
import {isMisconfigured} from '#provider/catalogue/availability'
import type {Extras} from '#provider/catalogue/extras'
import type {ChosenTranslator} from '#provider/translator/chosen-translator'
import {type Clock, utcDay} from '#random/clock'
import {readBaseline} from '#run/read-baseline'
import {loadCalibration} from '../calibration/load-calibration.ts'
import {recordedBenchmark} from '../judge/benchmark-side.ts'
import type {BenchmarkRequest} from '../model/benchmark-request.ts'
import {benchmarkScope} from '../model/benchmark-scope.ts'
import {type PlannedItem, planItems} from '../model/ledger.ts'
import {OPERATIONS} from '../model/operation.ts'
import {recordingsDocument} from '../model/recordings.ts'
import {type LoadSettings, resolveLoadSettings, usualSubjects} from '../model/settings.ts'
import {askedOnce} from './asked-once.ts'
import {checkItems} from './check-items.ts'
import {checkBenchmarkNames} from './check-names.ts'
import {type LoadedInputs, loadInputs} from './load-inputs.ts'
import {loadRecordings} from './load-recordings.ts'
import {diagnosedFacts, RECORDED_FACTS} from './provider-facts.ts'
import {requestsInRun} from './requests-in-run.ts'
import type {BenchmarkPlan} from './run-plan.ts'

const BUDGET_LIMIT_BYTES = 256 * 1024

export type BenchmarkOrder = Order<BenchmarkRequest>

export interface BenchmarkPlanContext extends DocumentPorts {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly host: Pick<HostClassification, 'measuredOn'>
  /** The folder of recorded replies, absolute. */
  readonly recordings: string
  /** Providers and other extensions that the caller brought along. */
  readonly extras?: Extras | undefined
  /** Opens a library with these limits; planning asks it for facts but makes no call. */
  readonly library: (
    limits: LoadSettings['policy'],
  ) => Pick<Assay, 'doctor' | 'describe' | 'profileOf' | 'requestPolicy' | 'check' | 'examples'> & AsyncDisposable
}

/** Makes the plan. Everything that can be the caller's mistake is found here, before a run exists. */
export async function planBenchmark(
  order: BenchmarkOrder,
  ports: BenchmarkPlanContext,
): Promise<Planned<BenchmarkPlan>> {
  const {request} = order
  const asked = ports.library({})
  const diagnoses = await asked.doctor()
  const facts = diagnoses.map((diagnosis) => diagnosedFacts(diagnosis, asked.profileOf(diagnosis.name), ports.extras))
  const known = [...facts, ...RECORDED_FACTS]
  const {loaded, settings, gate, inputs, brought} = await resolveOrder(order, diagnoses, known, ports)
  await using library = ports.library(settings.policy)
  const named = {...order, request: {...request, translator: request.translator ?? settings.presetTranslator}}
  const hasTranslator = named.request.translator !== undefined
  const planned = planItems({...settings, hasTranslator}, known)
  const chosen = diagnoses.filter((row) => settings.providers.includes(row.name))
  for (const row of chosen) if (isMisconfigured(row)) await library.describe(row.name)
  const budgets = await chosenBudgets(order, settings, diagnoses, ports)
  const {items, examples} = await checkItems(planned, inputs, (item) => isNamed(item, request, planned), library)
  const translator = await loadNamedTranslator(named, ports)
  if (translator) await checkTranslator(translator, items)
  const used = items.filter(({how, skipReason}) => how !== 'library' && skipReason === undefined)
  const recorded = [...new Set(used.map(({operation}) => operation))]
  const recordings = await loadRecordings(ports.recordings, recorded, ports.reader)
  const policy = policiesOf(library, chosen)
  const merged = mergeSettings(given(order), loaded?.profile, usualSubjects(brought))
  const workspace = absolutePath(order.workingDirectory, merged.settings.run_workspace)
  const profile = loaded && configProfile(loaded, merged.origins, policy)
  const plan: BenchmarkPlan = {
    commandArgv: order.commandArgv,
    settings,
    items,
    budgets: settings.isCalibration ? [] : budgets,
    oldBudgets: budgets,
    noise: await chosenNoise(gate, workspace, ports),
    cases: inputs.cases,
    ...(translator && {translator}),
    recordings,
    requests: {...requestsInRun(items, inputs.cases, examples), ...recordingsDocument(recordings)},
    policy,
    ...onceOf({settings, items, policy}, library),
    ...providerFacts(chosen, library),
    gate,
    baseline: chosenBaseline(order, workspace, ports),
    isAnyMachine: request.isAnyMachine,
    ...(profile && {configProfile: profile}),
  }
  return {plan, workspace, configProfile: profile}
}

/** Reported only if the caller asked for retries: a provider's own limits promise none. */
function onceOf(
  {settings, items, policy}: Pick<BenchmarkPlan, 'settings' | 'items' | 'policy'>,
  library: Pick<Assay, 'profileOf'>,
): Pick<BenchmarkPlan, 'askedOnce'> {
  const once = settings.policy.retries ? askedOnce(items, policy, (name) => library.profileOf(name)) : []
  return once.length > 0 ? {askedOnce: once} : {}
}

/** Checks that the translator can read the answers of the policies, whether remote or local. Throws `translator_invalid`. */
async function checkTranslator(translator: ChosenTranslator, items: readonly PlannedItem[]): Promise<void> {
  const asked = items.filter(({operation, skipReason}) => operation === 'policy' && skipReason === undefined)
  if (asked.length === 0) return
  const {checkServed, checkRead} = await import('#provider/translator/check-served')
  const live = asked.filter(({how}) => how === 'library')
  checkServed(translator, [...new Set(live.map(({provider}) => provider))])
  checkRead(translator)
}

/** Reads what an order names. Throws the caller's mistakes in names, files and rules, all at once. */
async function resolveOrder(
  order: BenchmarkOrder,
  diagnoses: readonly ProviderDiagnosis[],
  known: Parameters<typeof checkBenchmarkNames>[1],
  ports: BenchmarkPlanContext,
) {
  const {request} = order
  const mistakes = new MistakeList()
  await mistakes.at('', () => checkBenchmarkNames(request, known))
  // Settings cannot be resolved while a name is unknown.
  const isNamed = !mistakes.any
  const loaded = await mistakes.at('profile', () => loadNamedProfile(order, diagnoses, ports))
  // An unknown name already explains what could not be loaded.
  const brought = isNamed ? await mistakes.at('', () => broughtProviders(ports.extras, order)) : undefined
  const resolve = () => resolveLoadSettings(request, loaded?.profile, brought)
  const settings = isNamed ? await mistakes.at('', resolve) : undefined
  const gate = await mistakes.at('gate', () => chosenGate(order, diagnoses, ports))
  const inputs = await mistakes.at('input-file', () => chosenInputs(order, ports))
  mistakes.end()
  if (settings === undefined || inputs === undefined) throw new Error('names without a mistake have settings')
  return {loaded, settings, gate, inputs, brought: brought ?? []}
}

/** The calibration of this machine, loaded only if a rule needs its noise. */
async function chosenNoise(gate: Gate | undefined, workspace: string, {reader, host}: BenchmarkPlanContext) {
  const isAsked = gate?.document.rules.some(({ratio}) => ratio?.noise_floor === 'aa')
  return isAsked ? await loadCalibration(workspace, digestOf(host.measuredOn), reader) : undefined
}

/** Whether an item was asked for by name: its provider was, and its operation too, unless the provider has no other. */
function isNamed(
  {provider, operation}: PlannedItem,
  {providers, operations}: BenchmarkRequest,
  planned: readonly PlannedItem[],
): boolean {
  const others = planned.filter((item) => item.provider === provider && ![operation, 'health'].includes(item.operation))
  return providers !== undefined && (operations !== undefined || others.length === 0)
}

async function chosenInputs(
  {request: {inputs}, workingDirectory}: BenchmarkOrder,
  ports: BenchmarkPlanContext,
): Promise<LoadedInputs> {
  return inputs === undefined ? {cases: [{}]} : await loadInputs(absolutePath(workingDirectory, inputs), ports)
}

async function chosenBudgets(
  {request: {budget}, workingDirectory}: BenchmarkOrder,
  settings: LoadSettings,
  diagnoses: readonly ProviderDiagnosis[],
  {reader, redactor}: BenchmarkPlanContext,
): Promise<readonly BudgetEntry[]> {
  if (settings.gate === 'preset') return settings.presetBudgets
  if (budget === undefined) return []
  const path = absolutePath(workingDirectory, budget)
  const source = {path, name: fileName(path), limitBytes: BUDGET_LIMIT_BYTES}
  const scope = {
    providers: diagnoses.map((row) => row.name),
    operations: OPERATIONS,
    ...(settings.durationNs === undefined && {iterations: settings.iterations}),
  }
  return readBudgets(await loadDocument(source, reader), scope, (key) => redactor.find(key).length === 0)
}

function chosenBaseline(
  {request: {baseline}, workingDirectory}: BenchmarkOrder,
  workspace: string,
  {reader}: BenchmarkPlanContext,
) {
  if (baseline === undefined) return undefined
  return readBaseline(baseline, {place: {workspace, cwd: workingDirectory}, reader}, recordedBenchmark)
}

async function chosenGate(
  {request: {gate}, workingDirectory}: BenchmarkOrder,
  diagnoses: readonly ProviderDiagnosis[],
  {reader, redactor, clock}: BenchmarkPlanContext,
): Promise<Gate | undefined> {
  if (gate === undefined) return undefined
  const context = {scope: benchmarkScope(diagnoses.map((row) => row.name)), today: utcDay(clock.nowMs())}
  return await loadGate(absolutePath(workingDirectory, gate), context, {reader, redactor})
}

/** The flags that a profile can set as well, if they were given. */
function given({request: {providers, operations}, workspace, outputFormat}: BenchmarkOrder) {
  return {providers, operations, run_workspace: workspace, output_format: outputFormat}
}
