import * as assert from 'uvu/assert'
import {openTrialPool} from '#eval/execute/open-trial-pool'
import type {TrialOrder, TrialReply} from '#eval/kit/trial-order'
import type {StartThread} from '#process/threads'
import {spec} from '../../support/spec.ts'

const it = spec('trial pool')

it('a pool that ended starts no thread for a reply that was under way', async () => {
  const heard: ((message: unknown) => void)[] = []
  const start: StartThread = (listener) => {
    heard.push(listener.heard)
    return {say: () => undefined, stop: () => Promise.resolve()}
  }
  const pool = openTrialPool(start, 2)
  const orders = Array.from({length: 6}, (_, index) => ({index}) as TrialOrder)
  const taken: number[] = []
  const listener = {take: (at: number) => void taken.push(at), mayGoOn: () => true}
  const run = pool.run(orders, listener, new AbortController().signal)
  assert.is(heard.length, 2)
  heard[0]?.({kind: 'impossible', message: 'no such cell'} satisfies TrialReply)
  const error = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.match(String(error), 'a thread could not run its trial')
  heard[1]?.({kind: 'tried', episode: {}, events: []})
  await Promise.resolve()
  await new Promise(setImmediate)
  assert.is(heard.length, 2)
})

it.run()
