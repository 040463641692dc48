import type {ProviderDiagnosis} from '#contract/generated/types'
import type {DocumentPorts} from '#document/document-ports'
import {AssayError} from '#error/assay-error'
import {checkEach, gatherMistakes, MistakeList} from '#error/collect-mistakes'
import type {Gate} from '#gate/gate-document'
import {broughtProviders, chosenProviders} from '#measurement/chosen-providers'
import type {Order} from '#measurement/order'
import {absolutePath, fileName} from '#path/safe-relative-path'
import type {LoadedProfile} from '#profile/merge-settings'
import type {Extras} from '#provider/catalogue/extras'
import {rulesOf} from '#world/environments'
import {presetConfig} from '#world/planner/presets'
import {loadNamedSuites, loadTrialCounts} from '../catalogue/load-suite.ts'
import {isSuiteFile, resolveSuiteNames, SUITE_NAMES} from '../catalogue/suite-table.ts'
import type {EvalRequest} from '../model/eval-options.ts'
import type {EvalSettings} from '../model/eval-settings.ts'
import type {Suite} from '../model/suite.ts'
import {evalScope, loadGateFile, type RuleContext} from './load-rules.ts'
import {builtInNames, parseSize, resolveEvalSettings} from './settings.ts'

/** Every name of a request that nothing has is told at once. Throws as `gatherMistakes` does. */
export function checkEvalNames(request: EvalRequest, known: readonly ProviderDiagnosis[]): void {
  const {suites = [], providers, envs, size, planner} = request
  const builtIn = suites.filter((name) => !isSuiteFile(name))
  gatherMistakes([
    ...checkEach('suite', builtIn, (name) => resolveSuiteNames([name])),
    ...checkEach('providers', providers, (name) => chosenProviders([name], known)),
    ...checkEach('env', envs, rulesOf),
    ...checkEach('size', size === undefined ? [] : [size], parseSize),
    ...checkEach('planner', planner === undefined ? [] : [planner], presetConfig),
  ])
}

const LIMIT_BYTES = 8 * 1024 * 1024

/** The suites of those names that are files. Throws `suite_invalid`, `file_missing` and `document_*`, and `suite_invalid` for two of one name. */
export async function loadSuites(names: readonly string[], folder: string, ports: DocumentPorts): Promise<Suite[]> {
  const files = new Set(names.filter(isSuiteFile))
  if (files.size === 0) return []
  const [{readSuite}, {loadDocument}] = await Promise.all([
    import('../catalogue/suite-document.ts'),
    import('#document/load-document'),
  ])
  const suites: Suite[] = []
  for (const given of files) {
    const path = absolutePath(folder, given)
    const name = fileName(path)
    const document = await loadDocument({path, name, limitBytes: LIMIT_BYTES}, ports.reader)
    const suite = readSuite(document, name, (key) => ports.redactor.find(key).length === 0)
    if (suites.some((one) => one.name === suite.name))
      throw new AssayError('suite_invalid', `${name} has the name of another suite of this run`)
    suites.push(suite)
  }
  return suites
}

/** What the names and files of an order come to. */
interface ResolvedOrder {
  readonly asked: EvalSettings
  readonly loaded: LoadedProfile | undefined
  readonly gate: Gate | undefined
  /** Names of the providers that the caller brought along. */
  readonly brought: readonly string[]
}

/** Reads what an order names. Throws the caller's mistakes in names, files and rules, all at once. */
export async function resolveEvalOrder(
  order: Order<EvalRequest>,
  diagnoses: readonly ProviderDiagnosis[],
  {extras, ...ports}: RuleContext & {readonly extras?: Extras | undefined},
): Promise<ResolvedOrder> {
  const {request} = order
  const mistakes = new MistakeList()
  await mistakes.at('', () => checkEvalNames(request, diagnoses))
  const own = await mistakes.at('suite', () => loadSuites(request.suites ?? [], order.workingDirectory, ports))
  // Settings cannot be resolved while a name is unknown.
  const isNamed = !mistakes.any
  const isNaming = request.profile !== undefined || request.translator !== undefined
  const files = isNaming ? await import('#measurement/load-named-files') : undefined
  const loaded = await mistakes.at('profile', () => files?.loadNamedProfile(order, diagnoses, ports))
  const translator = await mistakes.at('translator', () => files?.loadNamedTranslator(order, ports))
  // A name that nothing has tells of what could not be loaded already.
  const brought = isNamed ? await mistakes.at('', () => broughtProviders(extras, order)) : undefined
  const resolve = async () => {
    const builtIn = await loadNamedSuites(builtInNames(request))
    const counts = await loadTrialCounts(builtIn)
    return resolveEvalSettings(request, {
      builtIn,
      profile: loaded?.profile,
      own: own ?? [],
      translator,
      counts,
      brought,
    })
  }
  const asked = isNamed ? await mistakes.at('', resolve) : undefined
  // Rules may name suites that do not run.
  const scope = async () =>
    evalScope(
      [...(await loadNamedSuites(SUITE_NAMES)), ...(own ?? [])],
      diagnoses.map((row) => row.name),
    )
  const gate = await mistakes.at('gate', () => loadGateFile(order, scope, ports))
  mistakes.end()
  if (asked === undefined) throw new Error('names without a mistake have settings')
  return {asked, loaded, gate, brought: brought ?? []}
}
