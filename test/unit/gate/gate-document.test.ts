import fc from 'fast-check'
import * as assert from 'uvu/assert'
import type {CallerDocument} from '#document/document'
import {AssayError} from '#error/assay-error'
import {readGate} from '#gate/gate-document'
import type {GateScope} from '#gate/gate-scope'
import {judgeGate} from '#gate/judge-gate'
import type {Measurement} from '#gate/rule'
import {loadText} from '../../support/documents.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('gate document')

const SCOPE: GateScope = {
  kind: 'eval',
  groupFact: 'suite',
  groups: {
    contract: [{name: 'failures', min: 0, max: 1e9, exact: true, direction: 'lower', unit: 'cases'}],
    'closed-loop': [{name: 'success_rate', min: 0, max: 1, exact: false, direction: 'higher', unit: 'ratio'}],
  },
  names: {env: ['two-room', 'pendulum'], stratum: ['cross'], provider: ['mock'], planner: ['quick']},
  versus: ['baseline', 'random'],
  minN: 20,
}
const TODAY = '2026-11-21'
const RULE = {id: 'door', select: {suite: 'closed-loop'}, metric: 'success_rate', require: {ci_low: {gte: 0.8}}}
const WAIVER = {rule: 'door', until: '2027-01-31', reason: 'known door bug', owner: 'robotics'}

const asDocument = (value: unknown): CallerDocument => ({
  name: 'gate.json',
  format: 'json',
  value,
  sha256: 'sha256:0',
  positions: {value: () => undefined, key: () => undefined},
})
const read = (value: unknown) => readGate(asDocument(value), {scope: SCOPE, today: TODAY}, () => true)
const gate = (changes: object, rule: object = {}) => ({
  schema_version: 1,
  kind: 'gate',
  rules: [{...RULE, ...rule}],
  ...changes,
})
const row = (successes: number, n: number, env = 'two-room'): Measurement => ({
  rowId: `closed-loop/${env}`,
  facts: {kind: 'eval', suite: 'closed-loop', env, provider: 'mock'},
  metric: 'success_rate',
  estimate: successes / n,
  ci: {low: successes / n - 0.05, high: Math.min(1, successes / n + 0.05), level: 0.95, method: 'test'},
  n,
})

it('reads the same gate from YAML, TOML and JSON', async () => {
  const yaml = `schema_version: 1
kind: gate
defaults: {min_n: 50}
rules:
  - {id: door-task, select: {suite: closed-loop, env: two-*}, metric: success_rate, require: {ci_low: {gte: 0.8}}}
  - {id: no-regression, select: {suite: closed-loop}, metric: success_rate, versus: baseline, non_inferior: {margin: 0.05}}
  - {id: speed, select: {kind: benchmark, operation: score}, metric: response_ms.p95, versus: baseline, ratio: {max: 1.1, noise_floor: aa}}
waivers:
  - {rule: door-task, until: 2027-01-31, reason: known door bug, owner: robotics}
`
  const toml = `schema_version = 1
kind = "gate"
defaults = {min_n = 50}
[[rules]]
id = "door-task"
select = {suite = "closed-loop", env = "two-*"}
metric = "success_rate"
require = {ci_low = {gte = 0.8}}
[[rules]]
id = "no-regression"
select = {suite = "closed-loop"}
metric = "success_rate"
versus = "baseline"
non_inferior = {margin = 0.05}
[[rules]]
id = "speed"
select = {kind = "benchmark", operation = "score"}
metric = "response_ms.p95"
versus = "baseline"
ratio = {max = 1.1, noise_floor = "aa"}
[[waivers]]
rule = "door-task"
until = "2027-01-31"
reason = "known door bug"
owner = "robotics"
`
  const context = {scope: SCOPE, today: TODAY}
  const [one, other] = [await loadText('gate.yaml', yaml), await loadText('gate.toml', toml)].map((document) =>
    readGate(document, context, () => true),
  )
  assert.equal(one, other)
  assert.equal(read(one?.document), one)
  assert.equal(
    one?.rules.map(({id, minN}) => [id, minN]),
    [
      ['door-task', 50],
      ['no-regression', 50],
    ],
  )
  assert.equal(one?.elsewhere, ['speed'])
})

