import {setTimeout as wait} from 'node:timers/promises'
import type {TestSite} from './test-site.ts'

const LOOK_MS = 50

/** Looks at validators from outside while others work on them: it knows nothing of any plan. */
export interface NetworkWatch {
  /** What it saw until now: most nodes without an answer at one look, the highest block at the first look and at the last one. */
  end(): Promise<{readonly looks: number; readonly mostAway: number; readonly grew: number; readonly fell: number}>
}

export function watchNetwork(site: TestSite): NetworkWatch {
  const heights: number[] = []
  let [looks, mostAway, fell, isOver] = [0, 0, 0, false]
  const look = async () => {
    const all = await Promise.all(site.names.map((name) => heightOf(site, name)))
    const known = all.filter((one) => one !== undefined)
    const top = Math.max(...known, 0)
    if (known.length > 0 && top < (heights.at(-1) ?? 0)) fell++
    if (known.length > 0) heights.push(top)
    mostAway = Math.max(mostAway, all.length - known.length)
    looks++
  }
  const watching = (async () => {
    while (!isOver) {
      await look()
      await wait(LOOK_MS)
    }
  })()
  return {
    end: async () => {
      isOver = true
      await watching
      return {looks, mostAway, grew: (heights.at(-1) ?? 0) - (heights[0] ?? 0), fell}
    },
  }
}

/** Undefined where the node does not answer. */
async function heightOf(site: TestSite, name: string): Promise<number | undefined> {
  const reply = await site.call(name, 'GET', '/api/consensus/status').catch(() => undefined)
  return (reply?.json as {block_height?: number} | undefined)?.block_height
}
