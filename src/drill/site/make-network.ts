import {join} from 'node:path'
import {writeAtomic} from '#path/write-atomic'
import {NETWORK_FILE, nodeIn} from '../model/site-layout.ts'
import type {DrillPorts} from './drill-ports.ts'
import {BLOCK_MS} from './flags-of-nodes.ts'
import type {NodePlace} from './places-of-nodes.ts'
import {type CommandPlace, commandEnd} from './run-command.ts'

/** Makes a key for each validator, and the file that names them all, which each has for itself. */
export async function makeNetwork(
  places: readonly NodePlace[],
  site: CommandPlace,
  ports: DrillPorts,
  signal: AbortSignal,
): Promise<void> {
  const keys = await Promise.all(
    places.map(({data}) => commandEnd(['hostnode', 'key', '--data-dir', data], site, ports, signal)),
  )
  const validators = places.map(({name, peer}, at) => ({
    name,
    pubkey: keys[at]?.text.trim() ?? '',
    weight: 1,
    address: peer,
  }))
  const network = {network: 'drill', block_time_ms: BLOCK_MS, leader: 'stable', validators}
  for (const {name} of places) {
    await writeAtomic(join(nodeIn(site.home, name), NETWORK_FILE), ports.redactor.json(network), ports)
  }
}