const ratio = {versus: 'baseline', require: undefined, ratio: {max: 1.1}}
const margin = (kind: string, value: number) => ({versus: 'baseline', require: undefined, [kind]: {margin: value}})
const BAD: readonly [string, object, string, string][] = [
  ['an unknown key', gate({severity: 'gate'}), '/severity', 'unknown_key'],
  ['an unknown key of a rule', gate({}, {threshold: 1}), '/rules/0/threshold', 'unknown_key'],
  ['an unknown fact', gate({}, {select: {host: 'x'}}), '/rules/0/select/host', 'unknown_key'],
  ['no rule', gate({rules: []}), '/rules', 'selects_nothing'],
  ['two rules of one id', gate({rules: [RULE, RULE]}), '/rules/1/id', 'duplicate'],
  ['no requirement', gate({}, {require: undefined}), '/rules/0', 'one_demand'],
  ['two requirements', gate({}, {versus: 'baseline', superior: {margin: 0.1}}), '/rules/0', 'one_demand'],
  ['two limits', gate({}, {require: {ci_low: {gte: 0.8, lte: 1}}}), '/rules/0/require/ci_low', 'maxProperties'],
  ['a margin against nothing', gate({}, {require: undefined, superior: {margin: 0.1}}), '/rules/0', 'versus'],
  ['a requirement against something', gate({}, {versus: 'baseline'}), '/rules/0/versus', 'versus'],
  ['an unknown other side', gate({}, {...margin('superior', 0.1), versus: 'oracle'}), '/rules/0/versus', 'versus'],
  [
    'an unknown provider as other side',
    gate({}, {...margin('superior', 0.1), versus: 'provider:mok'}),
    '/rules/0/versus',
    'unknown_provider',
  ],
  ['a suite there is not', gate({}, {select: {suite: 'closed-lop'}}), '/rules/0/select/suite', 'selects_nothing'],
  ['an environment there is not', gate({}, {select: {env: 'three-*'}}), '/rules/0/select/env', 'selects_nothing'],
  ['only rules for benchmarks', gate({}, {select: {kind: 'benchmark'}}), '/rules', 'selects_nothing'],
  ['an unknown metric', gate({}, {metric: 'spl'}), '/rules/0/metric', 'unknown_metric'],
  ['a metric of another suite', gate({}, {metric: 'failures'}), '/rules/0/metric', 'unknown_metric'],
  ['a rule nothing can fail', gate({}, {require: {ci_low: {gte: 0}}}), '/rules/0/require', 'decides_nothing'],
  ['a rule that only certainty fails', gate({}, {require: {ci_high: {lte: 1}}}), '/rules/0/require', 'decides_nothing'],
  ['a rule nothing can keep', gate({}, {require: {ci_low: {gt: 1}}}), '/rules/0/require', 'decides_nothing'],
  ['a limit in per cent', gate({}, {require: {ci_low: {gte: 80}}}), '/rules/0/require', 'decides_nothing'],
  ['the estimate of a sample', gate({}, {require: {estimate: {gte: 0.8}}}), '/rules/0/require', 'decides_nothing'],
  ['the favourable limit', gate({}, {require: {ci_high: {gte: 0.8}}}), '/rules/0/require', 'decides_nothing'],
  ['a margin as wide as the range', gate({}, margin('non_inferior', 1)), '/rules/0/non_inferior', 'decides_nothing'],
  ['no margin for a sample', gate({}, margin('non_inferior', 0)), '/rules/0/non_inferior', 'decides_nothing'],
  ['a gain nothing can reach', gate({}, margin('superior', 1)), '/rules/0/superior', 'decides_nothing'],
  ['a ratio of shares', gate({}, ratio), '/rules/0/ratio', 'decides_nothing'],
  ['a waiver for an unknown rule', gate({waivers: [{...WAIVER, rule: 'x'}]}), '/waivers/0/rule', 'unknown_rule'],
  ['a waiver of execution', gate({waivers: [{...WAIVER, rule: 'execution'}]}), '/waivers/0/rule', 'not_waivable'],
  ['a waiver until no day', gate({waivers: [{...WAIVER, until: '2027-02-30'}]}), '/waivers/0/until', 'no_day'],
  ['a waiver for ever', gate({waivers: [{...WAIVER, until: '2027-05-21'}]}), '/waivers/0/until', 'too_far'],
  ['a waiver nobody owns', gate({waivers: [{...WAIVER, owner: ' '}]}), '/waivers/0/owner', 'empty'],
  ['a waiver without a reason', gate({waivers: [{...WAIVER, reason: ' '}]}), '/waivers/0/reason', 'empty'],
  ['a newer version', gate({schema_version: 2}), '/schema_version', 'const'],
]

