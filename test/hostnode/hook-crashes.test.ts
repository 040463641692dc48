// Counts no coverage: nodes are started again and again, and others of the hosting node's tests run the same lines.
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {listenForWebhooks} from '#library/verify-webhooks'
import {rotated} from '../support/depth.ts'
import {catchHooks} from '../support/hook-catcher.ts'
import {fields, HOOKS, makeHook, nodeFor, raise, SECRET, settled} from '../support/hook-node.ts'
import {PAYLOADS} from '../support/hook-payloads.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('webhooks over crashes and to the listener')

it('no event is lost to a kill at any moment of its delivery, and each comes with one id', async () => {
  for (const point of rotated(['hook.attempt.before', 'hook.attempt.answered', 'store.after-commit'], 3)) {
    using dir = tempDir()
    await using catcher = await catchHooks()
    const first = await nodeFor(catcher.port, {dir: dir.path})
    const hook = await makeHook(first, catcher.url)
    await first.stop()
    const crashing = await nodeFor(catcher.port, {dir: dir.path, env: {HOSTNODE_CRASH_AT: `${point}:3`}})
    const acknowledged: string[] = []
    for (let count = 0; count < 8; count++) {
      const reply = await raise(crashing).catch(() => undefined)
      if (reply?.status === 202) acknowledged.push(fields(reply.json)['event_id'] as unknown as string)
    }
    await crashing.ended
    await using again = await nodeFor(catcher.port, {dir: dir.path})
    const all = await settled(again, hook, (rows) => rows.every(({status}) => status === 'success'))
    const seen = new Map(
      catcher.caught.map(({headers, body}) => [String(headers['x-host-delivery']), JSON.parse(body).event_id]),
    )
    assert.equal(
      acknowledged.filter((id) => ![...seen.values()].includes(id)),
      [],
      point,
    )
    assert.is(seen.size, new Set(seen.values()).size, `${point}: an event has two deliveries`)
    assert.is(all.length, seen.size, point)
  }
})

it('`assay webhook listen` takes every event that the node sends, one of each', async () => {
  using dir = tempDir()
  const free = await catchHooks()
  await free.close()
  await using node = await nodeFor(free.port, {schedule: '0s,50ms,50ms,50ms,50ms'})
  const events = Object.keys(PAYLOADS).filter((one) => one !== 'ping')
  const hook = await makeHook(node, free.url, {events})
  const raised = {all: Promise.resolve<unknown>(undefined)}
  const result = await listenForWebhooks({
    record: join(dir.path, 'record'),
    addr: `127.0.0.1:${free.port}`,
    env: {HOOK_SECRET: SECRET},
    secretEnv: ['HOOK_SECRET'],
    count: events.length + 1,
    onProgress: ({note}) => {
      if (!note.startsWith('listening')) return
      raised.all = Promise.all([
        ...events.map((event) => raise(node, event)),
        node.call('POST', `${HOOKS}/${hook}/test`),
      ])
    },
  })
  await raised.all
  assert.equal([result.exit.name, result.outcomes.accepted], ['ok', events.length + 1])
})

it.run()
