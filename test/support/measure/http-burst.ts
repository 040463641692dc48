import {connect} from 'node:net'

/** What is asked again and again. */
export interface Burst {
  readonly url: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly requests: number
}

/** Asks over kept connections, each one question at a time, until all are answered. Nothing but sockets: a client library would be what is measured. Throws for an answer that is not 200. */
export async function httpBurst({url, path, headers, connections, requests}: Burst): Promise<void> {
  const {hostname, port} = new URL(url)
  const lines = Object.entries({host: hostname, ...headers}).map(([name, value]) => `${name}: ${value}\r\n`)
  const question = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
  let left = requests
  const line = () =>
    new Promise<void>((done, fail) => {
      const socket = connect({host: hostname, port: Number(port), noDelay: true})
      let kept = ''
      const ask = () => {
        if (left-- > 0) socket.write(question)
        else socket.end(() => done())
      }
      socket.on('connect', ask)
      socket.on('error', fail)
      socket.on('data', (data) => {
        kept += data.toString('latin1')
        const end = kept.indexOf('\r\n\r\n')
        if (end < 0) return
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(kept)?.[1])
        if (!kept.startsWith('HTTP/1.1 200') || Number.isNaN(length)) return fail(new Error(kept.slice(0, 200)))
        if (kept.length < end + 4 + length) return
        kept = ''
        ask()
      })
    })
  await Promise.all(Array.from({length: connections}, line))
}
