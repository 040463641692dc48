import type {GateDefaults, GateRequire, GateRule} from '#contract/generated/types'
import {type GateScope, groupsSelected, metricsNamed} from './gate-scope.ts'
import type {Comparison, Demand, Requirement, RowFacts, Rule, Stat} from './rule.ts'

/** A rule of a checked gate file as it is judged. */
export function readRule(rule: GateRule, {min_n}: GateDefaults, scope: GateScope): Rule {
  const {id, severity = 'gate', metric, versus} = rule
  const select = selectOf(rule)
  const isExact = metricsNamed(scope, groupsSelected(scope, select), metric).every(({exact}) => exact)
  const frame = {id, severity, metric, select, minN: isExact ? 1 : (min_n ?? scope.minN)}
  const demand = readDemand(rule)
  if (demand && versus !== undefined) return {...frame, versus, demand}
  return {...frame, require: readRequirement(rule.require ?? {})}
}

export const selectOf = ({select}: GateRule): RowFacts => ({...select})

/** A rule as a gate file writes it. */
export function writeRule(rule: Rule): GateRule {
  const {id, severity, metric, select} = rule
  const frame = {id, severity, metric, select}
  if (rule.require) return {...frame, require: {[rule.require.stat]: {[rule.require.op]: rule.require.value}}}
  const {demand, versus} = rule
  if (demand.kind !== 'ratio') return {...frame, versus, [demand.kind]: {margin: demand.margin}}
  return {...frame, versus, ratio: {max: demand.max, noise_floor: demand.noiseFloor}}
}

const STATS: readonly Stat[] = ['estimate', 'ci_low', 'ci_high']
const OPS: readonly Comparison[] = ['gte', 'gt', 'lte', 'lt', 'eq']

/** The one requirement of a rule; the schema holds that there is exactly one. */
export function readRequirement(require: GateRequire): Requirement {
  const found = STATS.flatMap((stat) =>
    OPS.map((op): Requirement => ({stat, op, value: require[stat]?.[op] ?? Number.NaN})),
  )
  return found.find(({value}) => !Number.isNaN(value)) ?? {stat: 'estimate', op: 'eq', value: Number.NaN}
}

export function readDemand({non_inferior, superior, ratio}: GateRule): Demand | undefined {
  if (non_inferior) return {kind: 'non_inferior', margin: non_inferior.margin}
  if (superior) return {kind: 'superior', margin: superior.margin}
  return ratio && {kind: 'ratio', max: ratio.max, noiseFloor: ratio.noise_floor ?? 'none'}
}
