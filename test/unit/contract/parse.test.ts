import * as assert from 'uvu/assert'
import type {Contract} from '#contract/contract'
import {evidenceManifest} from '#contract/generated/evidence-manifest'
import {job} from '#contract/generated/job'
import {runManifest} from '#contract/generated/run-manifest'
import {workflowTrace} from '#contract/generated/workflow-trace'
import {issuesOf} from '#contract/parse'
import {spec} from '../../support/spec.ts'

const it = spec('parse')
const MANY = 300_000
const bad = Array.from({length: MANY}, () => ({}))
const badKeys = Object.fromEntries(bad.map((_, at) => [`key-${at}`, 'x']))
const reasons = bad.map((_, at) => `reason-${at}`)

const HOSTILE: readonly (readonly [name: string, contract: Contract<unknown>, value: unknown])[] = [
  ['a list of the document', runManifest, {artifacts: bad}],
  ['a list below the top', workflowTrace, {steps: [{input_artifacts: bad}]}],
  ['a list in every item of a list', workflowTrace, {steps: Array(600).fill({input_artifacts: bad.slice(0, 500)})}],
  ['a table of numbers', evidenceManifest, {redactions: badKeys}],
  ['a list of words that may not be there twice', evidenceManifest, {incomplete_because: reasons}],
  ['a list of names in a step', job, {steps: [{id: 'a', use: 'exec', needs: bad}]}],
  ['a matrix', job, {steps: [{id: 'a', use: 'exec', matrix: {a: bad}}]}],
  ['keys that are not known', job, badKeys],
]

for (const [name, contract, value] of HOSTILE) {
  it(`a few issues say that ${name} is bad through and through`, () => {
    const issues = issuesOf(contract, value) ?? []
    assert.ok(issues.length > 0 && issues.length <= 100)
    assert.ok((contract.validate.errors?.length ?? 0) < 5_000, `${contract.validate.errors?.length} faults were kept`)
  })
}

it('the last of many items is looked at as well', () => {
  const files = Array.from({length: 2_000}, (_, at) => ({
    path: `excluded/${at + 1}`,
    kind: 'log',
    included: false,
    reason: 'missing',
  }))
  const issues = (list: readonly object[]) =>
    (issuesOf(evidenceManifest, {files: list}) ?? []).filter(({pointer}) => pointer.startsWith('/files'))
  assert.equal(issues(files), [])
  assert.ok(issues([...files, {}]).every(({pointer}) => pointer.startsWith('/files/2000')))
  assert.ok(issues([...files, {}]).length > 0)
})

it('a value of a closed set is told with all that it may be and the nearest, and what was given is not', () => {
  const use = (given: unknown) =>
    (issuesOf(job, {schema_version: 1, name: 'j', steps: [{id: 'a', use: given}]}) ?? []).map(
      ({pointer, message}) => `${pointer}: ${message}`,
    )
  const [near = ''] = use('benchmrk')
  assert.match(near, /^\/steps\/0\/use: must be one of .*eval, .*; did you mean benchmark\?$/)
  for (const given of ['hunter2-hunter2', 7]) {
    const [told = ''] = use(given)
    assert.match(told, '/steps/0/use: must be one of')
    assert.not.match(told, /did you mean|hunter2/)
  }
})

it.run()
