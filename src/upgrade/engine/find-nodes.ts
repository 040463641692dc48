import {AssayError} from '#error/assay-error'
import {elapsedMs} from '#random/clock'
import {sleep} from '#random/timers'
import {type FoundNode, foundNode} from '../model/found-nodes.ts'
import {LOOK_MS, type UpgradeWork} from './upgrade-work.ts'
import {readyMs, whoseProcess} from './wait-node.ts'

/**
 * How each node stands now that the way back has failed: whoever reads of it must know who is served. `started`: nodes that were started a moment ago, which may
 * take their time. That a look fails must not hide why the way back did.
 */
export async function findNodes(
  work: UpgradeWork,
  started: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<FoundNode[]> {
  const {clock} = work.ports
  for (const begun = clock.monotonicNs(); ; await sleep(clock, LOOK_MS, signal)) {
    const found = await lookOnce(work, signal)
    const isLate = elapsedMs(clock, begun) > readyMs(work)
    if (isLate || found.every(({node, as}) => as === 'serving' || !started.has(node))) return found
  }
}

async function lookOnce({plan, sight, hands}: UpgradeWork, signal: AbortSignal): Promise<FoundNode[]> {
  try {
    const seen = await sight.look(signal)
    return plan.nodes.flatMap(({name}) => {
      const node = seen.find((one) => one.name === name)
      if (node === undefined) return []
      return [foundNode(node, {isEnded: hands.isAlive(name) === false, other: whoseProcess(seen, node)})]
    })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof AssayError) || error.code === 'bug') throw error
    return plan.nodes.map(({name}) => ({node: name, as: 'unasked', why: error.message}))
  }
}
