import * as assert from 'uvu/assert'
import {orderTurns} from '#benchmark/execute/measure-order'
import type {PlannedItem} from '#benchmark/model/ledger'
import {resolveLoadSettings} from '#benchmark/model/settings'
import {spec} from '../../support/spec.ts'

const it = spec('measure order')
const item = (provider: string, operation: PlannedItem['operation']): PlannedItem => ({
  provider,
  operation,
  how: 'library',
  missing: [],
})
const ITEMS = [item('mock', 'predict'), item('mock', 'score'), item('analytic', 'predict')]

function order(repeats: number, items: readonly PlannedItem[] = ITEMS) {
  return orderTurns({items, settings: resolveLoadSettings({repeats})}).map(
    ({provider, repeat, items: own}) => `${repeat} ${provider} ${own.map(({operation}) => operation).join(' ')}`,
  )
}

it('measures every pair in every repeat, and every second time the other way round', () => {
  assert.equal(order(3), [
    '1 mock predict score',
    '1 analytic predict',
    '2 analytic predict',
    '2 mock score predict',
    '3 mock predict score',
    '3 analytic predict',
  ])
})

it('starts no process for what is skipped', () => {
  assert.equal(order(1, [{...item('gr00t', 'policy'), skipReason: 'unconfigured'}]), [])
})

it.run()
