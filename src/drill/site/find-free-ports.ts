import {AssayError} from '#error/assay-error'
import type {DrillPorts} from './drill-ports.ts'

const MOST_DRAWS = 100

/** Ports of this machine in equal blocks, below those that systems hand out. `size`: of a block. */
export interface PortBlocks {
  readonly first: number
  readonly blocks: number
  readonly size: number
}

/**
 * The first port of a block that is drawn, whose first `count` ports nobody listens on: somebody else of this machine may be there for good. Rejects with
 * `unreachable` where no block is free.
 */
export async function findFreePorts(
  {first, blocks, size}: PortBlocks,
  count: number,
  ports: Pick<DrillPorts, 'entropy' | 'serveHttp'>,
): Promise<number> {
  for (let draw = 0; draw < MOST_DRAWS; draw++) {
    const [high = 0, low = 0] = ports.entropy.bytes(2)
    const block = first + ((high * 256 + low) % blocks) * size
    if (await areFree(block, count, ports)) return block
  }
  throw new AssayError('unreachable', `of ${blocks} blocks of ports from ${first} on none is free`)
}

async function areFree(block: number, count: number, {serveHttp}: Pick<DrillPorts, 'serveHttp'>): Promise<boolean> {
  for (let port = block; port < block + count; port++) {
    try {
      const listener = await serveHttp({host: '127.0.0.1', port}, async () => ({status: 503, json: {}}))
      await listener.close()
    } catch (error) {
      if (error instanceof AssayError && error.code === 'listen_failed') return false
      throw error
    }
  }
  return true
}
