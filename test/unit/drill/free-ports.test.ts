import * as assert from 'uvu/assert'
import {findFreePorts} from '#drill/site/find-free-ports'
import {startAll} from '#drill/site/start-all'
import {AssayError} from '#error/assay-error'
import type {ServeHttp} from '#net/http-server'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('what a drill starts side by side')
const BLOCKS = {first: 20_000, blocks: 4, size: 12}

/** A machine on which somebody listens on these ports, and draws blocks in turn. */
function machine(taken: readonly number[]) {
  const open = new Set<number>()
  let drawn = 0
  const serveHttp: ServeHttp = async ({port}) => {
    if (taken.includes(port)) throw new AssayError('listen_failed', `nothing can listen on ${port}`)
    open.add(port)
    return {url: `http://127.0.0.1:${port}`, close: async () => void open.delete(port)}
  }
  return {open, ports: {serveHttp, entropy: {bytes: () => Uint8Array.of(0, drawn++)}}}
}

it('ports that somebody else listens on are not taken, and none is kept', async () => {
  const {open, ports} = machine([20_002, 20_012])
  assert.is(await findFreePorts(BLOCKS, 3, ports), 20_024)
  assert.is(open.size, 0)
  assert.is(await findFreePorts(BLOCKS, 2, machine([20_002]).ports), 20_000)
})

it('where no block is free the drill says so', async () => {
  await throwsCode(() => findFreePorts(BLOCKS, 1, machine([20_000, 20_012, 20_024, 20_036]).ports), 'unreachable')
})

it('one that fails does not leave behind what is still starting', async () => {
  const slow = Promise.withResolvers<void>()
  const ended: string[] = []
  const starts = [
    async () => Promise.reject(new Error('the first fails')),
    () => slow.promise.then(() => void ended.push('slow')),
  ]
  const all = startAll(starts).catch((error: unknown) => ended.push(String(error)))
  await new Promise((wake) => setImmediate(wake))
  slow.resolve()
  await all
  assert.equal(ended, ['slow', 'Error: the first fails'])
})

it.run()
