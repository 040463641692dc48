// Counts no coverage: what it starts is other programs.
import {spawnSync} from 'node:child_process'
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {loadAlertRules} from '#host/alert/load-alert-rules'
import {alertName, prometheusRules} from '#host/alert/prometheus-rules'
import {nodeFiles} from '#path/node-files'
import {Redactor} from '#redact/redactor'
import {EVERY_S, FOUR, slowNode, type Tale, type Told, watched, wellNode} from '../../support/alert-stories.ts'
import {DEEP} from '../../support/depth.ts'
import {seeded} from '../../support/seeded.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('alert rules and Prometheus')
const PROMTOOL = spawnSync('promtool', ['--version']).status === 0
const promtool = PROMTOOL ? it : (title: string) => it.skip(title, 'there is no promtool on this machine')
const PORTS = {reader: nodeFiles.reader, redactor: new Redactor()}
const rules = await loadAlertRules(join(import.meta.dirname, '../../../fixtures/alerts/hostnode.yaml'), PORTS)
const NODES = FOUR.map((node, at) => ({...node, instance: `127.0.0.1:910${at}`}))
const STEPS = 270
const LOOKED_AT = 10

promtool('promtool takes the rules file', () => {
  using dir = tempDir()
  const path = join(dir.path, 'hostnode.rules.yml')
  writeFileSync(path, prometheusRules(rules, NODES))
  const {status, stdout, stderr} = spawnSync('promtool', ['check', 'rules', path], {encoding: 'utf8'})
  assert.equal([status, /SUCCESS: 17 rules found/.test(stdout)], [0, true], `${stdout}${stderr}`)
})

promtool('Prometheus fires what our own evaluation fires, and at the same times, over series drawn by chance', () => {
  using dir = tempDir()
  const fired = new Set<string>()
  writeFileSync(join(dir.path, 'hostnode.rules.yml'), prometheusRules(rules, NODES))
  const seeds = DEEP ? [1, 2, 3] : [1, 3]
  const tests = seeds.map((seed) => {
    const tale = drawnTale(seed)
    const seen = watched(rules, tale, STEPS)
    for (const one of seen.flat()) fired.add(one.split(' ')[0] ?? '')
    return {
      name: `seed ${seed}`,
      interval: `${EVERY_S}s`,
      input_series: seriesOf(tale),
      promql_expr_test: seen.flatMap((firing, step) =>
        step % LOOKED_AT === 0
          ? [
              {
                expr: 'count by (alertname, instance) (ALERTS{alertstate="firing"})',
                eval_time: `${step * EVERY_S}s`,
                exp_samples: firing.map((one) => ({labels: labelsOf(one), value: 1})),
              },
            ]
          : [],
      ),
    }
  })
  const path = join(dir.path, 'test.yml')
  writeFileSync(path, JSON.stringify({rule_files: ['hostnode.rules.yml'], evaluation_interval: `${EVERY_S}s`, tests}))
  const {status, stdout, stderr} = spawnSync('promtool', ['test', 'rules', path], {encoding: 'utf8'})
  assert.is(status, 0, `${stdout}${stderr}`.slice(0, 4000))
  assert.equal(
    rules.map(({id}) => id).filter((id) => !fired.has(id)),
    [],
    'every rule spoke in some of them',
  )
})
it.run()

function labelsOf(one: string): string {
  const [id = '', node] = one.split(' ')
  const own = NODES.find(({name}) => name === node)
  return `{alertname="${alertName(id)}"${own === undefined ? '' : `, instance="${own.instance}"`}}`
}

type Fault = (step: number, from: number) => Told | undefined

const FAULTS: readonly Fault[] = [
  () => ({hostnode_ready: 0}),
  () => ({hostnode_disk_total_bytes: undefined}),
  () => ({hostnode_consensus_has_quorum: 0}),
  (_, from) => ({hostnode_consensus_height: from * 40}),
  () => ({hostnode_sync_lag_blocks: 3}),
  () => ({hostnode_consensus_peers_connected: 1}),
  (step, from) => ({[FAILED]: Math.floor(from / 10) + (step - from) * 40}),
  slowNode,
  () => ({hostnode_disk_free_bytes: 50}),
  (step, from) => ({process_resident_memory_bytes: 1000 + (step - from) * 30}),
  (step) => ({hostnode_backup_last_success_timestamp_seconds: step * EVERY_S - 90_000}),
  () => ({hostnode_hook_queue_depth: 900}),
  () => ({hostnode_hooks_disabled: 2}),
]

/** Nodes that go wrong by chance, each fault on one of them or on all, from some step to another; one of them cannot be read for a while. */
function drawnTale(seed: number): Tale {
  const draw = seeded(seed)
  const faults = FAULTS.map((fault) => {
    const from = 5 + draw(30)
    const on = draw(2) === 0 ? undefined : `v${1 + draw(4)}`
    return {fault, from, to: from + (seed === 1 ? STEPS : 20 + draw(STEPS)), on}
  })
  const silentFrom = 40 + draw(100)
  return (node, step) => {
    if (node === 'v3' && seed > 1 && step >= silentFrom && step < silentFrom + 10) return undefined
    const own = faults.filter(({from, to, on}) => step >= from && step < to && (on ?? node) === node)
    return Object.assign(wellNode(step), ...own.map(({fault, from}) => fault(step, from)))
  }
}

const FAILED = 'hostnode_http_requests_total{method="GET",route="/api/repos",status="503"}'

/** As promtool writes series: values one after the other; what is not told any more is stale. */
function seriesOf(tale: Tale): {series: string; values: string}[] {
  return NODES.flatMap(({name, instance}) => {
    const told = Array.from({length: STEPS}, (_, step) => tale(name, step))
    const names = new Set(told.flatMap((one) => Object.keys(one ?? {})))
    const place = `job="hostnode",instance="${instance}"`
    const series = (text: string) => (text.includes('{') ? text.replace('{', `{${place},`) : `${text}{${place}}`)
    return [
      {series: series('up'), values: told.map((one) => (one === undefined ? 0 : 1)).join(' ')},
      ...[...names].map((text) => ({
        series: series(text),
        values: told.map((one) => one?.[text] ?? 'stale').join(' '),
      })),
    ]
  })
}
