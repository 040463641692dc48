import type {ProviderProfile} from '#contract/generated/types'
import {policyOf} from '../model/request-policy.ts'

const IN_PROCESS = {
  maturity: 'stable',
  transport: 'in_process',
  deterministic: true,
  requires: {all_of: [], any_of: []},
  optional: [],
  max_probe_level: 'serving',
  request_policy: policyOf({health: [1, 1], request: [30, 1]}),
} as const satisfies Partial<ProviderProfile>

/** Plumbing: answers everything, knows nothing of any world, and fails honest suites. */
export const MOCK: ProviderProfile = {
  ...IN_PROCESS,
  name: 'mock',
  capabilities: ['predict', 'score', 'policy', 'embed', 'reason', 'generate', 'transfer'],
  idempotent: ['predict', 'score', 'embed', 'reason'],
}

/** The exact environments themselves: the positive control. */
export const ANALYTIC: ProviderProfile = {
  ...IN_PROCESS,
  name: 'analytic',
  capabilities: ['predict', 'score', 'policy'],
  idempotent: ['predict', 'score'],
}

/** Small networks trained on two environments: what an honest learned model looks like. */
export const LEARNED: ProviderProfile = {...ANALYTIC, name: 'learned', capabilities: ['predict', 'score']}

/** Looks at scenes and pictures exactly: the positive control of suites that ask what is to be seen. */
export const OBSERVER: ProviderProfile = {
  ...IN_PROCESS,
  name: 'observer',
  capabilities: ['embed', 'reason', 'generate', 'transfer'],
  idempotent: ['embed', 'reason'],
}

/** Adapters that are wrong whatever the model. All are harmful. */
export const ZOO_FAULTS = [
  'self-praising',
  'overconfident',
  'underconfident',
  'colour-sensitive',
  'nan',
  'wrong-shape',
  'off-by-one-count',
  'best-index-liar',
  'order-sensitive',
  'input-mutating',
  'flaky',
  'unseeded',
  'slow',
] as const

/** Observers that are wrong. All are harmful. */
export const OBSERVER_FAULTS = [
  'digit-spammer',
  'zero-byte-media',
  'frozen-clip',
  'reversed-clip',
  'constant-embedding',
  'random-embedding',
] as const

/** Policies that are wrong. All are harmful. */
export const POLICY_FAULTS = ['blind', 'reckless'] as const

/** Not wrong: the exact rules with noise, and the truth about it; what a suite of claims must pass. */
export const ZOO_HONEST = 'honest'

/** Deliberately wrong providers, and the honest one to hold them against: models of `lab/model/mutants.ts`, faults of the adapter, and observers. */
export const ZOO = [
  'frozen',
  'action-blind',
  'sign-flip',
  'no-wall',
  'no-contact',
  'noise-5%',
  'gain-0.7',
  'mass-1.5',
  'mu-0.05',
  'restitution-0.8',
  'restitution-1.25',
  'range-bound',
  ZOO_HONEST,
  ...ZOO_FAULTS,
  ...OBSERVER_FAULTS,
  ...POLICY_FAULTS,
] as const

export function zooProfile(mutant: string): ProviderProfile {
  const name = `zoo.${mutant}`
  if (isObserverFault(mutant)) return {...OBSERVER, name}
  if (isPolicyFault(mutant)) return {...ANALYTIC, name, capabilities: ['policy'], idempotent: []}
  return {...ANALYTIC, name, capabilities: ['predict', 'score']}
}

/** Whether a wrong provider is a policy and nothing else. */
export function isPolicyFault(mutant: string): boolean {
  return POLICY_FAULTS.some((name) => name === mutant)
}

/** Whether a wrong provider is an observer. */
export function isObserverFault(mutant: string): boolean {
  return OBSERVER_FAULTS.some((name) => name === mutant)
}
