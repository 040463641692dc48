import {faultFinding} from '../judge/fault-finding.ts'
import {type CheckFinding, passed, worstFinding} from '../model/finding.ts'
import type {CheckContext, NodeSide} from './check.ts'

/** Asks each node one question, all side by side; the worst findings speak. One that cannot be asked takes no answer from the others. */
export async function askNodes(
  {nodes, signal}: Pick<CheckContext, 'nodes' | 'signal'>,
  ask: (node: NodeSide) => Promise<CheckFinding>,
): Promise<CheckFinding> {
  const found = await Promise.all(
    nodes.map(async (node) => [node.name, await findingAt(signal, () => ask(node))] as const),
  )
  return worstFinding(found)
}

/** Asks what only several nodes together can tell. Where that ends in a fault, those at which `look` does as well are named, and the others are judged without them. */
export async function askTogether(
  context: CheckContext,
  ask: (context: CheckContext) => Promise<CheckFinding>,
  look: (context: CheckContext, node: NodeSide) => Promise<unknown> = askReady,
): Promise<CheckFinding> {
  const {nodes, signal} = context
  const whole = await faultOr(signal, () => ask(context))
  if (!whole.isFault) return whole.finding
  const looks = await Promise.all(
    nodes.map(
      async (node) => [node.name, await findingAt(signal, () => look(context, node).then(() => passed()))] as const,
    ),
  )
  const silent = looks.filter(([, {status}]) => status !== 'pass')
  const rest = nodes.filter(({name}) => !silent.some(([one]) => one === name))
  if (silent.length === 0) return whole.finding
  if (rest.length === 0) return worstFinding(silent)
  const finding = await findingAt(signal, () => ask({...context, nodes: rest}))
  return worstFinding([...silent, ...rest.map(({name}) => [name, finding] as const)])
}

const askReady = ({signal}: CheckContext, {open}: NodeSide) => open.ask({path: '/health/ready'}, signal)

/** What one of several was found to be, whatever becomes of asking it. Throws the reason of the signal, and as `faultFinding` does. */
export async function findingAt(signal: AbortSignal, ask: () => Promise<CheckFinding>): Promise<CheckFinding> {
  return (await faultOr(signal, ask)).finding
}

async function faultOr(
  signal: AbortSignal,
  ask: () => Promise<CheckFinding>,
): Promise<{readonly finding: CheckFinding; readonly isFault: boolean}> {
  try {
    return {finding: await ask(), isFault: false}
  } catch (error) {
    signal.throwIfAborted()
    return {finding: faultFinding(error), isFault: true}
  }
}
