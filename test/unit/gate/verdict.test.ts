import fc from 'fast-check'
import * as assert from 'uvu/assert'
import type {Counts, RuleOutcome} from '#contract/generated/types'
import {verdict as contract} from '#contract/generated/verdict'
import {parse} from '#contract/parse'
import {executionRule} from '#gate/execution-rule'
import {judgeVerdict, type NoVerdictCause, reasonCode} from '#gate/verdict'
import {spec} from '../../support/spec.ts'

const it = spec('verdict')

const COUNTS: Counts = {planned: 1, run: 1, passed: 1, failed: 0, errored: 0, skipped: 0, not_run: 0, reused: 0}
const outcome = (state: RuleOutcome['state'], severity: RuleOutcome['severity'] = 'gate'): RuleOutcome => ({
  id: `rule-${state}`,
  severity,
  state,
  metric: 'success_rate',
  select: 'row',
  n: 20,
})

function judge(rules: RuleOutcome[], ending?: NoVerdictCause) {
  return judgeVerdict({basis: 'gate', rules, counts: COUNTS, claims: [], caveats: [], ...(ending && {ending})})
}

it('the first state of the order that occurs is the verdict, with its exit', () => {
  const table: [RuleOutcome['state'][], string, number][] = [
    [['pass', 'inconclusive', 'incomparable', 'fail', 'unavailable'], 'unavailable', 3],
    [['pass', 'inconclusive', 'incomparable', 'fail'], 'fail', 1],
    [['pass', 'inconclusive', 'incomparable'], 'incomparable', 4],
    [['pass', 'inconclusive'], 'inconclusive', 4],
    [['pass', 'pass'], 'pass', 0],
    [['waived', 'pass'], 'pass', 0],
  ]
  for (const [states, wanted, code] of table) {
    const verdict = judge(states.map((state) => outcome(state)))
    assert.is(verdict.state, wanted)
    assert.is(verdict.exit.code, code)
    parse(contract, verdict)
  }
})

it('without a deciding rule nothing is good', () => {
  for (const rules of [[], [outcome('waived')], [outcome('pass', 'advisory')]]) {
    assert.is(judge(rules).state, 'inconclusive')
    assert.is(judge(rules).exit.code, 4)
  }
})

it('an advisory failure is printed and does not decide', () => {
  assert.is(judge([outcome('pass'), outcome('fail', 'advisory')]).state, 'pass')
})

it('a skip is 0 only when it was expected', () => {
  assert.is(judge([], {kind: 'skipped', expected: true, reason: 'not configured'}).exit.code, 0)
  assert.is(judge([], {kind: 'skipped', expected: false, reason: 'not configured'}).exit.code, 4)
})

it('a signal wins over every rule, with its own exit', () => {
  assert.is(judge([outcome('fail')], {kind: 'interrupted', signal: 'SIGINT'}).exit.code, 130)
  assert.is(judge([outcome('pass')], {kind: 'interrupted', signal: 'SIGTERM'}).exit.code, 143)
})

it('the reason names the rules and stays within what a manifest holds', () => {
  const many = Array.from({length: 40}, (_, at) => ({...outcome('fail'), id: `${'x'.repeat(200)}${at}`}))
  const {reason} = judge(many).exit
  assert.match(reason, '40 of 40 rules failed')
  assert.ok(reason.length <= 500)
  assert.is(reasonCode(judge([outcome('fail')])), 'gate_failed')
})

it('a verdict can be read again however long the reasons are that it was given', () => {
  const long = `rolled_back: ${'é check said so; '.repeat(40)}`
  const said = judge([{...outcome('inconclusive'), reason: long}], {kind: 'restored', reason: long})
  const [rule] = said.rules
  // As earlier versions wrote it.
  assert.is(parse(contract, {...said, rules: [{...rule, reason: 'e'.repeat(517)}]}).state, 'restored')
  assert.is(parse(contract, JSON.parse(JSON.stringify(said))).state, 'restored')
  assert.is(
    judgeVerdict({...said, rules: said.rules}).rules[0]?.reason,
    said.rules[0]?.reason,
    'judged again it is the same',
  )
})

it('adding a failing rule never makes a verdict better', () => {
  const order = ['unavailable', 'fail', 'incomparable', 'inconclusive', 'pass']
  const anyRule = fc
    .tuple(fc.constantFrom('pass', 'fail', 'inconclusive', 'incomparable', 'unavailable', 'waived'), fc.boolean())
    .map(([state, gate]) => outcome(state as RuleOutcome['state'], gate ? 'gate' : 'advisory'))
  const property = fc.property(fc.array(anyRule, {maxLength: 8}), (rules) => {
    const before = order.indexOf(judge(rules).state)
    const after = order.indexOf(judge([...rules, outcome('fail')]).state)
    assert.ok(after <= before)
    assert.ok(after <= order.indexOf('fail'))
  })
  fc.assert(property)
})

it('errors within the allowed share pass, beyond it their kind decides', () => {
  const share = (planned: number, unreachable: number, wrong: number) => ({select: 's', planned, unreachable, wrong})
  assert.is(executionRule([share(100, 1, 1)], 0.02).state, 'pass')
  assert.is(executionRule([share(100, 0, 3)], 0.02).state, 'fail')
  assert.is(executionRule([share(100, 3, 0)], 0.02).state, 'unavailable')
  assert.is(executionRule([share(100, 1, 2)], 0.02).state, 'fail')
  assert.is(executionRule([share(1000, 0, 0), share(8, 0, 8)], 0.02).state, 'fail', 'a big share hides no small one')
  assert.is(executionRule([share(8, 0, 8), share(8, 8, 0)], 0.02).state, 'unavailable')
  assert.is(executionRule([], 0.02).state, 'inconclusive')
  assert.is(executionRule([share(0, 0, 0)], 0.02).state, 'inconclusive')
})

it.run()
