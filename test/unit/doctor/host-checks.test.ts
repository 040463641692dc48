import * as assert from 'uvu/assert'
import {clockCheck, diskCheck, nodeCheck} from '#doctor/host-checks'
import {spec} from '../../support/spec.ts'

const it = spec('checks of the host')
const NOW = Date.UTC(2026, 10, 21, 7, 42)
const HOUR = 3_600_000
const GIB = 2 ** 30

it('a disk is low below a gibibyte and fails below 64 mebibytes, each folder by itself', () => {
  const room = (workspace?: number, temporary?: number) =>
    diskCheck([
      {name: 'workspace', freeBytes: workspace},
      {name: 'temporary folder', freeBytes: temporary},
    ])
  assert.equal(room(71.4 * GIB, 2 * GIB), {
    name: 'disk',
    status: 'ok',
    detail: 'free: workspace 71.4 GiB, temporary folder 2.00 GiB',
  })
  assert.is(room(undefined, undefined).status, 'ok')
  assert.is(room(GIB / 2, GIB).status, 'warning')
  assert.match(room(GIB, GIB / 2).detail, 'in the temporary folder; make room')
  assert.is(room(0, undefined).status, 'failed')
})

it('a clock is held against its year, the disk of the workspace and the newest run', () => {
  const check = (over: {nowMs?: number; diskMs?: number; newestRunMs?: number}) =>
    clockCheck({nowMs: NOW, diskMs: NOW + 12, newestRunMs: NOW - HOUR, ...over})
  assert.equal(check({}), {
    name: 'clock',
    status: 'ok',
    detail: '2026-11-21T07:42:00.000Z, and the disk of the workspace agrees',
  })
  assert.is(clockCheck({nowMs: NOW, diskMs: undefined, newestRunMs: undefined}).detail, '2026-11-21T07:42:00.000Z')
  assert.match(check({nowMs: 1_000, diskMs: 1_000, newestRunMs: 0}).detail, 'it is 1970 here')
  assert.match(check({diskMs: NOW - 90_000}).detail, '90 seconds behind this machine')
  assert.match(check({newestRunMs: NOW + 26 * HOUR}).detail, 'the newest run is 26 hours ahead of this clock')
  for (const bad of [{diskMs: NOW + 6_000}, {newestRunMs: NOW + 61_000}]) assert.is(check(bad).status, 'warning')
})

it('Node older than what Assay needs is a warning', () => {
  assert.equal(
    ['24.15.0', '26.1.0', '24.14.9', '22.20.0', ''].map((version) => nodeCheck(version).status),
    ['ok', 'ok', 'warning', 'warning', 'warning'],
  )
})
it.run()
