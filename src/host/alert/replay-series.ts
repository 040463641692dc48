import type {AlertRule} from '#contract/generated/types'
import {AlertWatch, type WatchedNode} from './alert-watch.ts'
import {alertName, prometheusRules, type ScrapedNode} from './prometheus-rules.ts'
import {type RecordedSeries, scrapesOf, seriesOfNode} from './recorded-series.ts'

/** Series of nodes, so many seconds between two scrapes; the first is at 0. */
export interface Replay {
  readonly rules: readonly AlertRule[]
  readonly nodes: readonly WatchedNode[]
  readonly series: readonly RecordedSeries[]
  readonly everyS: number
}

/** Every alert that fired at some time, as `rule` or `rule node`, sorted. */
export function replaySeries({rules, nodes, series, everyS}: Replay): string[] {
  const watch = new AlertWatch(rules, nodes)
  const fired = scrapesOf(series, nodes).flatMap((scrapes, at) => watch.take(at * everyS, scrapes))
  return [...new Set(fired.map(({rule, node}) => (node === undefined ? rule : `${rule} ${node}`)))].sort()
}

/** A replay as `promtool test rules` takes it: the rules, and a test that these alerts fired at some time and no others. */
export function ruleTest({rules, nodes, series, everyS}: Replay, fired: readonly string[]) {
  const scraped = nodes.map((node, at) => ({...node, instance: `127.0.0.1:${9100 + at}`}))
  const length = Math.max(0, ...series.map(({values}) => values.length))
  const test = {
    interval: `${everyS}s`,
    input_series: scraped.flatMap((node) => seriesOfNode(series, node.name).map((one) => inputOf(one, node))),
    promql_expr_test: [
      {
        expr: `count by (alertname, instance) (last_over_time(ALERTS{alertstate="firing"}[${length * everyS}s]))`,
        eval_time: `${(length - 1) * everyS}s`,
        exp_samples: fired.map((one) => ({labels: labelsOf(one, scraped), value: 1})),
      },
    ],
  }
  const document = {rule_files: ['hostnode.rules.yml'], evaluation_interval: `${everyS}s`, tests: [test]}
  return {rules: prometheusRules(rules, scraped), test: document}
}

function inputOf({name, labels, values}: RecordedSeries, {instance}: ScrapedNode) {
  const all = Object.entries({job: 'hostnode', instance, ...labels}).map(([key, value]) => `${key}="${value}"`)
  return {series: `${name}{${all.join(',')}}`, values: values.map((value) => value ?? 'stale').join(' ')}
}

function labelsOf(fired: string, nodes: readonly ScrapedNode[]): string {
  const [rule = '', node] = fired.split(' ')
  const own = nodes.find(({name}) => name === node)
  return `{alertname="${alertName(rule)}"${own === undefined ? '' : `, instance="${own.instance}"`}}`
}
