import * as assert from 'uvu/assert'
import {SUITES} from '#eval/catalogue/suites'
import {formerPromise, inPlainWords, promiseOf, withFormerWords, wordsOf} from '#eval/report/plain-words'
import {contractCases} from '#eval/suite/contract/run-contract-case'
import {PROVIDER_OPERATIONS} from '#provider/model/operations'
import {spec} from '../../support/spec.ts'

const it = spec('plain words')
const CASE = {suite: 'eval', name: 'r', status: 'failed', message: 'wrong_steps 3', short: 'wrong_steps 3'} as const

it('every metric that a default gate holds says what its failure means, and where to look', () => {
  const own = Object.values(SUITES).filter(({name}) => name !== 'meta' && name !== 'fixtures')
  const gated = own.flatMap(({metrics}) => metrics.filter(({gates}) => gates.length > 0).map(({name}) => name))
  assert.equal(
    [...gated, 'error_share'].filter((name) => !/; (look|where|run|the failed)/.test(wordsOf(name) ?? '')),
    [],
  )
})

it('a failed rule tells them behind its numbers; one that passed or is open does not', () => {
  const failed = inPlainWords(CASE, {metric: 'wrong_steps', state: 'fail'})
  assert.ok(failed.short?.startsWith('wrong_steps 3. Single steps end elsewhere') && failed.message === failed.short)
  for (const state of ['pass', 'inconclusive'] as const)
    assert.is(inPlainWords(CASE, {metric: 'wrong_steps', state}), CASE)
})

it('of episodes that ended in errors nothing is said that a robot did, and former words are known', () => {
  const failed = {
    ...CASE,
    name: 'policy/two-room/cross/own/unsafe_rate',
    message: 'unsafe_rate 1',
    short: 'unsafe_rate 1',
  }
  const rule = {metric: 'unsafe_rate', state: 'fail'} as const
  assert.is(inPlainWords(failed, rule, true), failed)
  const told = inPlainWords(failed, rule)
  assert.match(told.message ?? '', /^unsafe_rate 1\. It commands/)
  const former = 'unsafe_rate 1. It commands what must not happen; the failed trials name the breach and its step.'
  assert.equal([withFormerWords(failed).message, withFormerWords(told).message], [former, former])
  assert.is(withFormerWords(CASE), CASE)
  assert.is(formerPromise(promiseOf('batch-kept')), 'batch-kept holds')
  assert.is(formerPromise('the task is finished'), 'the task is finished')
})

it('every case of a contract says what it asks for', () => {
  const able = {
    capabilities: PROVIDER_OPERATIONS.filter((one) => one !== 'health'),
    batched: true,
    inProcess: true,
    shown: undefined,
  }
  const names = contractCases(able).map(({name}) => name)
  assert.ok(names.length > 40)
  assert.equal(
    names.filter((name) => !promiseOf(name).startsWith(`${name}: `)),
    [],
  )
  assert.is(promiseOf('own-case-of-a-file'), 'own-case-of-a-file holds')
})

it.run()
