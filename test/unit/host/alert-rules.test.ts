import {existsSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {loadAlertRules} from '#host/alert/load-alert-rules'
import {nodeMetrics} from '#hostnode/context/metrics'
import {nodeFiles} from '#path/node-files'
import {Redactor} from '#redact/redactor'
import {EVERY_S, FOUR, slowNode, type Told, watched, wellNode} from '../../support/alert-stories.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('alert rules')
const PORTS = {reader: nodeFiles.reader, redactor: new Redactor()}
const rules = await loadAlertRules(join(import.meta.dirname, '../../../fixtures/alerts/hostnode.yaml'), PORTS)
/** Steps until a rule must have spoken, however long it waits. */
const LONG = (26 * 3600) / EVERY_S / 5
const FROM = 20

/** What one node, or all, tell otherwise from step 20 on, and every rule that may then speak: exactly these do. */
const CASES: readonly {
  readonly rule: string
  readonly also?: readonly string[]
  readonly on?: readonly string[]
  readonly told: (step: number) => Told | undefined
}[] = [
  {rule: 'node-down v2', also: ['validators-down'], told: () => undefined},
  {rule: 'node-not-ready v2', told: () => ({hostnode_ready: 0})},
  {rule: 'quorum-lost', on: ['v1', 'v2', 'v3', 'v4'], told: () => ({hostnode_consensus_has_quorum: 0})},
  {
    rule: 'no-new-block',
    on: ['v1', 'v2', 'v3', 'v4'],
    also: ['sync-stalled v1', 'sync-stalled v2', 'sync-stalled v3', 'sync-stalled v4'],
    told: () => ({hostnode_consensus_height: 800}),
  },
  {rule: 'sync-lag v2', told: () => ({hostnode_sync_lag_blocks: 2})},
  {rule: 'sync-stalled v2', told: () => ({hostnode_consensus_height: 800})},
  {rule: 'few-peers v2', told: () => ({hostnode_consensus_peers_connected: 2})},
  {rule: 'errors', told: (step) => failing(step, 7)},
  {rule: 'many-errors', also: ['errors'], told: (step) => failing(step, 60)},
  {
    rule: 'slow-requests v2',
    told: slowNode,
  },
  {rule: 'disk-low v2', told: () => ({hostnode_disk_free_bytes: 190})},
  {rule: 'disk-almost-full v2', also: ['disk-low v2'], told: () => ({hostnode_disk_free_bytes: 90})},
  {rule: 'memory-grows v2', told: (step) => ({process_resident_memory_bytes: 1000 + step * 10})},
  {
    rule: 'backup-stale v2',
    told: (step) => ({hostnode_backup_last_success_timestamp_seconds: step * EVERY_S - 86_401}),
  },
  {rule: 'hook-backlog v2', told: () => ({hostnode_hook_queue_depth: 501})},
  {rule: 'hook-disabled v2', told: () => ({hostnode_hooks_disabled: 1})},
]

function failing(step: number, share: number): Told {
  const own = step - FROM
  return {'hostnode_http_requests_total{method="GET",route="/api/repos",status="503"}': 2 + own * share}
}

it('nodes that are well are told of by nobody', () => {
  assert.equal(watched(rules, (_, step) => wellNode(step), 400).flat(), [])
})

for (const {rule, also = [], on = ['v2'], told} of CASES) {
  it(`${rule} is told, after as long as it says, and nothing else is`, () => {
    const id = rule.split(' ')[0]
    const forS = rules.find((one) => one.id === id)?.for_s ?? 0
    const steps = FROM + Math.max(40, Math.ceil(forS / EVERY_S) * 2 + 190)
    const tale = (node: string, step: number) => {
      const other = step < FROM || !on.includes(node) ? {} : told(step)
      return other && {...wellNode(step), ...other}
    }
    const seen = watched(rules, tale, Math.min(steps, LONG))
    const first = seen.findIndex((one) => one.includes(rule))
    assert.ok(first >= FROM + forS / EVERY_S, `${rule} spoke at ${first}`)
    assert.equal([...new Set(seen.flat())].sort(), [rule, ...also].sort())
  })
}

it('every rule has its runbook, and is about a metric that nodes tell', async () => {
  const metrics = nodeMetrics({version: '1.0.0', schemaVersion: 1, build: '00000000'})
  metrics.consensus()
  const families = (await metrics.text()).matchAll(/^# TYPE (\S+) /gm)
  const told = new Set(['up', ...[...families].map(([, name]) => name)])
  for (const {id, runbook, measure} of rules) {
    assert.ok(existsSync(runbook), runbook)
    for (const name of [measure.metric, ...(measure.of === undefined ? [] : [measure.of])])
      assert.ok(told.has(name), `${id}: ${name}`)
  }
})

it('has a case for every rule', () => {
  const told = new Set(CASES.flatMap(({rule, also = []}) => [rule, ...also].map((one) => one.split(' ')[0])))
  assert.equal(
    rules.map(({id}) => id).filter((id) => !told.has(id)),
    [],
  )
})

it('a metric that a node stops telling fires, as if it told the worst', () => {
  for (const {id, measure, for_s: forS, on, scope} of rules) {
    if (measure.metric === 'up') continue
    const isIt = (name: string) => name.startsWith(measure.metric)
    const tale = (_: string, step: number) =>
      Object.fromEntries(Object.entries(wellNode(step)).filter(([name]) => step < FROM || !isIt(name)))
    const seen = new Set(watched(rules, tale, FROM + forS / EVERY_S + 2).flat())
    assert.ok(seen.has(scope === 'fleet' ? id : `${id} v1`), `${id} on ${on}`)
  }
})

it('the share of errors is that of all requests together, not the mean of the nodes', () => {
  const quiet = (step: number): Told => ({
    'hostnode_http_requests_total{method="GET",route="/api/repos",status="200"}': step,
    'hostnode_http_requests_total{method="GET",route="/api/repos",status="503"}': step,
  })
  const busy = (step: number): Told => ({
    'hostnode_http_requests_total{method="GET",route="/api/repos",status="200"}': step * 1000,
    'hostnode_http_requests_total{method="GET",route="/api/repos",status="503"}': 0,
  })
  const tale = (node: string, step: number) => ({...wellNode(step), ...(node === 'v1' ? quiet(step) : busy(step))})
  assert.equal(watched(rules, tale, 60).flat(), [])
})

it('a fleet counts the nodes of its target: those that never answered are missing', () => {
  const tale = (node: string, step: number) => (node === 'v4' ? undefined : wellNode(step))
  assert.equal([...new Set(watched(rules, tale, 10).flat())].sort(), ['node-down v4', 'validators-down'])
})

it('rules about validators are not for nodes that stand alone, nor rules about peers for three', () => {
  const alone = [{name: 'n1', isValidator: false}]
  const bare = (_: string, step: number) =>
    Object.fromEntries(Object.entries(wellNode(step)).filter(([name]) => !/consensus|sync/.test(name)))
  assert.equal(watched(rules, bare, 60, alone).flat(), [])
  const tale = (_: string, step: number) => ({...wellNode(step), hostnode_consensus_peers_connected: 2})
  assert.equal(watched(rules, tale, 60, FOUR.slice(0, 3)).flat(), [])
})

it('refuses a file with every mistake at its place', async () => {
  using dir = tempDir()
  const path = join(dir.path, 'rules.yaml')
  const rule = (measure: string) =>
    `  - {id: one, title: t, severity: P1, runbook: docs/runbooks/a.md, scope: node, on: nodes, measure: ${measure}, operator: gt, threshold: 1, for_s: 0, absent: fire}\n`
  writeFileSync(
    path,
    `schema_version: 1\nkind: alert-rules\nrules:\n${rule('{kind: share, metric: a}')}${rule('{kind: value, metric: up}')}`,
  )
  const error = await throwsCode(() => loadAlertRules(path, PORTS), 'alerts_invalid')
  assert.equal(error.issues.map(({pointer}) => pointer).sort(), ['/rules/0/measure', '/rules/1/id'])
})
it.run()
