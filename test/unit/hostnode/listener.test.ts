import {once} from 'node:events'
import type {ServerResponse} from 'node:http'
import {connect} from 'node:net'
import * as assert from 'uvu/assert'
import {nodeListen} from '#hostnode/process/node-listener'
import {systemClock} from '#random/system-clock'
import {spec} from '../../support/spec.ts'

const it = spec('hostnode/listener')

it('who asks and does not take the answer is let go of', async () => {
  const asked = Promise.withResolvers<ServerResponse>()
  const listener = await nodeListen(systemClock)({
    host: '127.0.0.1',
    port: 0,
    idleMs: 200,
    refuse: () => ({status: 400, headers: {}, body: ''}),
    handle: (_request, response) => {
      // More than the buffers of both sides hold.
      response.end(Buffer.alloc(64 * 1024 * 1024))
      asked.resolve(response)
    },
  })
  const {hostname, port} = new URL(listener.url)
  const socket = connect(Number(port), hostname).pause()
  socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const response = await asked.promise
  await once(response, 'close')
  assert.is(response.writableFinished, false)
  socket.destroy()
  await listener.close(0)
})
it.run()
