import type {AlertMeasure, AlertRule} from '#contract/generated/types'
import {WINDOW_S} from './alert-measure.ts'
import {rulesFor, type WatchedNode} from './alert-watch.ts'

/** A node as Prometheus knows it: `host:port` of what is scraped, the label `instance`. */
export interface ScrapedNode extends WatchedNode {
  readonly instance: string
}

/** The job under which Prometheus scrapes the nodes. */
const JOB = 'hostnode'

/** A rules file for Prometheus: the rules of a fleet, counted over these nodes and no others. */
export function prometheusRules(rules: readonly AlertRule[], nodes: readonly ScrapedNode[]): string {
  const own = rulesFor(rules, nodes).map((rule) => ruleLines(rule, nodes))
  return ['groups:', '  - name: hostnode', '    rules:', ...own.flat(), ''].join('\n')
}

/** `node-down` is `HostnodeNodeDown`. */
export function alertName(id: string): string {
  return ['hostnode', ...id.split('-')].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function ruleLines(rule: AlertRule, nodes: readonly ScrapedNode[]): string[] {
  const {id, title, severity, scope, runbook, for_s: forS} = rule
  return [
    `      - alert: ${alertName(id)}`,
    `        expr: ${JSON.stringify(expressionOf(rule, nodes))}`,
    `        for: ${forS}s`,
    `        labels: {severity: ${severity}, scope: ${scope}}`,
    `        annotations: {summary: ${JSON.stringify(title)}, runbook: ${JSON.stringify(runbook)}}`,
  ]
}

function expressionOf(rule: AlertRule, nodes: readonly ScrapedNode[]): string {
  const {on, measure, operator, threshold, absent} = rule
  const instances = nodes.filter(({isValidator}) => on === 'nodes' || isValidator).map(({instance}) => instance)
  const place = {instances, isFleet: rule.scope === 'fleet'}
  const compared = `(${measureText(measure, place)}) ${operator === 'gt' ? '>' : '<'} ${threshold}`
  return absent === 'fire' ? `${compared}${absentText(measure, place)}` : compared
}

interface Place {
  readonly instances: readonly string[]
  readonly isFleet: boolean
}

function measureText(measure: AlertMeasure, place: Place): string {
  const {kind, metric, of = '', where = {}, window_s: windowS = WINDOW_S, quantile} = measure
  const series = (name: string, labels = {}) => `${name}${selector(place.instances, labels)}`
  const sum = (text: string, ...by: string[]) => {
    const labels = [...(place.isFleet ? [] : ['instance']), ...by]
    return labels.length === 0 ? `sum(${text})` : `sum by (${labels.join(', ')}) (${text})`
  }
  const rate = (name: string, labels = {}) => `rate(${series(name, labels)}[${windowS}s])`
  const most = (text: string) => (place.isFleet ? `max(${text})` : text)
  switch (kind) {
    case 'value':
      return most(series(metric))
    case 'age':
      return most(`time() - ${series(metric)}`)
    case 'share':
      return most(`${series(metric)} / ${series(of)}`)
    case 'growth':
      return most(`${series(metric)} / (${series(metric)} offset ${windowS}s)`)
    case 'lowest':
      return most(`min_over_time(${series(metric)}[${windowS}s])`)
    case 'gain':
      return most(`${series(metric)} - (${series(metric)} offset ${windowS}s)`)
    case 'missing':
      return `${place.instances.length} - (sum(${series(metric)} == bool 1) or vector(0))`
    case 'ratio':
      return `${sum(rate(metric, where))} / ${sum(rate(metric))}`
    case 'quantile':
      return `histogram_quantile(${quantile}, ${sum(rate(`${metric}_bucket`), 'le')})`
  }
}

/** A node that is read and tells nothing of it, or one that is not even scraped. */
function absentText({kind, metric}: AlertMeasure, {instances, isFleet}: Place): string {
  if (kind === 'missing') return ''
  if (metric === 'up') return instances.map((one) => ` or absent(up{job="${JOB}",instance="${one}"})`).join('')
  const [up, own] = ['up', kind === 'quantile' ? `${metric}_bucket` : metric].map(
    (name) => name + selector(instances, {}),
  )
  return isFleet ? ` or (max(${up}) == 1 unless count(${own}) > 0)` : ` or (${up} == 1 unless on (instance) ${own})`
}

/** Dots of an address are dots. */
function selector(instances: readonly string[], labels: Readonly<Record<string, string>>): string {
  const names = instances.map((one) => one.replaceAll(/[.[\]]/g, '\\\\$&')).join('|')
  const further = Object.entries(labels).map(([label, pattern]) => `,${label}=~"${pattern}"`)
  return `{job="${JOB}",instance=~"${names}"${further.join('')}}`
}
