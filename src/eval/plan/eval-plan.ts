import type {ConfigProfile, EnvPresence, RuleOutcome, RunManifest} from '#contract/generated/types'
import {digestOf} from '#digest/canonical-json'
import type {Gate} from '#gate/gate-document'
import type {Availability} from '#provider/availability'
import {type Baseline, parentsOf} from '#run/read-baseline'
import type {TrialDescription} from '#run/trial'
import {requestInput} from '../contract/request-input.ts'
import {GATE_INPUT, REQUEST_INPUT, SUITE_INPUT, TRANSLATOR_INPUT} from '../eval-files.ts'
import {inputDigestOf, measuredInput} from '../result/eval-digest.ts'
import type {EvalSide} from '../result/eval-side.ts'
import {plannedTrials, type Suite} from '../suite.ts'
import {gateInput} from './gate-input.ts'
import type {EvalRequest, EvalSettings} from './settings.ts'

/** Everything decided before the run exists: nothing in it can still be the caller's mistake. */
export interface EvalPlan {
  readonly commandArgv: readonly string[]
  readonly settings: EvalSettings
  /** What the settings were made of. */
  readonly request: EvalRequest
  readonly providers: readonly Availability[]
  readonly providerProfile: Readonly<Record<string, unknown>>
  readonly envSummary: readonly EnvPresence[]
  readonly configProfile?: ConfigProfile
  /** The caller's gate file; it takes the place of the default gates. */
  readonly gate?: Gate | undefined
  /** The run that rules against `baseline` compare with. */
  readonly baseline?: Baseline<EvalSide> | undefined
  /** The run that is computed again. */
  readonly recomputed?: RunManifest['parents'][number]
  /** Outcomes that are known before anything is judged. */
  readonly further?: readonly RuleOutcome[]
}

const CAPABILITIES = ['predict', 'score'] as const

/** What the suites ask of providers. */
function capabilitiesOf({suites}: EvalSettings): string[] {
  const isPolicy = ({kind}: Suite) => kind === 'policy'
  return [...(suites.every(isPolicy) ? [] : CAPABILITIES), ...(suites.some(isPolicy) ? ['policy'] : [])]
}

/** The manifest's part of the plan. */
export function trialOf(plan: EvalPlan): TrialDescription {
  const {settings} = plan
  const {translator} = settings
  const inputDigest = inputDigestOf(settings)
  const gate = gateInput(settings, plan.gate)
  return {
    kind: 'eval',
    command: 'eval',
    commandArgv: plan.commandArgv,
    providers: settings.providers,
    capabilities: capabilitiesOf(settings),
    operations: settings.suites.map(({name}) => name),
    providerProfile: plan.providerProfile,
    envSummary: plan.envSummary,
    ...(plan.configProfile && {configProfile: plan.configProfile}),
    inputSummary: {
      suites: settings.suites.map(({name}) => name).join(', '),
      environments: settings.environments.map(({id}) => id).join(', '),
      size: settings.size,
      seed: settings.seed,
      planner: settings.planner,
      trials: settings.providers.length * trialsOfOneProvider(settings),
      ...(translator && {translator: translator.name, translator_digest: translator.digest}),
    },
    inputDigest,
    inputFixtureDigest: inputDigest,
    gateDigest: digestOf(gate),
    parents: [...parentsOf(plan.baseline), ...(plan.recomputed ? [plan.recomputed] : [])],
    inputs: [
      {path: SUITE_INPUT, label: 'suite', kind: 'input', content: {json: measuredInput(settings)}},
      {path: REQUEST_INPUT, label: 'request', kind: 'input', content: {json: requestInput(settings, plan.request)}},
      {path: GATE_INPUT, label: 'gate', kind: 'input', content: {json: gate}},
      ...(translator
        ? [{path: TRANSLATOR_INPUT, label: 'translator', kind: 'input', content: {json: translator.told}} as const]
        : []),
    ],
  }
}

/** Trials planned for each provider: contract cases once, episodes in every environment. */
export function trialsOfOneProvider(settings: EvalSettings): number {
  const {suites, environments, only} = settings
  if (only) return 1
  return suites.reduce((sum, suite) => {
    return sum + plannedTrials(suite, settings.trialsOf(suite), environments)
  }, 0)
}
