import * as assert from 'uvu/assert'
import {withToldNeeds, withToldShare, withToldTails} from '#audit/former-needs'
import type {RuleOutcome, Verdict} from '#contract/generated/types'
import {executionRule} from '#gate/execution-rule'
import type {Rule} from '#gate/rule'
import {judgeRules} from '#gate/rule-outcome'
import {judgeVerdict} from '#gate/verdict'
import {spec} from '../../support/spec.ts'

const it = spec('needed trials of earlier versions')

const RULES = ['one', 'other'].map(
  (id): Rule => ({
    id,
    severity: 'gate',
    metric: 'rank_rho',
    select: {},
    require: {stat: 'ci_low', op: 'gte', value: 0.7},
    minN: 20,
  }),
)
const ROW = {rowId: 'row', facts: {}, metric: 'rank_rho', estimate: 0.626, n: 80}
const CI = {low: 0.545, high: 0.6999, level: 0.95, method: 'bootstrap'}

const draw = (isNeedUncorrected: boolean) => ({
  verdict: verdictOf(judgeRules(RULES, [{...ROW, ci: CI}], {isNeedUncorrected})),
})

function verdictOf(rules: readonly RuleOutcome[]): Verdict {
  const counts = {planned: 80, run: 80, passed: 0, failed: 80, errored: 0, skipped: 0, not_run: 0, reused: 0}
  return judgeVerdict({basis: 'gate', rules, counts, claims: [], caveats: []})
}

const needs = ({rules}: Verdict) => rules.map(({needed_n}) => needed_n)

it('were told without the correction, and are believed of a run that tells them so', () => {
  const [today, former] = [draw(false).verdict, draw(true).verdict]
  assert.equal(needs(former), [20, 20])
  assert.ok(needs(today).every((needed = 0) => needed > 80))
  assert.equal(needs(withToldNeeds(former, draw).verdict), needs(former))
  assert.equal(needs(withToldNeeds(today, draw).verdict), needs(today))
})

it('are not believed where they are neither those nor of today', () => {
  const told = draw(true).verdict
  const other = {...told, rules: told.rules.map((rule) => ({...rule, needed_n: 19}))}
  for (const verdict of [other, undefined])
    assert.equal(needs(withToldNeeds(verdict, draw).verdict), needs(draw(false).verdict))
})

const drawShare = (ran: number, errors: number) => (areErrorsOfPlanned: boolean) => {
  const share = {select: 'rollout/m', planned: areErrorsOfPlanned ? 1000 : ran, unreachable: 0, wrong: errors}
  return {verdict: verdictOf([executionRule([share], 0.02)])}
}
const counted = ({rules}: Verdict) => rules.map(({n}) => n)

it('errors were held against planned trials, and are believed so where nothing was judged otherwise', () => {
  const few = drawShare(500, 5)
  assert.equal(counted(withToldShare(few(true).verdict, few).verdict), [1000])
  assert.equal(counted(withToldShare(few(false).verdict, few).verdict), [500])
  assert.equal(counted(withToldShare(undefined, few).verdict), [500])
  const many = drawShare(40, 5)
  assert.is(many(true).verdict.state, 'pass')
  const {verdict} = withToldShare(many(true).verdict, many)
  assert.equal([counted(verdict), verdict.state], [[40], 'fail'])
})

it('chances of differences are believed as earlier versions took them, and as nobody ever did not', () => {
  const [rule] = judgeRules(RULES, [{...ROW, ci: CI}])
  const drawn = (chance: number) => ({verdict: verdictOf(rule ? [{...rule, p_adjusted: chance}] : [])})
  const again = (areTailsNormal: boolean) => drawn(areTailsNormal ? 1e-70 : 4e-8)
  const chanceOf = ({verdict}: {verdict: Verdict}) => verdict.rules[0]?.p_adjusted
  assert.is(chanceOf(withToldTails(drawn(1e-70).verdict, again)), 1e-70)
  assert.is(chanceOf(withToldTails(drawn(4e-8).verdict, again)), 4e-8)
  assert.is(chanceOf(withToldTails(drawn(0.5).verdict, again)), 4e-8)
})

it.run()
