import {isRecord} from '#contract/is-record'
import type {OpenChild} from '../site/open-child.ts'
import type {ProbeWay} from './probe-context.ts'

/** What a receiver of webhooks processed, by its record on the disk, what it made of requests since it started, and what became of those that were forged. */
export const probeReceiver: ProbeWay = async ({server}, {site, ports, signal}) => {
  const id = String(server)
  const {receivers} = site
  if (receivers === undefined) return {}
  const {record} = receivers.place(id)
  const events = ports.files.reader.facts(record) === undefined ? [] : processedIn(ports.files.reader.read(record))
  const forged = receivers.forged(id)
  const child = site.server(id)
  const seen = await askLiving(child, signal)
  const strangers = forged.filter(({outcome}) => outcome === 'accepted').length
  const refused = forged.filter(({status, pid}) => status === 401 && pid === child.hello.pid).length
  return {
    alive: seen !== undefined,
    processed: events.length,
    twice: events.length - new Set(events).size,
    strangers,
    forged: forged.length,
    last_forged: forged.at(-1)?.how ?? 'none',
    outcome: forged.at(-1)?.outcome ?? 'none',
    refused: seen === undefined ? 0 : Number(seen['unsigned'] ?? 0) - refused,
    signer: String(seen?.['signer'] ?? 'none'),
  }
}

/** What it says of itself; undefined where it has ended, be it while it was asked: that one is gone is seen, and no answer that is missing. */
async function askLiving(child: OpenChild, signal: AbortSignal) {
  if (!child.isThere()) return undefined
  try {
    return await child.ask('seen', {}, signal)
  } catch (error) {
    if (child.isThere()) throw error
    return undefined
  }
}

/** The events of a record, each as often as it was processed; half a line is of a receiver that was killed. */
function processedIn(bytes: Uint8Array): string[] {
  const lines = new TextDecoder().decode(bytes).split('\n').slice(0, -1)
  return lines.map((line) => {
    const {payload}: {payload?: unknown} = JSON.parse(line)
    return isRecord(payload) ? String(payload['event_id']) : line
  })
}
