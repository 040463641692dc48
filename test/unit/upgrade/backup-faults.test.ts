import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {nodeFiles} from '#path/node-files'
import {measureRoom} from '#upgrade/adapter/measure-room'
import {lookEndOf} from '#upgrade/adapter/program-end'
import {type BackupFault, leftReason, RoomsTaken, rollbackRefusal} from '#upgrade/model/backup-fault'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('backups that the way back needs')
const KEEP = 'assay node upgrade --finalise RUN'
const refusal = (keep: string | null, ...faults: [string, BackupFault][]) =>
  rollbackRefusal(new Map(faults), {folder: 'runs/.state/upgrades/RUN', fileOf: (node) => `${node}.tar.gz`, keep})

it('only what was looked at and found not whole speaks against a backup', () => {
  const end = (over: object) => lookEndOf({code: 1, output: 'Status: INVALID\n', isMissing: false, ...over}).isDamaged
  assert.equal(
    [end({}), end({code: 3}), end({code: 0}), end({code: undefined})],
    [true, undefined, undefined, undefined],
  )
  assert.equal([end({isMissing: true}), end({fault: 'did not end within 1 s'})], [undefined, undefined])
})

it('the command from which nothing leads back is named for a backup that is damaged, and for nothing else', () => {
  const damaged: BackupFault = {kind: 'damaged', detail: 'it is gone'}
  const full: BackupFault = {kind: 'unseen', detail: 'the program ended with 3: disk_full: 9 bytes, 3 are free'}
  const other: BackupFault = {kind: 'unseen', detail: 'the program cannot be started'}
  const crowded: BackupFault = {kind: 'room', detail: 'disk_full: 9 bytes are needed there, 3 are free'}
  const hint = (keep: string | null, ...faults: [string, BackupFault][]) => refusal(keep, ...faults).hint ?? ''
  assert.match(
    hint(KEEP, ['a', damaged]),
    /^Put a\.tar\.gz back as it was, .*nothing leads back then: assay node upgrade/,
  )
  assert.is(hint(KEEP, ['a', damaged]).endsWith(KEEP), true)
  assert.not.match(hint(null, ['a', damaged]), 'leads back')
  for (const fault of [full, other, crowded]) assert.not.match(hint(KEEP, ['a', fault]), /finalise|as it was/)
  assert.match(
    hint(KEEP, ['a', full]),
    /^Free room on the disk of runs\/\.state\/upgrades\/RUN; then give the line again\.$/,
  )
  assert.match(hint(KEEP, ['a', other]), /^Mend what the program says; then/)
  assert.match(hint(KEEP, ['a', crowded]), /^Free room on the disk of a; then/)
  assert.match(leftReason(full), 'says nothing against it')
  assert.match(leftReason(crowded), 'is whole')
})

it('nodes on one disk share its room, and those on others do not', () => {
  const rooms = new RoomsTaken()
  const fault = (place: string) => rooms.faultOf({place, neededBytes: 6, freeBytes: 10})
  assert.equal([fault('one'), fault('two')], [undefined, undefined])
  assert.match(fault('one')?.detail ?? '', '6 bytes are needed there, beside 6 for other nodes, 10 are free')
})

it('what is no backup of ours tells no room', () => {
  using dir = tempDir()
  const file = join(dir.path, 'backup')
  writeFileSync(file, 'no archive')
  const space = (freeBytes: number | undefined) => ({temporary: '', ofUser: '', freeBytes: () => freeBytes})
  assert.is(measureRoom(file, dir.path, {files: nodeFiles, space: space(1)}), undefined)
  assert.is(measureRoom(file, dir.path, {files: nodeFiles, space: space(undefined)}), undefined)
})

it.run()
