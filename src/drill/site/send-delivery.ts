import {openNetwork} from '#host/execute/open-network'
import {collectReply} from '#net/collect-reply'
import type {Delivered} from '../model/forgery.ts'
import type {DrillPorts} from './drill-ports.ts'

const MOST_REPLY_BYTES = 65_536

/** Address policy of drills: loopback only. */
export const LOOPBACK = {allowLoopback: true, hosts: [], networks: []}

/** Sends a delivery to an address of this machine, its headers as they are listed, one that stands twice twice. */
export async function sendDelivery(
  url: string,
  {headers, body}: Delivered,
  {clock, authority}: Pick<DrillPorts, 'clock'> & {readonly authority: string | undefined},
  signal: AbortSignal,
): Promise<{readonly status: number; readonly text: string}> {
  const named = Map.groupBy(headers, ([name]) => name)
  const all = Object.fromEntries([...named].map(([name, rows]) => [name, rows.map(([, value]) => value)]))
  const {http} = openNetwork(LOOPBACK, true, clock, authority)
  try {
    const reply = await collectReply(http, {method: 'POST', url, headers: all, body, signal}, MOST_REPLY_BYTES)
    return {status: reply.status, text: new TextDecoder().decode(reply.body)}
  } finally {
    await http.close()
  }
}
