import * as assert from 'uvu/assert'
import {drill} from '#contract/generated/drill'
import {gateDocument} from '#contract/generated/gate'
import {jobEvalWith} from '#contract/generated/job-eval-with'
import {schemaIssues} from '#document/document-issues'
import {knownKeys} from '#document/known-keys'
import {spec} from '../../support/spec.ts'

const it = spec('keys that nothing knows')
const asked = (issues: readonly {pointer: string; message: string}[]) =>
  issues.flatMap(({pointer, message}) => {
    const near = /did you mean (.*)\?$/.exec(message)?.[1]
    return near === undefined ? [] : [`${pointer} ${near}`]
  })

it('are told with those of their own place that are near, and with none that is known elsewhere', () => {
  const step = {suites: ['contract'], enviroment: 'two-room', hunter2: 1}
  assert.equal(asked(schemaIssues(jobEvalWith, step)), ['/suites suite', '/enviroment env'])
  const rules = [{id: 'a', severty: 'gate', metric: 'success_rate', select: 'all', at_leest: 1}]
  assert.equal(asked(schemaIssues(gateDocument, {schema_version: 1, kind: 'gate', rules})), [
    '/rules/0/severty severity',
  ])
})

it('are told deep inside and behind choices of shapes', () => {
  assert.ok(knownKeys('Drill', []).includes('steady_state'))
  assert.equal(knownKeys('Job', ['steps', '3', 'matrix']), [])
  assert.ok(knownKeys('Job', ['steps', '3']).includes('needs'))
  assert.ok(knownKeys('BudgetDocument', ['budgets', '0']).length > 3)
  assert.ok(
    schemaIssues(drill, {shema_version: 1}).some(({message}) => message.endsWith('did you mean schema_version?')),
  )
})

it.run()
