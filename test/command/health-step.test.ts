import {once} from 'node:events'
import {createServer} from 'node:http'
import type {AddressInfo} from 'node:net'
import * as assert from 'uvu/assert'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('health steps of jobs')

it('a step that asks how providers are ends when its time is over, whatever they do', async () => {
  using shop = workshop()
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const {port} = silent.address() as AddressInfo
  const own = {name: 'own', transport: 'http', capabilities: ['score'], base_url: `http://127.0.0.1:${port}`}
  shop.put('p.json', JSON.stringify({schema_version: 1, providers: [own]}))
  const steps = [{id: 'look', use: 'provider.health', timeout: '400ms', with: {providers: ['own']}}]
  shop.put('job.json', JSON.stringify({schema_version: 1, name: 'j', steps}))
  const {code, document} = await shop.ask(['run', 'job.json', '--providers', 'p.json', '--allow-loopback'])
  silent.closeAllConnections()
  silent.close()
  const [rule] = document.verdict.rules
  assert.equal([code, rule.reason], [3, 'unavailable: look ran past its timeout'])
})

it.run()
