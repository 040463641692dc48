import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {NodeStore} from '#hostnode/store/node-store'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('the store of a node')

/** Holds the whole file as one does who puts a log back, says so, and lets go. */
const HOLDER = `
const {DatabaseSync} = require('node:sqlite')
const db = new DatabaseSync(process.argv[1])
db.exec('PRAGMA locking_mode=EXCLUSIVE')
db.exec('BEGIN IMMEDIATE; COMMIT')
console.log('held')
setTimeout(() => db.close(), 200)
`

it('waits while another process holds the file, from the first statement on', async () => {
  using dir = tempDir()
  const path = join(dir.path, 'node.sqlite')
  const watch = {crashAt: () => {}, onWrite: () => ({[Symbol.dispose]: () => {}}), soon: () => {}}
  new NodeStore(path, watch)[Symbol.dispose]()
  const holder = spawn(process.execPath, ['-e', HOLDER, path], {stdio: ['ignore', 'pipe', 'ignore']})
  await once(holder.stdout, 'data')
  using store = new NodeStore(path, watch)
  assert.is(store.all('SELECT 1').length, 1)
  if (holder.exitCode === null) await once(holder, 'exit')
})

it.run()
