import {connect} from 'node:net'

/** Bytes as no client would send them, each piece once the one before it is out; what comes back, up to the end of the connection. */
export function talkRaw(url: string, ...pieces: readonly (string | Buffer)[]): Promise<string> {
  const {hostname, port} = new URL(url)
  return new Promise((done) => {
    const socket = connect(Number(port), hostname, async () => {
      for (const piece of pieces) await new Promise((written) => socket.write(piece, written))
      socket.end()
    })
    let back = ''
    socket.setEncoding('latin1').on('data', (text) => {
      back += text
    })
    socket.on('close', () => done(back))
    // The node lets go of such a connection with bytes of it unread.
    socket.on('error', () => undefined)
  })
}

/** The answers in what came back: status and body, as their `Content-Length` cuts them. */
export function answersIn(text: string): {readonly status: number; readonly head: string; readonly body: string}[] {
  const answers = []
  for (let rest = text; rest !== ''; ) {
    const at = rest.indexOf('\r\n\r\n')
    const head = rest.slice(0, at)
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0)
    if (at < 0 || Number.isNaN(status)) throw new Error(`no answer: ${JSON.stringify(rest)}`)
    answers.push({status, head, body: rest.slice(at + 4, at + 4 + length)})
    rest = rest.slice(at + 4 + length)
  }
  return answers
}
