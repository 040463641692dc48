import * as assert from 'uvu/assert'
import {closedPort} from '../support/closed-port.ts'
import {startTestNode} from '../support/hostnode.ts'
import {setFault} from '../support/node-control.ts'
import {askOwnNode} from '../support/own-node/check-own-node.ts'
import {OWN_ROWS} from '../support/own-node/fault-rows.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('node check of faults')
/** A few of `npm run measure:faults`, which takes all: those that show at once and without a baseline. */
const SAMPLE = [
  'error /health/ready 503',
  'drop /health/startup',
  'store_full',
  'git_enospc',
  'clock 90000',
  'metrics_off',
  'not_ready',
]

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((wake) => setTimeout(wake, 20))
}

it('a fault of the node is seen by the checks that are there for it, and is gone for them when it ended', async () => {
  using dir = tempDir()
  const port = await closedPort()
  await using node = await startTestNode({flags: ['--allow-faults', '--allow-hook-target', `127.0.0.1:${port}`]})
  const rows = OWN_ROWS.filter(({name}) => SAMPLE.includes(name))
  assert.is(rows.length, SAMPLE.length)
  const ask = async (ids: readonly string[]) => {
    const only = ids.flatMap((id) => ['--only', id])
    const {checks} = await askOwnNode(node, ['check', ...only], {folder: dir.path, port})
    return checks.filter(({status}) => status === 'pass').map(({id}) => id)
  }
  for (const {name, faults = {}, seenBy} of rows) {
    await using held = new AsyncDisposableStack()
    for (const [fault, args] of Object.entries(faults)) held.use(await setFault(node, fault, args))
    // The node keeps what it last found of its health for a second.
    if (seenBy.includes('health.ready'))
      await until(async () => (await node.call('GET', '/health/ready')).status !== 200)
    assert.equal(await ask(seenBy), [], name)
  }
  await until(async () => (await node.call('GET', '/health/ready')).status === 200)
  const all = [...new Set(rows.flatMap(({seenBy}) => seenBy))]
  assert.equal((await ask(all)).toSorted(), all.toSorted())
  assert.is(Object((await node.call('GET', '/api/node/status')).json).faults.length, 0)
})
it.run()
