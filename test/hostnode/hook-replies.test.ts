import {rmSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {catchHooks} from '../support/hook-catcher.ts'
import {allEnded, deliveries, fields, HOOKS, makeHook, nodeFor, raise, SECRET, settled} from '../support/hook-node.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('hostnode hook replies')
const attempts = (delivery: Record<string, unknown> | undefined) => delivery?.['attempts'] as {reply?: string}[]

it('of what a receiver answers 4 KiB are kept for the owner, without secrets, wherever they stand', async () => {
  let body = ''
  await using catcher = await catchHooks(() => ({status: 500, headers: {}, body}))
  await using node = await nodeFor(catcher.port, {schedule: '0s'})
  const hook = await makeHook(node, catcher.url)
  const replyTo = async (text: string, count: number) => {
    body = text
    await raise(node)
    const [newest] = await settled(node, hook, allEnded(count))
    return attempts(newest)[0]?.reply
  }
  assert.is(await replyTo('the queue is closed\n', 1), 'the queue is closed\n')
  assert.is(await replyTo('', 2), undefined)
  const told = (await replyTo(`no: ${SECRET} and ${node.token}, ${'x'.repeat(20_000)}`, 3)) ?? ''
  assert.match(told, /^no: /)
  assert.ok(Buffer.byteLength(told) <= 4096, `${told.length}`)
  for (let at = 4_096 - 40, count = 4; at <= 4_096; at += 8, count++) {
    const cut = (await replyTo(`${'y '.repeat(at / 2)}${SECRET}${'z'.repeat(9_000)}`, count)) ?? ''
    assert.not.ok(cut.includes(SECRET.slice(0, 6)), cut.slice(-80))
  }
  const {text} = await node.call('GET', `${HOOKS}/${hook}/deliveries?per_page=100`)
  for (const secret of [SECRET, node.token]) assert.not.ok(text.includes(secret))
})

it('a webhook whose secret is lost is switched off, and on again with a new secret only', async () => {
  await using catcher = await catchHooks()
  using dir = tempDir()
  const first = await nodeFor(catcher.port, {dir: dir.path})
  const hook = await makeHook(first, catcher.url)
  await first.stop()
  rmSync(join(first.dataDir, 'keys', 'secrets.key'))
  await using node = await nodeFor(catcher.port, {dir: dir.path})
  await raise(node)
  await settled(node, hook, allEnded(1))
  const shown = async () => {
    const {json} = await node.call('GET', HOOKS)
    const [{active, disabled_reason, has_secret} = {}] = fields(json)['items'] as unknown as Record<string, unknown>[]
    return [active, disabled_reason, has_secret]
  }
  assert.equal(await shown(), [false, 'secret_lost', false])
  const patch = (body: object) => node.call('PATCH', `${HOOKS}/${hook}`, {body})
  assert.is((await patch({active: true})).status, 409)
  assert.equal(await shown(), [false, 'secret_lost', false])
  assert.is((await patch({active: true, secret: 'a new secret'})).status, 200)
  assert.equal(await shown(), [true, null, true])
  await raise(node)
  await settled(node, hook, allEnded(2))
  assert.equal(
    (await deliveries(node, hook)).map(({status}) => status),
    ['success', 'failed'],
  )
  assert.is(catcher.caught.length, 1)
})
it.run()
