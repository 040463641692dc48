import type {HttpClient} from './http-client.ts'

/** A client that is made when something is first sent: many who may reach the network never do, and what speaks HTTP is a third of a start. */
export function openLateClient(open: () => Promise<HttpClient>): HttpClient {
  let opened: Promise<HttpClient> | undefined
  let isClosed = false
  const client = async () => {
    opened ??= open()
    const one = await opened
    // Closed before anything was sent: what is sent now ends as it does with any client that was closed.
    if (isClosed) await one.close()
    return one
  }
  return {
    exchange: async (request, sink) => await (await client()).exchange(request, sink),
    close: async () => {
      isClosed = true
      await (await opened)?.close()
    },
  }
}
