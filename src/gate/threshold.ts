import {AssayError} from '#error/assay-error'
import {gatherMistakes} from '#error/collect-mistakes'
import {withNearest} from '#error/nearest'
import {demandFault, ruleFault} from './fallible.ts'
import {factNames, type GateScope, groupsSelected, metricsNamed} from './gate-scope.ts'
import type {Comparison, Demand, MetricRange, Requirement, RowFacts, Rule, Stat} from './rule.ts'

const NUMBER = '[+-]?[0-9]+(?:\\.[0-9]+)?(?:e[+-]?[0-9]+)?'
const SHAPE = new RegExp(
  `^(?:([^:]+):)?\\s*([a-z0-9_@]+)(?:\\.([a-z_]+(?:[0-9][0-9.]*|\\([0-9][0-9.]*\\))?))?\\s*(<=|>=|==|<|>)\\s*(${NUMBER})(%|ms|us|s|x)?(\\s+vs\\s+baseline)?$`,
  'i',
)
const OPS: Readonly<Record<string, Comparison>> = {'<=': 'lte', '>=': 'gte', '<': 'lt', '>': 'gt', '==': 'eq'}
const STATS: readonly Stat[] = ['estimate', 'ci_low', 'ci_high']
const MS: Readonly<Record<string, number>> = {us: 0.001, ms: 1, s: 1000}

type Refuse = (why: string) => never

/**
 * A rule from the command line: `[group[/fact=glob…]:] metric[.stat] op number[unit] [vs baseline]`, such as
 * `closed-loop/env=two-room: spl>=0.7` or `score: response_ms.p50<=1.1x vs baseline`. Without a stat the conservative limit decides.
 * Throws `usage` for anything unknown and for a rule that can never fail.
 */
export function parseThreshold(text: string, position: number, scope: GateScope): Rule {
  const refuse: Refuse = (why) => {
    throw new AssayError('usage', `--threshold ${position}: ${why}`, {
      hint: `Write it as in ${scope.kind === 'eval' ? 'closed-loop/env=two-room: success_rate>=0.8' : 'score: response_ms.p95<250ms'}`,
    })
  }
  const [, scopeText, base = '', statText, operator = '', number, unit = '', versus] =
    SHAPE.exec(text.trim()) ?? refuse('is not a threshold')
  const select = parseScope(scopeText?.trim() ?? '', scope, refuse)
  const metrics = (name: string) => metricsNamed(scope, groupsSelected(scope, select), name)
  const full = statText === undefined ? base : `${base}.${statText.replace(/[()]/g, '')}`
  const isWhole = metrics(full).length > 0
  const found = isWhole ? metrics(full) : metrics(base)
  const metric = found[0] ?? refuse(unmeasured(base, groupsSelected(scope, select), scope))
  const frame = {
    id: `cli-${position}`,
    severity: 'gate',
    metric: metric.name,
    select,
    minN: metric.exact ? 1 : scope.minN,
  } as const
  const op = OPS[operator] ?? refuse('has no operator')
  if (isRatio(unit, versus !== undefined, refuse)) {
    const demand = ratioOf(op, Number(number), metric, refuse)
    refuseFault(found, (range) => demandFault(demand, range), refuse)
    return {...frame, versus: 'baseline', demand}
  }
  const stat = isWhole || statText === undefined ? conservative(op, metric) : STATS.find((known) => known === statText)
  const require: Requirement = {
    stat: stat ?? refuse(`asks for ${statText}; ${metric.name} has ${STATS.join(', ')}`),
    op,
    value: inMetricUnit(Number(number), unit.toLowerCase(), metric, refuse),
  }
  refuseFault(found, (range) => ruleFault(require, range), refuse)
  return {...frame, require}
}

/** Says that no metric has this name, with the nearest ones, or with all if one group was named. */
function unmeasured(name: string, groups: readonly string[], scope: GateScope): string {
  const known = [...new Set(groups.flatMap((group) => (scope.groups[group] ?? []).map((range) => range.name)))]
  const where = groups.length === 1 ? `by ${groups[0]}, which has ${known.join(', ')}` : 'here'
  return withNearest(`names the metric ${name}, which is not measured ${where}`, name, known)
}

/** All rules of the command line. Throws what is wrong with any of them, at once. */
export function parseThresholds(texts: readonly string[], scope: GateScope): Rule[] {
  const rules: Rule[] = []
  gatherMistakes(
    texts.map((given, at) => ({
      key: 'threshold',
      given,
      check: () => rules.push(parseThreshold(given, at + 1, scope)),
    })),
  )
  return rules
}

function refuseFault(
  metrics: readonly MetricRange[],
  faultOf: (range: MetricRange) => string | undefined,
  refuse: Refuse,
) {
  for (const range of metrics) {
    const fault = faultOf(range)
    if (fault !== undefined) refuse(`the rule on ${range.name} ${fault}`)
  }
}

function inMetricUnit(number: number, unit: string, metric: MetricRange, refuse: Refuse): number {
  const scale = MS[unit]
  if (unit === '') return number
  if ((metric.unit === 'ms') !== (scale !== undefined)) refuse(`${metric.name} is in ${metric.unit}, not in ${unit}`)
  if (scale === undefined && metric.exact) refuse(`${metric.name} is counted, and % is a share`)
  return scale === undefined ? number / 100 : number * scale
}

function isRatio(unit: string, isVersus: boolean, refuse: Refuse): boolean {
  const hasX = unit.toLowerCase() === 'x'
  if (hasX && !isVersus) refuse('x is a ratio and needs vs baseline')
  if (isVersus && !hasX) refuse('vs baseline asks for a ratio such as 1.1x; margins belong into a gate file')
  return hasX
}

/** A ratio as a gate file states it: how many times worse the candidate may be. */
function ratioOf(op: Comparison, value: number, {direction, name}: MetricRange, refuse: Refuse): Demand {
  if (direction === 'nearer') refuse(`${name} is right at one value, so a ratio of it says nothing`)
  const isRight = direction === 'lower' ? op === 'lte' || op === 'lt' : op === 'gte' || op === 'gt'
  if (!isRight) refuse(`${name} is better ${direction}, so its ratio needs ${direction === 'lower' ? '<=' : '>='}`)
  return {kind: 'ratio', max: direction === 'lower' ? value : 1 / value, noiseFloor: 'none'}
}

function conservative(op: Comparison, metric: MetricRange): Stat {
  if (metric.exact || op === 'eq') return 'estimate'
  return op === 'gte' || op === 'gt' ? 'ci_low' : 'ci_high'
}

function parseScope(text: string, scope: GateScope, refuse: Refuse): RowFacts {
  if (text === '') return {}
  const {groupFact, groups} = scope
  const facts = factNames(scope).filter((fact) => fact !== 'kind' && fact !== groupFact)
  const [group = '', ...pairs] = text.split('/')
  if (!Object.hasOwn(groups, group))
    refuse(withNearest(`names the ${groupFact} ${group}, which does not run`, group, Object.keys(groups)))
  const chosen = pairs.map((pair) => {
    const [fact = '', glob, ...more] = pair.split('=')
    if (!facts.includes(fact) || !glob || more.length > 0)
      refuse(withNearest(`selects by ${facts.join(', ')}, as in ${facts[0]}=NAME, not by ${pair}`, fact, facts))
    return [fact, glob ?? '']
  })
  return {[groupFact]: group, ...Object.fromEntries(chosen)}
}
