import {digestOf} from '#digest/canonical-json'
import {parentsOf} from '#run/baseline'
import {GATE_INPUT, REQUEST_INPUT, TRANSLATOR_INPUT} from '#run/layout'
import type {RunDescription} from '#run/run-recorder'
import {inputDigestOf, measuredInput} from '../judge/eval-digest.ts'
import {SUITE_INPUT} from '../model/eval-files.ts'
import type {EvalPlan} from '../model/eval-plan.ts'
import {trialsOfOneProvider} from '../model/eval-plan.ts'
import type {EvalSettings} from '../model/eval-settings.ts'
import type {Suite} from '../model/suite.ts'
import {evalGateDocument, requestInput} from './recorded-inputs.ts'

const CAPABILITIES = ['predict', 'score'] as const

/** What the suites ask of providers. */
function capabilitiesOf({suites}: EvalSettings): string[] {
  const isPolicy = ({kind}: Suite) => kind === 'policy'
  return [...(suites.every(isPolicy) ? [] : CAPABILITIES), ...(suites.some(isPolicy) ? ['policy'] : [])]
}

/** The manifest's part of the plan. */
export function describeEvaluation(plan: EvalPlan): RunDescription {
  const {settings} = plan
  const {translator} = settings
  const inputDigest = inputDigestOf(settings)
  const gate = evalGateDocument(settings, plan.gate)
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
