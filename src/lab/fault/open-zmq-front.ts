import {connect, type Socket} from 'node:net'
import {greeting} from '#provider/transport/zmtp'
import {breakConnection} from './broken-port.ts'
import {drip} from './drip.ts'
import {CONNECT, type FaultScript} from './fault-script.ts'
import type {FaultName} from './fault-step.ts'
import {AT_CONNECT} from './fault-table.ts'
import {openPort, type Port} from './open-port.ts'

/** What can befall a reply on its way, which ZeroMQ itself would never do. */
export type WayFault = 'slow_drip' | 'reset_mid_body'

export interface ZmqFront extends Port {
  /** From now on this befalls what goes to whoever spoke last. */
  spoil(fault: WayFault): void
}

/** The port that clients see, before the one that serves: it passes bytes on, and breaks connections where the script says so. */
export async function openZmqFront(backPort: number, script: FaultScript, isClosed: boolean): Promise<ZmqFront> {
  let last: Line | undefined
  const port = await openPort((socket) => {
    const fault = script.next({method: 'ZMQ', path: CONNECT}, AT_CONNECT)?.fault
    if (fault !== undefined) breakConnection(socket, fault, greeting())
    else join(socket, backPort, (line) => (last = line))
  }, isClosed)
  return {
    ...port,
    spoil: (fault) => {
      if (last) last.fault = fault
    },
  }
}

interface Line {
  fault?: FaultName
}

function join(client: Socket, backPort: number, spoke: (line: Line) => void): void {
  const line: Line = {}
  const back = connect({host: '127.0.0.1', port: backPort})
  back.on('error', () => {})
  client.on('data', (bytes) => {
    spoke(line)
    back.write(bytes)
  })
  back.on('data', (bytes) => {
    if (line.fault === 'slow_drip') drip(client, bytes)
    else if (line.fault === 'reset_mid_body')
      client.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => client.resetAndDestroy())
    else if (!client.write(bytes)) back.pause()
  })
  client.on('drain', () => back.resume())
  client.once('close', () => back.destroy())
  client.once('end', () => client.end())
  back.once('close', () => client.destroy())
}
