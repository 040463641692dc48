import {once} from 'node:events'
import {type AddressInfo, createServer} from 'node:net'
import * as assert from 'uvu/assert'
import {connectPort} from '#provider/transport/connect-port'
import {spec} from '../../../support/spec.ts'

const it = spec('a connection to a port')
const SAID = Buffer.from(Array.from({length: 1_000_000}, (_, at) => at % 251))

it('what a server says at once comes whole and stays as it came, however many reads it takes', async () => {
  const server = createServer((socket) => socket.end(SAID)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const {port} = server.address() as AddressInfo
  const socket = await connectPort({address: '127.0.0.1', port}, new AbortController().signal)
  const pieces: Buffer[] = []
  socket.on('data', (piece) => pieces.push(piece))
  await once(socket, 'close')
  server.close()
  assert.ok(pieces.length > 2)
  assert.is(Buffer.compare(Buffer.concat(pieces), SAID), 0)
})
it.run()
