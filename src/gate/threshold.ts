import {AssayError} from '#error/assay-error'
import {ruleFault} from './fallible.ts'
import type {Comparison, MetricRange, Requirement, RowFacts, Rule, Stat} from './rule.ts'

/** What a threshold may speak of: the suites by name, each with its metrics, and the facts of its rows. */
export interface ThresholdScope {
  readonly suites: Readonly<Record<string, readonly MetricRange[]>>
  readonly facts: readonly string[]
  readonly minN: number
}

const SHAPE =
  /^(?:([^:]+):)?\s*([a-z0-9_@]+)(?:\.([a-z_]+))?\s*(<=|>=|==|<|>)\s*([+-]?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?)(%)?$/i
const OPS: Readonly<Record<string, Comparison>> = {'<=': 'lte', '>=': 'gte', '<': 'lt', '>': 'gt', '==': 'eq'}
const STATS: readonly Stat[] = ['estimate', 'ci_low', 'ci_high']

/**
 * A rule from the command line: `[suite[/fact=glob…]:] metric[.stat] op number[%]`, such as `closed-loop/env=two-room: spl>=0.7`.
 * Without a stat the conservative limit decides. Throws `usage` for anything unknown and for a rule that can never fail.
 */
export function parseThreshold(text: string, position: number, scope: ThresholdScope): Rule {
  const refuse = (why: string): never => {
    throw new AssayError('usage', `--threshold ${position}: ${why}`, {
      hint: 'Write it as in closed-loop/env=two-room: success_rate>=0.8',
    })
  }
  const [, scopeText, metricName, statName, operator, number, percent] =
    SHAPE.exec(text.trim()) ?? refuse('is not a threshold')
  const select = parseScope(scopeText?.trim() ?? '', scope, refuse)
  const metric =
    findMetric(metricName ?? '', select['suite'], scope) ?? refuse('names a metric that these suites do not measure')
  const op = OPS[operator ?? ''] ?? refuse('has no operator')
  const stat = statName === undefined ? conservative(op, metric) : STATS.find((known) => known === statName)
  const require: Requirement = {
    stat: stat ?? refuse(`knows estimate, ci_low and ci_high`),
    op,
    value: Number(number) / (percent ? 100 : 1),
  }
  const fault = ruleFault(require, metric)
  if (fault) refuse(`the rule on ${metric.name} ${fault}`)
  return {
    id: `cli-${position}`,
    severity: 'gate',
    metric: metric.name,
    select,
    require,
    minN: metric.exact ? 1 : scope.minN,
  }
}

function conservative(op: Comparison, metric: MetricRange): Stat {
  if (metric.exact || op === 'eq') return 'estimate'
  return op === 'gte' || op === 'gt' ? 'ci_low' : 'ci_high'
}

function parseScope(text: string, scope: ThresholdScope, refuse: (why: string) => never): RowFacts {
  if (text === '') return {}
  const [suite = '', ...pairs] = text.split('/')
  if (!Object.hasOwn(scope.suites, suite)) refuse('names a suite that does not run')
  const facts = pairs.map((pair) => {
    const [fact = '', glob, ...more] = pair.split('=')
    if (!scope.facts.includes(fact) || !glob || more.length > 0) refuse(`selects by ${scope.facts.join(', ')}`)
    return [fact, glob ?? '']
  })
  return {suite, ...Object.fromEntries(facts)}
}

function findMetric(name: string, suite: string | undefined, scope: ThresholdScope): MetricRange | undefined {
  const suites = suite === undefined ? Object.values(scope.suites) : [scope.suites[suite] ?? []]
  return suites.flat().find((metric) => metric.name === name)
}
