import type {NodeHands} from './hands.ts'
import type {SeenNode} from './seen.ts'

/** Why nodes that answer cannot be stopped by whoever works on them, and what to do; undefined where each is found, or nobody can tell. */
export function missedProcesses(
  seen: readonly SeenNode[],
  {isAlive}: Pick<NodeHands, 'isAlive'>,
): {readonly message: string; readonly hint: string} | undefined {
  const missed = seen.filter(({name, answers}) => answers && isAlive(name) === false).map(({name}) => name)
  if (missed.length === 0) return undefined
  return {
    message: `no process of ${missed.join(', ')} is found, though the address answers: nothing here could stop it`,
    hint: 'Look whether base_url is that of this node; if it is, end its process and start it in its folder under adapter.home, as the same user.',
  }
}