for (const [name, value, pointer, rule] of BAD) {
  it(`refuses ${name} and points at it`, async () => {
    const error = await throwsCode(() => read(JSON.parse(JSON.stringify(value))), 'gate_invalid')
    assert.is(error.exit, 'usage')
    const found = error.issues.some((issue) => issue.pointer === pointer && issue.rule === rule)
    assert.ok(found, JSON.stringify(error.issues))
  })
}

it('a waiver of 180 days is the longest', () => {
  assert.is(read(gate({waivers: [{...WAIVER, until: '2027-05-20'}]})).waivers.length, 1)
})

it('every fault of a file is told at once', async () => {
  const error = await throwsCode(
    () => read(gate({rules: [{...RULE, metric: 'x'}, RULE], waivers: [{...WAIVER, rule: 'y'}]})),
    'gate_invalid',
  )
  assert.equal(
    error.issues.map(({pointer}) => pointer),
    ['/rules/0/metric', '/rules/1/id', '/waivers/0/rule'],
  )
})

it('every row that a rule selects must satisfy it', () => {
  const {rules} = judgeGate(read(gate({}, {select: {env: '*'}})), [], [row(30, 30), row(10, 30, 'pendulum')], undefined)
  assert.equal([rules[0]?.state, rules[0]?.select], ['fail', 'closed-loop/pendulum'])
})

it('a waived rule does not decide and is told; an expired waiver changes nothing', () => {
  const waived = judgeGate(read(gate({waivers: [WAIVER]})), [], [row(10, 30)], undefined)
  assert.is(waived.rules[0]?.state, 'waived')
  assert.equal(waived.rules[0]?.waiver, {
    until: '2027-01-31',
    reason: 'known door bug',
    owner: 'robotics',
    expired: false,
    state: 'fail',
  })
  assert.match(waived.caveats[0] ?? '', 'door (fail) is waived until 2027-01-31: known door bug (robotics)')
  const late = judgeGate(read(gate({waivers: [{...WAIVER, until: '2026-11-20'}]})), [], [row(10, 30)], undefined)
  assert.equal([late.rules[0]?.state, late.rules[0]?.waiver?.expired], ['fail', true])
  assert.match(late.caveats[0] ?? '', 'has expired')
  const lastDay = judgeGate(read(gate({waivers: [{...WAIVER, until: TODAY}]})), [], [row(10, 30)], undefined)
  assert.is(lastDay.rules[0]?.state, 'waived')
})

it('an undecided or missing row fails where the gate says so, and never passes', () => {
  const states = (defaults: object, rows: Measurement[]) =>
    judgeGate(read(gate({defaults})), [], rows, undefined).rules.map(({state}) => state)
  assert.equal(states({}, [row(24, 30)]), ['inconclusive'])
  assert.equal(states({on_inconclusive: 'fail'}, [row(24, 30)]), ['fail'])
  assert.equal(states({}, []), ['inconclusive'])
  assert.equal(states({on_missing: 'fail'}, []), ['fail'])
  assert.equal(states({min_n: 31}, [row(30, 30)]), ['inconclusive'])
})

it('without a correction a row just outside fails among many', () => {
  const rows = Array.from(
    {length: 30},
    (_, at): Measurement => ({
      ...row(30, 30, `env-${at}`),
      estimate: 0.74,
      ci: {low: 0.68, high: 0.799, level: 0.95, method: 'test'},
    }),
  )
  const states = (correction: string) =>
    judgeGate(read(gate({defaults: {correction}})), [], rows, undefined).rules.map(({state}) => state)
  assert.equal([states('holm'), states('none')], [['inconclusive'], ['fail']])
})

it('any document is a gate or refused', async () => {
  const value = fc.letrec((tie) => ({
    node: fc.oneof({maxDepth: 4}, fc.constantFrom(1, 'gate', 'door', 0.8, null, 'baseline'), tie('map')),
    map: fc.dictionary(
      fc.constantFrom('id', 'rules', 'metric', 'require', 'ci_low', 'gte', 'waivers', '__proto__'),
      tie('node'),
    ),
  })).map
  await fc.assert(
    fc.asyncProperty(value, async (some) => {
      try {
        read({schema_version: 1, kind: 'gate', rules: [some], ...(some as object)})
      } catch (error) {
        assert.ok(error instanceof AssayError && error.code === 'gate_invalid')
      }
    }),
  )
})

it.run()
