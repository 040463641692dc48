import type {GateScope} from '#gate/gate-scope'
import {WORLDS} from '#world/environments'
import {PLANNER_NAMES} from '#world/planner/presets'
import {MIN_N} from '../judge/default-gates.ts'
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
