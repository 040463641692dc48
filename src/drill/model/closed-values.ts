import type {DrillProbeName, NodeUpgradeState, ProbeLevel, ProviderFault} from '#contract/generated/types'
import {CODES} from '#error/codes'
import type {Readiness} from '#provider/health/readiness'
import type {HookStatus} from '#provider/hook/lifecycle'

type Scalar = string | number | boolean

/** The words of a union type; the compiler complains here when the type gains or loses one. */
const wordsOf = <Word extends string>(words: Readonly<Record<Word, true>>): readonly Word[] =>
  Object.keys(words) as Word[]

const TRUTH = [true, false]
const FAULTS = wordsOf<ProviderFault | 'none'>({
  down: true,
  busy: true,
  wrong_service: true,
  unauthorized: true,
  incompatible: true,
  timeout: true,
  none: true,
})
const LEVELS = wordsOf<ProbeLevel | 'none'>({
  configured: true,
  reachable: true,
  protocol: true,
  serving: true,
  none: true,
})
const READY = wordsOf<Readiness['status']>({ready: true, provider_unconfigured: true, provider_unhealthy: true})
const HOOKS = wordsOf<HookStatus | 'none'>({
  'no-op': true,
  ready: true,
  skipped: true,
  failed: true,
  'teardown-failed': true,
  none: true,
})
const UPGRADES = wordsOf<NodeUpgradeState | 'none'>({
  planned: true,
  preflight: true,
  preparing: true,
  stepping: true,
  closing: true,
  paused: true,
  rolled: true,
  finalised: true,
  rolling_back: true,
  rolled_back: true,
  rollback_failed: true,
  stopped: true,
  none: true,
})
const FILES = ['original', 'broken', 'other', 'missing']
const ENDS = ['ok', ...Object.keys(CODES)]

/** What a probe may give at a place, where that is a set of few values; all other places are open. */
const CLOSED: Partial<Readonly<Record<DrillProbeName, Readonly<Record<string, readonly Scalar[]>>>>> = {
  provider_call: {code: ENDS},
  provider_health: {status: ['healthy', 'unhealthy'], fault: FAULTS, level: LEVELS},
  readyz: {status: READY, traffic: ['accept', 'drain'], http_status: [200, 503]},
  lifecycle: {status: HOOKS},
  doctor: {known: TRUTH, registered: TRUTH, configured: TRUTH},
  world_state: {code: ENDS, went_on: TRUTH},
  load: {started: TRUTH, running: TRUTH},
  file: {exists: TRUTH, state: FILES, aside: FILES},
  process: {alive: TRUTH},
  http: {reachable: TRUTH},
  receiver: {alive: TRUTH},
  upgrade: {begun: TRUTH, driven: TRUTH, state: UPGRADES},
}

/** Undefined where any value may come. */
export function closedValues(probe: string, place: string): readonly Scalar[] | undefined {
  const own = Object.hasOwn(CLOSED, probe) ? CLOSED[probe as DrillProbeName] : undefined
  return own !== undefined && Object.hasOwn(own, place) ? own[place] : undefined
}
