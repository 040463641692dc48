import type {ProviderDiagnosis} from '#contract/generated/types'
import {MistakeList} from '#error/collect-mistakes'
import type {Gate} from '#gate/gate-document'
import {broughtProviders} from '#measurement/chosen-providers'
import type {Order} from '#measurement/order'
import type {LoadedProfile} from '#profile/config-profile'
import type {Extras} from '#provider/catalogue/extras'
import {loadNamedSuites} from '../catalogue/load-suite.ts'
import {SUITE_NAMES} from '../catalogue/suite-table.ts'
import type {EvalRequest} from '../model/eval-options.ts'
import type {EvalSettings} from '../model/eval-settings.ts'
import {checkEvalNames} from './check-names.ts'
import {evalScope} from './eval-scope.ts'
import {loadGateFile, type RulePorts} from './load-rules.ts'
import {loadSuites} from './load-suites.ts'
import {loadTrialCounts} from './load-trial-counts.ts'
import {builtInNames, resolveEvalSettings} from './settings.ts'

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
  {extras, ...ports}: RulePorts & {readonly extras?: Extras | undefined},
): Promise<ResolvedOrder> {
  const {request} = order
  const mistakes = new MistakeList()
  await mistakes.at('', () => checkEvalNames(request, diagnoses))
  const own = await mistakes.at('suite', () => loadSuites(request.suites ?? [], order.workingDirectory, ports))
  // Of names that nothing has no settings follow.
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
