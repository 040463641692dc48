import type {Socket} from 'node:net'
import {drip} from './drip.ts'
import type {FaultName} from './fault-step.ts'

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'

/** What a port does to a connection before any protocol is spoken on it. `said`: what a healthy server would say first, for a port that says it too slowly. */
export function breakConnection(socket: Socket, fault: FaultName, said: Uint8Array): void {
  if (fault === 'wrong_service') socket.end(BAD_REQUEST)
  else if (fault === 'slow_drip') drip(socket, said)
  else if (fault === 'refuse') socket.resetAndDestroy()
}
