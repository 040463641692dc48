import fc from 'fast-check'
import * as assert from 'uvu/assert'
import type {StepStatus} from '#contract/generated/types'
import {countStatuses, deriveStatus, STEP_STATUSES, type StatusOfStep, withGroupStatus} from '#trace/status'
import {spec} from '../../support/spec.ts'

const it = spec('status of a workflow')
const step = (status: StepStatus, required = true, id: string = status): StatusOfStep => ({
  step_id: id,
  parent_id: null,
  status,
  required,
})
const optional = (status: StepStatus) => step(status, false)

it('follows the first rule that matches', () => {
  const table: readonly [StepStatus, readonly StatusOfStep[]][] = [
    ['success', [step('success')]],
    ['failed', [step('success'), step('failed')]],
    ['failed', [step('running'), step('failed')]],
    ['failed', [step('success'), optional('failed')]],
    ['failed', [step('cancelled'), step('failed')]],
    ['running', [step('success'), step('running')]],
    ['running', [step('success'), step('pending')]],
    ['running', [step('cancelled'), step('running')]],
    ['pending', [step('pending'), step('pending')]],
    ['cancelled', [step('success'), step('cancelled')]],
    ['cancelled', [step('skipped'), step('cancelled')]],
    ['skipped', [step('success'), step('skipped')]],
    ['skipped', [optional('skipped')]],
    ['skipped', [optional('skipped'), optional('skipped')]],
    ['success', [step('success'), optional('skipped')]],
  ]
  for (const [status, steps] of table) {
    assert.is(deriveStatus(steps), status, steps.map((one) => `${one.status}${one.required ? '' : '?'}`).join(' '))
  }
})
it('does not depend on the order of the steps, and is no success where any step is bad', () => {
  const steps = fc.array(
    fc
      .record({status: fc.constantFrom(...STEP_STATUSES), required: fc.boolean()})
      .map((one) => step(one.status, one.required)),
    {minLength: 1, maxLength: 8},
  )
  fc.assert(
    fc.property(steps, (given) => {
      const status = deriveStatus(given)
      assert.is(deriveStatus(given.toReversed()), status)
      const isBad = given.some((one) => one.status !== 'success' && one.status !== 'skipped')
      if (isBad) assert.is.not(status, 'success')
      const counts = countStatuses(given)
      assert.is(
        Object.values(counts).reduce((sum, count) => sum + count, 0),
        given.length,
      )
    }),
  )
})
it('a group takes the status of what it holds, innermost first', () => {
  const steps: StatusOfStep[] = [
    {...step('pending', true, 'outer')},
    {...step('pending', true, 'inner'), parent_id: 'outer'},
    {...step('failed', true, 'leaf'), parent_id: 'inner'},
    {...step('success', true, 'other')},
  ]
  assert.equal(
    withGroupStatus(steps).map((one) => one.status),
    ['failed', 'failed', 'failed', 'success'],
  )
})
it('an empty workflow has no status', () => {
  assert.throws(() => deriveStatus([]), 'at least one step')
})
it.run()
