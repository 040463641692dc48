import * as assert from 'uvu/assert'
import {gaugeOf, readMetrics} from '#host/model/prometheus'
import {eventually} from '../support/eventually.ts'
import {catchHooks} from '../support/hook-catcher.ts'
import {PAYLOADS} from '../support/hook-payloads.ts'
import {startTestNode} from '../support/hostnode.ts'
import {setFault} from '../support/node-control.ts'
import {spec} from '../support/spec.ts'

const it = spec('metrics for alerts')

it('a node tells whether it takes traffic and how many webhooks it switched off, and requests before there are any', async () => {
  const receiver = await catchHooks(() => 410)
  const target = new URL(receiver.url)
  await using node = await startTestNode({flags: ['--allow-faults', '--allow-hook-target', target.host]})
  const told = async () => readMetrics(await (await fetch(`${node.metricsUrl}/metrics`)).text()) ?? []
  const gauge = async (name: string) => gaugeOf(await told(), name)
  assert.equal(await gauge('hostnode_http_requests_total'), 0)
  assert.equal([await gauge('hostnode_ready'), await gauge('hostnode_hooks_disabled')], [1, 0])
  {
    await using _ = await setFault(node, 'not_ready')
    assert.is(await gauge('hostnode_ready'), 0)
  }
  assert.is(await gauge('hostnode_ready'), 1)
  await node.call('POST', '/api/repos', {body: {name: 'one', owner: 'alice'}})
  await node.call('POST', '/api/repos/alice/one/hooks', {body: {url: receiver.url, secret: 'of the receiver'}})
  const event = {owner: 'alice', repo: 'one', event: 'push', payload: PAYLOADS['push']}
  await node.call('POST', '/api/admin/events', {body: event})
  await eventually('the webhook is off', async () => (await gauge('hostnode_hooks_disabled')) === 1)
  await receiver.close()
})
it.run()
