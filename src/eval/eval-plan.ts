import type {ConfigProfile, EnvPresence} from '#contract/generated/types'
import {digestOf} from '#digest/canonical-json'
import type {Rule} from '#gate/rule'
import type {Availability} from '#provider/availability'
import type {TrialDescription} from '#run/trial'
import {inputDigestOf, measuredInput} from './eval-digest.ts'
import type {EvalSettings} from './settings.ts'
import {plannedTrials} from './suite.ts'

/** Everything decided before the run exists: nothing in it can still be the caller's mistake. */
export interface EvalPlan {
  readonly commandArgv: readonly string[]
  readonly settings: EvalSettings
  readonly providers: readonly Availability[]
  readonly providerProfile: Readonly<Record<string, unknown>>
  readonly envSummary: readonly EnvPresence[]
  readonly configProfile?: ConfigProfile
}

export const EPISODES = 'results/episodes.ndjson'
export const FAILURES = 'results/failures.json'

const CAPABILITIES = ['predict', 'score'] as const

/** The manifest's part of the plan. */
export function trialOf(plan: EvalPlan): TrialDescription {
  const {settings} = plan
  const inputDigest = inputDigestOf(settings)
  const gate = gateInput(settings)
  return {
    kind: 'eval',
    command: 'eval',
    commandArgv: plan.commandArgv,
    providers: settings.providers,
    capabilities: CAPABILITIES,
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
    },
    inputDigest,
    inputFixtureDigest: inputDigest,
    gateDigest: digestOf(gate),
    inputs: [
      {path: 'inputs/suite.json', label: 'suite', kind: 'input', content: {json: measuredInput(settings)}},
      {path: 'inputs/gate.json', label: 'gate', kind: 'input', content: {json: gate}},
    ],
  }
}

/** Trials planned for each provider: contract cases once, episodes in every environment. */
export function trialsOfOneProvider(settings: EvalSettings): number {
  const {suites, environments, only} = settings
  if (only) return 1
  return suites.reduce((sum, suite) => {
    return sum + plannedTrials(suite, settings.trialsOf(suite), environments.length)
  }, 0)
}

function gateInput({gate, thresholds, suites, maxErrorShare}: EvalSettings) {
  const defaults = suites.flatMap(({name, metrics}) =>
    metrics.flatMap(({name: metric, gates}) => gates.map((require) => ({suite: name, metric, require}))),
  )
  return {
    schema_version: 1,
    kind: 'gate',
    defaults: {max_error_share: maxErrorShare},
    rules: gate === 'off' ? [] : [...defaults, ...thresholds.map(thresholdInput)],
  }
}

function thresholdInput({id, select, metric, require}: Rule) {
  return {id, select, metric, require}
}
