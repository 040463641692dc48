import {mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {composeNode} from '#hostnode/compose-node'
import {readConfig} from '#hostnode/config/read-config'
import type {NodeRelease} from '#hostnode/model/release'
import {startNode} from '#hostnode/process/start-node'
import {nodeFiles} from '#path/node-files'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('hostnode/start')
const release = (version: string, schemaVersion: number): NodeRelease => ({version, schemaVersion, build: '00000000'})

/** A node in this process, as some release. */
async function start(dir: string, as: NodeRelease, lines: string[] = []) {
  const args = [
    '--data-dir',
    join(dir, 'data'),
    '--api-addr',
    '127.0.0.1:0',
    '--metrics-addr',
    'off',
    '--peer-addr',
    'off',
  ]
  const first = ['--bootstrap-user', 'alice', '--bootstrap-token-file', join(dir, 'token')]
  const settings = await readConfig({args: [...args, ...first], env: {}}, nodeFiles.reader)
  const say = (text: string) =>
    void lines.push(
      ...text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).msg),
    )
  const node = await startNode(
    {settings, release: as, crashAt: () => undefined, say, pid: process.pid},
    composeNode({env: process.env}),
  )
  const headers = {authorization: `Bearer ${readFileSync(join(dir, 'token'), 'utf8').trim()}`}
  const get = (path: string) => fetch(`${node.announcement.api}${path}`, {headers}).then((reply) => reply.json())
  const post = (path: string, body: unknown) =>
    fetch(`${node.announcement.api}${path}`, {
      method: 'POST',
      headers: {...headers, 'content-type': 'application/json'},
      body: JSON.stringify(body),
    }).then((reply) => reply.json())
  return {node, get, post}
}

const migrationLines = (lines: readonly string[]) => lines.filter((line) => /migration/i.test(line))

it('an older store is brought on step by step, with the lines that operators wait for, and loses nothing', async () => {
  using dir = tempDir()
  const lines: string[] = []
  const first = await start(dir.path, release('1.0.0', 1), lines)
  const made = await first.post('/api/repos', {name: 'old', owner: 'alice'})
  assert.not.ok('default_branch' in Object(made))
  await first.node.stop()
  assert.equal(migrationLines(lines), ['Checking for pending migrations...', 'No pending migrations'])
  // A HEAD that is not the branch of new repositories is kept.
  writeFileSync(join(dir.path, 'data', 'repos', 'alice', 'old.git', 'HEAD'), 'ref: refs/heads/trunk\n')
  lines.length = 0
  const later = await start(dir.path, release('1.2.0', 3), lines)
  assert.equal(migrationLines(lines), [
    'Checking for pending migrations...',
    'Running migration: v1.0.0 → v1.1.0',
    'Running migration: v1.1.0 → v1.2.0',
    'Migration completed successfully',
  ])
  const {default_branch, id} = Object(await later.get('/api/repos/alice/old'))
  assert.equal([default_branch, id], ['trunk', Object(made).id])
  const {schema_version, migrations} = Object(await later.get('/api/node/status'))
  assert.equal([schema_version, migrations], [3, {pending: 0, running: false, last: 'v1.1.0 → v1.2.0'}])
  await later.node.stop()
})

it('a step that needs an operator, and a way back, are refused with what to do, and nothing is held', async () => {
  using dir = tempDir()
  const {node} = await start(dir.path, release('1.2.0', 3))
  await node.stop()
  const hint = async (as: NodeRelease) =>
    await start(dir.path, as).then(
      () => 'started',
      (error) => `${error.code} ${error.hint}`,
    )
  assert.match(await hint(release('2.0.0', 4)), /^node_refused .*hostnode migrate --from 1\.2\.0 --to 2\.0\.0/)
  assert.match(await hint(release('1.1.0', 2)), /^node_refused .*1\.2\.0/)
  const again = await start(dir.path, release('1.2.1', 3))
  await again.node.stop()
})

it('a port that is taken is told, and the data directory is free again', async () => {
  using dir = tempDir()
  const {node} = await start(dir.path, release('2.0.0', 4))
  const port = new URL(node.announcement.api).port
  const other = join(dir.path, 'other')
  mkdirSync(other)
  const settings = await readConfig(
    {args: ['--data-dir', other, '--api-addr', `127.0.0.1:${port}`, '--metrics-addr', 'off'], env: {}},
    nodeFiles.reader,
  )
  const wish = {settings, release: release('2.0.0', 4), crashAt: () => undefined, say: () => undefined, pid: 1}
  await throwsCode(() => startNode(wish, composeNode({env: process.env})), 'listen_failed')
  await node.stop()
  const free = await startNode(wish, composeNode({env: process.env}))
  await free.stop()
})
it.run()
