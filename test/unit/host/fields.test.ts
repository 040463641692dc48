import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {asCount, asId, asText, asTime, readField} from '#host/model/field'
import {blocksIn, heightIn, illParts, syncedIn, validatorsIn} from '#host/model/status-values'
import {exactRelease, inReleaseOrder, isAllowedPath, releaseIn, releaseText} from '#host/model/version'
import {spec} from '../../support/spec.ts'

const it = spec('fields of replies')

it('a height is a whole number of the first field that is there, or no value', () => {
  assert.equal(heightIn({block_height: 7, height: 9}), {value: 7, path: 'block_height'})
  assert.equal(heightIn({block_height: null, finalized_height: 8}), {value: 8, path: 'finalized_height'})
  for (const bad of ['7', 7.5, -1, 2 ** 53, true, [], {}])
    assert.is(heightIn({block_height: bad, height: 9}), undefined)
  for (const none of [undefined, null, 'x', 5, [], {}]) assert.is(heightIn(none), undefined)
})

it('no reply whatever makes a value out of nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      const found = readField(json, ['a.b', 'c'], asCount)
      assert.ok(found === undefined || (Number.isSafeInteger(found.value) && found.value >= 0))
      heightIn(json)
      syncedIn(json)
      blocksIn(json)
      validatorsIn(json)
      illParts(json, ['up'])
    }),
  )
})

it('a field of the prototype is no field', () => {
  assert.is(readField({}, ['constructor.name', '__proto__.x', 'toString'], asText), undefined)
})

it('ids are text or whole numbers, times ISO or Unix', () => {
  assert.equal([asId('a'), asId(12), asId(1.5), asId('')], ['a', '12', undefined, undefined])
  const at = Date.parse('2026-11-21T07:42:33.000Z')
  assert.equal([asTime('2026-11-21T07:42:33.000Z'), asTime(at / 1000), asTime(at)], [at, at, at])
  assert.equal(
    [asTime('2026-11-21'), asTime('tomorrow'), asTime(-1), asTime('2026-02-31')],
    [undefined, undefined, undefined, undefined],
  )
})

it('being in step is told in three ways', () => {
  assert.is(syncedIn({synced: false, sync_status: 'synced'})?.value, false)
  assert.is(syncedIn({sync_status: 'synced'})?.value, true)
  assert.is(syncedIn({state: 'following'})?.value, true)
  assert.is(syncedIn({state: 'syncing'})?.value, false)
  assert.is(syncedIn({synced: 'yes'}), undefined)
})

it('a part of a node without a status is not well', () => {
  assert.equal(illParts({checks: {store: {status: 'up'}, disk: {}, git: {status: 'down'}}}, ['up']), ['disk', 'git'])
})

it('a release is read from what programs print, and only a whole one is exact', () => {
  assert.is(releaseText(releaseIn('hostnode 1.0.2-slow (schema 1, build 12345678)') ?? fail()), '1.0.2-slow')
  assert.is(releaseText(exactRelease('v1.1.0+build.7') ?? fail()), '1.1.0')
  for (const bad of ['1.x', '1.1', 'v1', '1.1.0 ', '', '1.1.0.1', 'x1.1.0'])
    assert.is(exactRelease(bad), undefined, bad)
})

it('upgrades go forwards, over one major at most', () => {
  const path = (from: string, to: string) => isAllowedPath(exactRelease(from) ?? fail(), exactRelease(to) ?? fail())
  assert.equal(
    [path('1.0.0', '1.0.1'), path('1.0.1', '1.2.0'), path('1.2.3', '2.0.0'), path('1.0.0', '1.0.0')],
    [true, true, true, true],
  )
  assert.equal([path('1.0.1', '1.0.0'), path('2.0.0', '1.2.0'), path('1.0.0', '3.0.0')], [false, false, false])
})

function fail(): never {
  throw new Error('no release')
}

it('releases follow each other by their numbers, and before a release comes what leads to it', () => {
  const order = ['1.0.0-alpha', '1.0.0-beta', '1.0.0', '1.0.9', '1.0.10', '1.2.0', '2.0.0']
  const sorted = order.toReversed().map((text) => exactRelease(text) ?? fail())
  assert.equal(sorted.toSorted(inReleaseOrder).map(releaseText), order)
})

it.run()
