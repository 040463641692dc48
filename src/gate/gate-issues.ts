import type {GateDefaults, GateDocument, GateRule} from '#contract/generated/types'
import type {DraftIssue} from '#document/document-issues'
import {withNearest} from '#error/nearest'
import {demandFault, ruleFault} from './fallible.ts'
import {readDemand, readRequirement, selectOf} from './gate-rule.ts'
import {factNames, type GateScope, globFault, groupsSelected, matchesGlob, metricsNamed} from './gate-scope.ts'
import {waiverIssues} from './waiver.ts'

const DEMANDS = ['require', 'non_inferior', 'superior', 'ratio'] as const

/** Whether a rule speaks of this kind of run: by its `kind`, and by facts that only such rows have. */
export function isForKind({select = {}}: GateRule, scope: GateScope): boolean {
  const known = factNames(scope)
  return matchesGlob(select.kind ?? '*', scope.kind) && Object.keys(select).every((fact) => known.includes(fact))
}

/** What a schema cannot say: everything wrong with a gate of the right shape. */
export function gateIssues(gate: GateDocument, scope: GateScope, today: string): DraftIssue[] {
  const {rules, waivers = []} = gate
  const issues = rules.flatMap((rule, index) => {
    const isTwice = rules.slice(0, index).some(({id}) => id === rule.id)
    const twice: DraftIssue[] = isTwice ? [{pointer: '/id', rule: 'duplicate', message: 'is the id of two rules'}] : []
    return [...twice, ...ruleIssues(rule, scope)].map((issue) => at(`/rules/${index}`, issue))
  })
  issues.push(...extendIssues(gate.defaults))
  if (!rules.some((rule) => isForKind(rule, scope))) {
    issues.push({pointer: '/rules', rule: 'selects_nothing', message: `holds no rule for ${scope.kind}`})
  }
  const ids = rules.map(({id}) => id)
  return [
    ...issues,
    ...waivers.flatMap((waiver, index) =>
      waiverIssues(waiver, ids, today).map((issue) => at(`/waivers/${index}`, issue)),
    ),
  ]
}

function extendIssues({on_inconclusive, max_n}: GateDefaults = {}): DraftIssue[] {
  if ((on_inconclusive === 'extend') === (max_n !== undefined)) return []
  const message = 'extend and max_n go together: how far are trials extended?'
  return [{pointer: max_n === undefined ? '/defaults' : '/defaults/max_n', rule: 'extend', message}]
}

const at = (place: string, issue: DraftIssue): DraftIssue => ({...issue, pointer: place + issue.pointer})

function ruleIssues(rule: GateRule, scope: GateScope): DraftIssue[] {
  const shape = shapeIssues(rule)
  if (shape.length > 0 || !isForKind(rule, scope)) return shape
  const {select = {}, versus} = rule
  const names = Object.entries(select).flatMap(([fact, glob]): DraftIssue[] => {
    const message = globFault(scope, fact, glob)
    return message === undefined ? [] : [{pointer: `/select/${fact}`, rule: 'selects_nothing', message}]
  })
  return [...names, ...versusIssues(versus, scope), ...(names.length > 0 ? [] : metricIssues(rule, scope))]
}

function shapeIssues(rule: GateRule): DraftIssue[] {
  const given = DEMANDS.filter((key) => rule[key] !== undefined)
  if (given.length !== 1) {
    return [{pointer: '', rule: 'one_demand', message: `needs exactly one of ${DEMANDS.join(', ')}`}]
  }
  if (given[0] !== 'require' && rule.versus === undefined) {
    return [{pointer: '', rule: 'versus', message: `needs versus: ${given[0]} compares with something`}]
  }
  if (given[0] === 'require' && rule.versus !== undefined) {
    return [
      {pointer: '/versus', rule: 'versus', message: 'goes with non_inferior, superior or ratio, not with require'},
    ]
  }
  return []
}

const PROVIDER = 'provider:'

function versusIssues(versus: string | undefined, {versus: known, names, kind}: GateScope): DraftIssue[] {
  if (versus === undefined || known.includes(versus)) return []
  const issue = (rule: string, message: string) => [{pointer: '/versus', rule, message}]
  if (!versus.startsWith(PROVIDER)) return issue('versus', `is nothing that ${kind} measures`)
  const name = versus.slice(PROVIDER.length)
  const isKnown = names['provider']?.includes(name)
  return isKnown ? [] : issue('unknown_provider', withNearest('names no known provider', name, names['provider'] ?? []))
}

function metricIssues(rule: GateRule, scope: GateScope): DraftIssue[] {
  const groups = groupsSelected(scope, selectOf(rule))
  const metrics = metricsNamed(scope, groups, rule.metric)
  if (metrics.length === 0) {
    const known = [...new Set(groups.flatMap((group) => (scope.groups[group] ?? []).map(({name}) => name)))]
    const where = 'is not measured there (a rule for another kind of run says so in select.kind)'
    const message = withNearest(`${where}; known: ${known.join(', ')}`, rule.metric, known)
    return [{pointer: '/metric', rule: 'unknown_metric', message}]
  }
  const demand = readDemand(rule)
  const pointer = `/${DEMANDS.find((key) => rule[key] !== undefined) ?? ''}`
  const faults = metrics.map((metric) =>
    demand ? demandFault(demand, metric) : ruleFault(readRequirement(rule.require ?? {}), metric),
  )
  const message = faults.find((fault) => fault !== undefined)
  return message === undefined ? [] : [{pointer, rule: 'decides_nothing', message: `${rule.metric} ${message}`}]
}
