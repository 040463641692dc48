import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {parse as parseYaml} from 'yaml'
import type {Drill, DrillRound} from '#contract/generated/types'
import {loadAlertRules} from '#host/alert/load-alert-rules'
import {readSeries} from '#host/alert/recorded-series'
import {replaySeries} from '#host/alert/replay-series'
import {nodeMetrics} from '#hostnode/context/metrics'
import {nodeFiles} from '#path/node-files'
import {Redactor} from '#redact/redactor'
import {ROOT} from '../../support/hall-rig.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('replays of recorded series')
const PORTS = {reader: nodeFiles.reader, redactor: new Redactor()}
const rules = await loadAlertRules(join(ROOT, 'fixtures/alerts/hostnode.yaml'), PORTS)
const nodes = ['n1', 'n2', 'n3', 'n4'].map((name) => ({name, isValidator: true}))
const drill: Drill = parseYaml(readFileSync(join(ROOT, 'fixtures/drills/h36-alert-rules.yaml'), 'utf8'))
const well = drill.target.files?.[0]?.text ?? ''

/** What a round says in the place of nodes that are well. */
const saidIn = ({inject}: DrillRound): string => {
  const {text}: {text?: unknown} = inject[0]?.args ?? {}
  return String(text)
}

/** What fires when these lines stand for those of nodes that are well. */
const fired = (changed: string) => replaySeries({rules, nodes, series: readSeries(`${well}\n${changed}`), everyS: 60})

it('nothing fires while all is well, and in its rounds every rule speaks, none but those of its case', () => {
  assert.equal(fired(''), [])
  const spoken = new Set<string>()
  for (const round of drill.rounds ?? []) {
    const {id, expect} = round
    const told = fired(saidIn(round))
    for (const one of told) spoken.add(one.split(' ')[0] ?? '')
    const wanted = expect?.signals[0]?.expect ?? {}
    const [firing, count] = [wanted['firing']?.equals, wanted['count']?.equals]
    assert.is(firing ?? count, firing === undefined ? told.length : told.join(', '), id)
  }
  assert.equal([...spoken].sort(), rules.map(({id}) => id).sort())
})

it('a rule whose threshold was moved is found', () => {
  const blind = rules.map((rule) => (rule.id === 'few-peers' ? {...rule, threshold: 2} : rule))
  const [round] = drill.rounds?.filter(({id}) => id === 'alone') ?? []
  assert.ok(round)
  const series = readSeries(`${well}\n${saidIn(round)}`)
  assert.equal(replaySeries({rules: blind, nodes, series, everyS: 60}), [])
})

it('what the series tell, nodes tell', async () => {
  const metrics = nodeMetrics({version: '1.0.0', schemaVersion: 1, build: 'test'})
  metrics.consensus()
  const text = await metrics.text()
  for (const {name} of readSeries(well)) {
    if (name !== 'up') assert.match(text, `# TYPE ${name.replace(/_bucket$/, '')} `)
  }
})

it('lines are read as Prometheus writes them, and what is none is refused with its line', async () => {
  const [one, other] = readSeries('# a remark\na{le="0.5",node="n1"} 1+2x2 _x2 7\nb -5x1 _')
  assert.equal([one?.node, one?.labels, one?.values], ['n1', {le: '0.5'}, [1, 3, 5, null, null, 7]])
  assert.equal([other?.node, other?.values], [undefined, [-5, -5, null]])
  for (const bad of ['a', 'a x3', 'a{le=0.5} 1', 'a 1 two', '{} 1'])
    await throwsCode(() => readSeries(`a 1\n${bad}`), 'alerts_invalid')
})

it.run()
