import type {ProviderDiagnosis} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {ProviderError} from '#error/provider-error'
import type {Gate} from '#gate/gate-document'
import {chosenProviders, policiesOf, providerFacts} from '#measurement/chosen-providers'
import type {Order, Planned} from '#measurement/order'
import {absolutePath} from '#path/safe-relative-path'
import {configProfile, mergeSettings} from '#profile/merge-settings'
import type {Assay} from '#provider/assay'
import {availabilityOf, isMisconfigured} from '#provider/catalogue/availability'
import type {Extras} from '#provider/catalogue/extras'
import type {PolicyChoice} from '#provider/model/request-policy'
import type {EvalRequest} from '../model/eval-options.ts'
import type {EvalPlan} from '../model/eval-plan.ts'
import type {EvalSettings} from '../model/eval-settings.ts'
import {loadBaseline, type RuleContext} from './load-rules.ts'
import {resolveEvalOrder} from './resolve-order.ts'
import {defaultProviders} from './settings.ts'
import {stoppingUnder} from './stopping.ts'

export type EvalOrder = Order<EvalRequest>

export interface EvalPlanContext extends RuleContext {
  /** A library that is asked, never called: with the limits given. */
  readonly library: (
    limits: PolicyChoice,
  ) => Pick<Assay, 'doctor' | 'describe' | 'profileOf' | 'requestPolicy' | 'check'> & AsyncDisposable
  /** What the caller brought along. */
  readonly extras?: Extras | undefined
  /** Fingerprint of this machine. */
  readonly machine?: string
  /** Ends the asking. */
  readonly signal?: AbortSignal
}

/** Everything that can be the caller's mistake is found here, before a run exists. */
export async function planEval(order: EvalOrder, ports: EvalPlanContext): Promise<Planned<EvalPlan>> {
  const {request} = order
  const diagnoses = await ports.library({}).doctor()
  const {loaded, asked, gate, brought} = await resolveEvalOrder(order, diagnoses, ports)
  const {providers, suites: operations} = request
  const given = {providers, operations, run_workspace: order.workspace, output_format: order.outputFormat}
  const merged = mergeSettings(given, loaded?.profile, defaultProviders(asked.suites, brought))
  const workspace = absolutePath(order.workingDirectory, merged.settings.run_workspace)
  const baseline = await loadBaseline(order, workspace, ports)
  const settings = {
    ...stoppingUnder(gate, withErrorShare(gate, asked, request), request),
    machine: ports.machine,
    commandArgv: order.commandArgv,
  }
  await using library = ports.library(settings.policy)
  const chosen = chosenProviders(settings.providers, diagnoses)
  for (const row of chosen) if (isMisconfigured(row)) await library.describe(row.name)
  if (settings.suites.some(({cases}) => cases !== undefined))
    await (await import('./check-cases.ts')).checkCases(settings.suites, chosen, library)
  await checkTrainingSeeds(library, chosen, {seed: settings.seed, signal: ports.signal})
  if (settings.translator !== undefined || settings.suites.some(({kind}) => kind === 'policy'))
    await (await import('./check-translators.ts')).checkTranslators(library, chosen, settings)
  const policy = policiesOf(library, chosen)
  const profile = loaded && configProfile(loaded, merged.origins, policy)
  const plan: EvalPlan = {
    commandArgv: order.commandArgv,
    settings,
    request,
    providers: chosen.map(availabilityOf),
    ...providerFacts(chosen, library),
    gate,
    baseline,
    ...(profile && {configProfile: profile}),
  }
  return {plan, workspace, configProfile: profile}
}

/** The share of errors that a gate file allows, unless the command line says another. */
export function withErrorShare(gate: Gate | undefined, settings: EvalSettings, request: EvalRequest): EvalSettings {
  if (request.maxErrorShare !== undefined || gate?.maxErrorShare === undefined) return settings
  return {...settings, maxErrorShare: gate.maxErrorShare}
}

/**
 * A provider that says from which seeds it learned must not be judged on their episodes. Asks those of this process, which are
 * loaded in no time; one elsewhere is not started before the run exists. Throws `usage`.
 */
export async function checkTrainingSeeds(
  library: Pick<Assay, 'describe' | 'profileOf'>,
  chosen: readonly ProviderDiagnosis[],
  {seed, signal}: {readonly seed: number; readonly signal: AbortSignal | undefined},
): Promise<void> {
  for (const {name, registered, config_summary} of chosen) {
    if (!registered || config_summary.fields.length > 0 || library.profileOf(name).transport !== 'in_process') continue
    const described = await library.describe(name, {...(signal && {signal})}).catch(leftToRun)
    const [first, last] = described?.descriptor.training_seeds ?? []
    if (first === undefined || last === undefined || seed < first || seed > last) continue
    throw new AssayError('usage', `provider ${name} has learned from the episodes of seeds ${first} to ${last}`, {
      hint: 'Give a --seed outside of them: on what it has seen, a number says nothing.',
    })
  }
}

/** One that does not say what it is, or for want of time, is met by the run: there it costs nobody else an evaluation, and an abort is a verdict. */
function leftToRun(error: unknown): undefined {
  if (!(error instanceof ProviderError)) throw error
}
