import {join} from 'node:path'
import {nodeNames} from '../model/names-of-nodes.ts'
import {nodeIn} from '../model/site-layout.ts'

export const PORTS_A_NODE = 3
/** Below the ports that systems hand out, so that no other socket gets one by chance in between. */
export const NODE_PORTS = {first: 20_000, blocks: 1_000, size: 12} as const

/** Where a node of a drill is: the same before and after it was down. */
export interface NodePlace {
  readonly name: string
  readonly api: string
  /** Address of the API, with its scheme. */
  readonly url: string
  readonly metrics: string
  readonly peer: string
  /** Absolute. */
  readonly data: string
}

/** Places for nodes in a folder, on ports from `first` on. */
export function nodePlaces(count: number, home: string, first: number, scheme: 'http' | 'https'): NodePlace[] {
  return nodeNames(count).map((name, at) => {
    const [api, metrics, peer] = [0, 1, 2].map((own) => `127.0.0.1:${first + at * PORTS_A_NODE + own}`)
    return {
      name,
      api: String(api),
      url: `${scheme}://${api}`,
      metrics: String(metrics),
      peer: String(peer),
      data: join(nodeIn(home, name), 'data'),
    }
  })
}

/** What stands in texts of a drill for a node. */
export function nodeWords({name, url, metrics, data}: NodePlace): (readonly [string, string])[] {
  const own = {url, metrics: `http://${metrics}/metrics`, data, host: '127.0.0.1'}
  return Object.entries(own).map(([key, value]) => [`server.${name}.${key}`, value] as const)
}
