import * as assert from 'uvu/assert'
import type {Files, WritableFile} from '#path/files'
import {exploreSpoiled, run} from '../support/campaigns/crash-states.ts'
import {DEEP} from '../support/depth.ts'
import {SEED} from '../support/seed.ts'
import {spec} from '../support/spec.ts'

const it = spec('power cuts')
const LIMIT_MS = 14 * 60_000

it(
  'after a power cut at any point nothing is half there and no promise is broken',
  async () => {
    const {checks, failures, notes} = await run(DEEP ? 'full' : 'sample', SEED)
    console.log(`seed ${SEED}: ${checks} states, ${notes.join('; ')}`)
    assert.equal(failures, [])
    assert.ok(checks >= (DEEP ? 10_000 : 600), String(checks))
  },
  LIMIT_MS,
)

const nothing = async () => undefined
const unsyncedFile = (file: WritableFile): WritableFile => ({
  write: (content) => file.write(content),
  sync: nothing,
  close: () => file.close(),
})
const withoutFileSync = (files: Files): Files => ({
  ...files,
  writer: {...files.writer, open: async (...how) => unsyncedFile(await files.writer.open(...how))},
})
const withoutFolderSync = (files: Files): Files => ({...files, directories: {...files.directories, sync: nothing}})

it(
  'a protocol that renames before the content is synced is found out',
  async () => {
    const told = (await exploreSpoiled(SEED, withoutFileSync)).failures.join('\n')
    for (const fault of ['is torn', 'the journal lost a record', 'manifest_json']) assert.match(told, fault)
  },
  LIMIT_MS,
)

it(
  'a protocol that does not sync folders is found out',
  async () => {
    const told = (await exploreSpoiled(SEED, withoutFolderSync)).failures.join('\n')
    for (const fault of ['a run that had begun is gone', 'is not what was written', 'a terminal manifest was lost'])
      assert.match(told, fault)
  },
  LIMIT_MS,
)

it.run()
