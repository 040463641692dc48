import * as assert from 'uvu/assert'
import {injectRules} from '#gate/injection'
import type {AbsoluteRule, Measurement, VersusRule} from '#gate/rule'
import {selftestVerdict} from '#gate/selftest-report'
import {spec} from '../../support/spec.ts'

const it = spec('injection')

const ROW: Measurement = {rowId: 'row', facts: {env: 'two-room'}, metric: 'm', estimate: 0.1, n: 3}
const FRAME = {id: 'r', severity: 'gate', metric: 'm', select: {}, minN: 20} as const
const absolute = (changes: Partial<AbsoluteRule> = {}): AbsoluteRule => ({
  ...FRAME,
  require: {stat: 'ci_low', op: 'gte', value: 0.8},
  ...changes,
})
const versus = (demand: VersusRule['demand']): VersusRule => ({...FRAME, versus: 'baseline', demand})

it('every kind of rule is caught in every way it must be', () => {
  const rules = [
    absolute(),
    absolute({require: {stat: 'ci_high', op: 'lt', value: 5}}),
    absolute({require: {stat: 'estimate', op: 'eq', value: 0}, minN: 1}),
    versus({kind: 'non_inferior', margin: 0.05}),
    versus({kind: 'superior', margin: 0.2}),
    versus({kind: 'ratio', max: 1.1, noiseFloor: 'aa'}),
  ]
  for (const rule of rules) {
    const injections = injectRules(undefined, [rule], [ROW])
    assert.ok(injections.length >= 4)
    assert.equal(
      injections.filter(({caught}) => !caught),
      [],
    )
    assert.ok(injections.some(({expected}) => expected === 'failed'))
  }
})

it('a breach is noticed in a row whose own evidence speaks for it at any time', () => {
  const injections = injectRules(undefined, [absolute()], [{...ROW, pAt: () => 1}])
  assert.equal(
    injections.filter(({caught}) => !caught),
    [],
  )
})

it('a rule that no number satisfies survives, and that fails the selftest', () => {
  const injections = injectRules(
    undefined,
    [absolute({require: {stat: 'ci_low', op: 'gte', value: Number.NaN}})],
    [ROW],
  )
  assert.ok(injections.some(({caught}) => !caught))
  assert.is(selftestVerdict(injections).exit.name, 'failed')
})

it('a rule without a row, and no rule at all, leave it open', () => {
  const none = injectRules(undefined, [absolute({select: {env: 'pendulum'}})], [ROW])
  assert.is(selftestVerdict(none).exit.name, 'inconclusive')
  assert.is(selftestVerdict([]).exit.name, 'inconclusive')
})

it('advisory rules are left out: they decide nothing', () => {
  assert.equal(injectRules(undefined, [absolute({severity: 'advisory'})], [ROW]), [])
})

it.run()
