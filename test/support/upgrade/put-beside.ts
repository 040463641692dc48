import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import type {NodeTarget} from '#contract/generated/types'
import {freePort} from '../consensus/test-network.ts'
import {openFront} from './open-front.ts'
import type {TestSite} from './test-site.ts'

/** A place for a second node beside the only one of a site, and the front that leads users to one of both. */
export async function putBeside(site: TestSite) {
  const green = await freePort()
  writeFileSync(join(site.folder, 'green-port'), String(green))
  writeFileSync(join(site.folder, 'front'), 'blue')
  const [first] = site.target.nodes
  if (first === undefined) throw new Error('no node')
  const blue = Number(new URL(first.base_url).port)
  const front = await openFront(site, (side) => (side === 'green' ? green : blue))
  const nodes: NodeTarget['nodes'] = [{...first, green_url: `http://127.0.0.1:${green}`}]
  site.retarget({public_url: front.url, nodes})
  return front
}
