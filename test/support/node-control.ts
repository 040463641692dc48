import {once} from 'node:events'
import {connect} from 'node:net'
import {join} from 'node:path'
import {createInterface} from 'node:readline'
import type {TestNode} from './hostnode.ts'

/** What a control socket answers. */
export interface ControlAnswer {
  readonly ok: boolean
  readonly [field: string]: unknown
}

/** Sends lines as they are over one connection, and gives what comes back until the node ends it or has answered each. */
export async function sendLines(path: string, ...lines: (string | Uint8Array)[]): Promise<ControlAnswer[]> {
  const socket = connect(path)
  await once(socket, 'connect')
  const answers: ControlAnswer[] = []
  for (const line of lines) socket.write(Buffer.concat([Buffer.from(line), Buffer.from('\n')]))
  // As `printf … | nc -U` does: nothing more is asked, the answers are still to come.
  socket.end()
  for await (const answer of createInterface({input: socket})) {
    answers.push(JSON.parse(answer))
    if (answers.length === lines.length) break
  }
  socket.destroy()
  return answers
}

const socketOf = ({dataDir}: Pick<TestNode, 'dataDir'>) => join(dataDir, 'control.sock')

/** Sets a fault, or throws what the node says against it. Disposed, it is over. */
export async function setFault(
  node: Pick<TestNode, 'dataDir'>,
  fault: string,
  args: object = {},
  ttlS = 120,
): Promise<AsyncDisposable> {
  const [answer] = await sendLines(socketOf(node), JSON.stringify({op: 'set', fault, args, ttl_s: ttlS}))
  if (answer?.ok !== true) throw new Error(`${fault}: ${JSON.stringify(answer)}`)
  return {
    [Symbol.asyncDispose]: () => sendLines(socketOf(node), JSON.stringify({op: 'clear', fault})).then(() => undefined),
  }
}
