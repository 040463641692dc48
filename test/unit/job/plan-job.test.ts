import fc from 'fast-check'
import * as assert from 'uvu/assert'
import type {Job, JobStep} from '#contract/generated/types'
import {digestOf} from '#digest/canonical-json'
import {AssayError} from '#error/assay-error'
import {graphIssues} from '#job/check-graph'
import {bindInputs} from '#job/job-inputs'
import {planJobItems} from '#job/plan-job'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('planning a job')
const SHA = digestOf('job')
const job = (steps: JobStep[], more: Partial<Job> = {}): Job => ({schema_version: 1, name: 'nightly', steps, ...more})
const step = (id: string, more: Partial<JobStep> = {}): JobStep => ({id, use: 'exec', with: {argv: ['true']}, ...more})

const refuse = (issues: AssayError['issues']) => new AssayError('job_invalid', 'no valid job', {issues})
const planOf = (of: Job) => planJobItems({job: of, sha256: SHA}, {}, refuse)

it('a step becomes one item a matrix cell, in the order of the file', () => {
  const {items} = planOf(job([step('a'), step('b', {matrix: {seed: [1, 2], env: ['x']}})]))
  assert.equal(
    items.map((item) => item.traceId),
    ['a', 'b.seed-1.env-x', 'b.seed-2.env-x'],
  )
  assert.equal(
    items.map((item) => item.ordinal),
    [0, 1, 2],
  )
})
it('the same job gives the same plan, and a changed parameter another item id', () => {
  const one = planOf(job([step('a')])).plan
  assert.equal(planOf(job([step('a')])).plan, one)
  const other = planOf(job([step('a', {with: {argv: ['false']}})])).plan
  assert.is.not(other.items[0]?.item_id, one.items[0]?.item_id)
})
it('a timeout is no part of the identity: raising it keeps results reusable', () => {
  const one = planOf(job([step('a', {timeout: '1m'})])).plan.items[0]
  const other = planOf(job([step('a', {timeout: '9m'})])).plan.items[0]
  assert.is(one?.identity_sha256, other?.identity_sha256)
})
it('every mistake in every with is told at once, each at its place', async () => {
  const bad = job([
    step('a', {with: {argv: []}}),
    step('b', {use: 'eval', with: {sede: 1}}),
    step('c', {with: {argv: ['{inputs.x}']}}),
  ])
  const error = await throwsCode(() => planOf(bad), 'job_invalid')
  assert.equal(error.issues.map((issue) => issue.pointer).sort(), [
    '/steps/0/with/argv',
    '/steps/1/with/sede',
    '/steps/2/with/argv/0',
  ])
})
it('unknown needs, doubled ids, cycles and 257 cells are refused', () => {
  assert.is(graphIssues([step('a', {needs: ['nobody']})])[0]?.rule, 'unknown_need')
  assert.is(graphIssues([step('a'), step('a')])[0]?.rule, 'unique')
  const loop = graphIssues([step('a', {needs: ['c']}), step('b', {needs: ['a']}), step('c', {needs: ['b']}), step('d')])
  assert.equal(
    loop.map((issue) => [issue.rule, issue.pointer]),
    [
      ['cycle', '/steps/0/needs'],
      ['cycle', '/steps/1/needs'],
      ['cycle', '/steps/2/needs'],
    ],
  )
  assert.is(graphIssues([step('a', {needs: ['a']})])[0]?.rule, 'cycle')
  const beside = [step('a', {needs: ['b', 'nobody']}), step('b', {needs: ['a']}), step('c', {needs: ['b']})]
  assert.equal(
    graphIssues(beside).map((issue) => [issue.rule, issue.pointer]),
    [
      ['unknown_need', '/steps/0/needs/1'],
      ['cycle', '/steps/0/needs'],
      ['cycle', '/steps/1/needs'],
    ],
  )
  const wide = {x: Array.from({length: 257}, (_, at) => at)}
  assert.is(graphIssues([step('a', {matrix: wide})])[0]?.rule, 'cells')
})
it('a reference among the values of a matrix is refused, for a step would be given its text', () => {
  const issues = graphIssues([step('a', {matrix: {n: [1, '{inputs.n}'], env: ['x', 'to {matrix.n}', '{"n": 1}']}})])
  assert.equal(
    issues.map(({pointer, rule}) => [pointer, rule]),
    [
      ['/steps/0/matrix/n/1', 'reference'],
      ['/steps/0/matrix/env/1', 'reference'],
    ],
  )
  assert.match(issues[0]?.message ?? '', '{inputs.n}')
})
it('any graph whose needs point backwards is accepted', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(20), {maxLength: 4}), {minLength: 1, maxLength: 20}), (rows) => {
      const steps = rows.map((needs, at) =>
        step(`s${at}`, {needs: [...new Set(needs.filter((need) => need < at))].map((need) => `s${need}`)}),
      )
      assert.equal(graphIssues(steps), [])
    }),
  )
})
it('inputs: --set wins over the default, types are checked, unknown and missing ones are named', async () => {
  const typed = job([step('a')], {
    inputs: {n: {type: 'integer', default: 3}, name: {type: 'string'}, on: {type: 'boolean', default: false}},
  })
  assert.equal(bindInputs(typed, ['name=door', 'on=true']), {n: 3, name: 'door', on: true})
  for (const bad of [[], ['name=x', 'n=1.5'], ['name=x', 'on=yes'], ['name=x', 'nme=y']]) {
    await throwsCode(() => bindInputs(typed, bad), 'job_invalid')
  }
  await throwsCode(() => bindInputs(typed, ['name']), 'usage')
})
it('an input that is not declared is named on the own terminal alone, with the nearest and those there are', async () => {
  const typed = job([step('a')], {
    inputs: {trials: {type: 'integer', default: 3}, on: {type: 'boolean', default: false}},
  })
  const one = await throwsCode(() => bindInputs(typed, ['trails=4']), 'job_invalid')
  assert.is(one.given, 'trails')
  assert.match(one.message, 'an input is not declared (Did you mean trials?)')
  assert.match(one.hint, 'The job declares trials, on.')
  const two = await throwsCode(() => bindInputs(typed, ['elsewhere=4', 'zz=1']), 'job_invalid')
  assert.equal(
    [two.given, two.message],
    ['elsewhere, zz', 'the inputs of the job are wrong: 2 inputs are not declared'],
  )
  const none = await throwsCode(() => bindInputs(job([step('a')]), ['x=1']), 'job_invalid')
  assert.match(none.message, 'an input is not declared: the job declares none')
  assert.not.match(none.hint, 'Give each as')
})
it('an input that is set twice is refused by its name: nobody can tell which was meant', async () => {
  const typed = job([step('a')], {inputs: {trials: {type: 'integer'}, on: {type: 'boolean'}}})
  const twice = await throwsCode(() => bindInputs(typed, ['trials=1', 'on=true', 'trials=1']), 'job_invalid')
  assert.is(twice.message, 'the inputs of the job are wrong: trials is set twice')
  const unknown = await throwsCode(() => bindInputs(typed, ['trials=1', 'on=true', 'x=1', 'x=2']), 'job_invalid')
  assert.is(unknown.given, 'x')
})
it('cells that get one name are told at their step, with the name', async () => {
  const twins = job([step('a'), step('b', {matrix: {x: ['y z', 'y_z', 'w']}}), step('c', {matrix: {n: [1, '1']}})])
  const {issues} = await throwsCode(() => planOf(twins), 'job_invalid')
  assert.equal(
    issues.map(({pointer, rule}) => [pointer, rule]),
    [
      ['/steps/1/matrix', 'unique'],
      ['/steps/2/matrix', 'unique'],
    ],
  )
  assert.match(issues[0]?.message ?? '', 'b.x-y_z')
  assert.match(issues[1]?.message ?? '', 'c.n-1')
})
it.run()
