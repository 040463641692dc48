import * as assert from 'uvu/assert'
import type {HttpClient, HttpRequest} from '#net/http-client'
import {openLateClient} from '#net/open-late-client'
import {spec} from '../../support/spec.ts'

const it = spec('a client that is made late')
const request: HttpRequest = {
  method: 'GET',
  url: 'http://127.0.0.1/',
  headers: {},
  signal: new AbortController().signal,
}
const sink = {start: () => undefined, take: () => undefined}

/** Tells what was done with the one client, in order. */
function told(): {readonly did: string[]; readonly client: HttpClient} {
  const did: string[] = []
  const client = openLateClient(async () => {
    did.push('made')
    let isClosed = false
    return {
      exchange: async () => {
        if (isClosed) throw new Error('the client is closed')
        did.push('sent')
        return {status: 204, headers: {}}
      },
      close: async () => {
        isClosed = true
        did.push('closed')
      },
    }
  })
  return {did, client}
}

it('it is made by the first request, once, and closed with what was made', async () => {
  const {did, client} = told()
  assert.equal(did, [])
  const [first] = await Promise.all([client.exchange(request, sink), client.exchange(request, sink)])
  assert.is(first.status, 204)
  await client.close()
  assert.equal(did, ['made', 'sent', 'sent', 'closed'])
})

it('one that sent nothing is closed without being made', async () => {
  const {did, client} = told()
  await client.close()
  assert.equal(did, [])
})

it('a request to one that was closed is not sent', async () => {
  const {did, client} = told()
  await client.close()
  const ended = await client.exchange(request, sink).then(
    () => 'sent',
    (error: Error) => error.message,
  )
  assert.equal([ended, did], ['the client is closed', ['made', 'closed']])
})

it.run()
