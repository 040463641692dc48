import type {Socket} from 'node:net'
import {createInterface} from 'node:readline'
import {bentEnvelope} from './bent-envelope.ts'
import {type BridgeReply, bridgeReply, readBridgeRequest} from './bridge-service.ts'
import {drip} from './drip.ts'
import {FaultScript} from './fault-script.ts'
import type {FaultName, FaultServer, FaultStep, SeenRequest} from './fault-step.ts'
import {openPort} from './open-port.ts'

const LATE_MS = 100
const HUGE_BYTES = 64 * 1024 * 1024 + 1024
const TRACEBACK = 'Traceback (most recent call last):\n  File "model.py", line 7\nValueError: bad candidates\n'

/**
 * A bridge behind standard input and output: a child of whoever starts the command, which only passes bytes on to here. So requests are seen
 * and counted over all its lives. A connection that ends is a process that ends.
 */
export async function startStdioServer(seed: number, script: readonly FaultStep[]): Promise<FaultServer> {
  const seen: SeenRequest[] = []
  const steps = new FaultScript(script)
  const port = await openPort((socket) => {
    const lines = createInterface({input: socket})
    lines.on('error', () => {})
    lines.on('line', (line) => {
      const request = readBridgeRequest(line)
      if (request === undefined) return
      const asked = {method: 'STDIO', path: request.op, headers: {}, body: line}
      seen.push(asked)
      if (request.op === 'shutdown') socket.end()
      const good = bridgeReply(request, seed)
      const step = good && steps.next(asked)
      if (good && step) play(step, good, socket)
      else if (good) socket.write(`${JSON.stringify(good)}\n`)
    })
  })
  return {
    url: JSON.stringify([process.execPath, '-e', relay(port.number), '--']),
    requests: () => [...seen],
    connections: port.connections,
    play: (next) => steps.replace(next),
    close: port.close,
  }
}

/** A program that is nothing but two pipes. */
function relay(port: number): string {
  return `const s=require('net').connect(${port},'127.0.0.1');process.stdin.pipe(s);s.pipe(process.stdout);s.on('error',()=>{});s.on('close',()=>process.exit(1))`
}

function play({fault, options = {}}: FaultStep, good: BridgeReply, socket: Socket): void {
  const line = `${JSON.stringify(good)}\n`
  const half = line.slice(0, line.length / 2)
  const ways: Partial<Record<FaultName, () => unknown>> = {
    hang: () => {},
    slow_drip: () => drip(socket, Buffer.from(line)),
    refuse: () => socket.end(),
    reset_mid_body: () => socket.end(half),
    truncate_body: () => socket.write(`${half}\n`),
    wrong_service: () => socket.write('Welcome! Type help for a list of commands.\n'),
    traceback_frame: () => socket.write(TRACEBACK),
    not_json: () => socket.write('{"v":1,"id"\n'),
    huge_reply: () => socket.write(`${' '.repeat(options.bytes ?? HUGE_BYTES)}\n`),
    late_reply: () => setTimeout(() => socket.write(line), options.delayMs ?? LATE_MS).unref(),
    double_reply: () => socket.write(line + line),
  }
  const bent = () => socket.write(`${bentEnvelope(fault, good, options) ?? JSON.stringify(good)}\n`)
  const way = ways[fault] ?? bent
  way()
}
