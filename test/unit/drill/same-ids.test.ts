import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {drillIssues} from '../../support/drill-issues.ts'
import {quickDrill} from '../../support/drill-ways.ts'
import {ROOT} from '../../support/hall-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('ids in drill files')
const twice = async (text: string) =>
  (await drillIssues(text)).filter(({rule}) => rule === 'unique').map(({pointer}) => pointer)

const WITH = (more: string) => quickDrill().replace('kind: providers,', `kind: providers, ${more},`)

it('two servers of one id are refused, at the second', async () => {
  assert.equal(await twice(WITH('servers: [{id: model, service: cosmos}, {id: other, service: runway}]')), [])
  assert.equal(await twice(WITH('servers: [{id: model, service: cosmos}, {id: model, service: runway}]')), [
    '/target/servers/1/id',
  ])
})

it('a receiver has no id of another receiver, and none of a node', async () => {
  const text = readFileSync(join(ROOT, 'fixtures', 'drills', 'h26-receiver-outage.yaml'), 'utf8')
  const [, receiver = ''] = /receivers: \[(\{[^}]*\})/.exec(text) ?? []
  const [, id = ''] = /id: ([a-z0-9-]+)/.exec(receiver) ?? []
  assert.ok(id !== '', receiver)
  assert.equal(await twice(text), [])
  const more = (other: string) => text.replace(receiver, `${receiver}, ${other}`)
  assert.equal(await twice(more(receiver)), ['/target/receivers/1/id'])
  assert.equal(await twice(more(receiver.replace(`id: ${id}`, 'id: n1'))), ['/target/receivers/1/id'])
})

it('a file is written once, a round and a step have names of their own', async () => {
  const files = 'files: [{path: note.txt, text: all is well}'
  assert.equal(await twice(quickDrill().replace(files, `${files}, {path: note.txt, text: other}`)), [
    '/target/files/1/path',
  ])
  const inject = '[{action: file.corrupt, args: {path: note.txt, mode: truncate, offset: 3}}]'
  const rounds = `rounds: [{id: a, inject: ${inject}}, {id: a, inject: ${inject}}]`
  assert.equal(await twice(quickDrill().replace(`inject: ${inject}`, rounds)), ['/rounds/1/id'])
  const told = quickDrill().replace('respond: [', 'respond: [{step: back, text: Look at it.}, ')
  assert.equal(await twice(told), ['/respond/1/step'])
})
it.run()
