import {type HostReply, isOk} from '../client/host-client.ts'
import {ChainMemory} from '../model/chain-memory.ts'
import {type CheckFinding, skipped} from '../model/finding.ts'
import {blocksIn, heightIn} from '../model/status-values.ts'
import {askNodes, askTogether} from './ask-nodes.ts'
import type {CheckContext, NodeSide} from './check.ts'

export const validatorsOf = ({nodes}: CheckContext): NodeSide[] => nodes.filter(({isValidator}) => isValidator)

/** Open pages are asked without the token. */
export async function askEither({open, client}: NodeSide, path: string, signal: AbortSignal): Promise<HostReply> {
  const reply = await open.ask({path}, signal)
  return reply.status === 401 || reply.status === 403 ? await client.ask({path}, signal) : reply
}

/** What a validator says of its chain. `broken`: what of it cannot be true beside what it said before. */
export interface ToldChain {
  readonly reply: HostReply
  readonly broken: string | undefined
}

/** Asks a validator for its status and remembers what it told. */
export async function askChain(node: NodeSide, context: CheckContext): Promise<ToldChain> {
  const reply = await askEither(node, '/api/consensus/status', context.signal)
  return {reply, broken: isOk(reply) ? remember(node, context, reply.json) : undefined}
}

/** Holds what a validator tells of its chain against all that it told in this run. */
export function remember({name}: NodeSide, {notes}: CheckContext, document: unknown): string | undefined {
  const memory = notes.chains.get(name) ?? new ChainMemory()
  notes.chains.set(name, memory)
  return memory.take(heightIn(document)?.value, blocksIn(document))
}

export async function askValidators(
  context: CheckContext,
  ask: (node: NodeSide) => Promise<CheckFinding>,
): Promise<CheckFinding> {
  const validators = validatorsOf(context)
  if (validators.length === 0) return skipped('not_validator')
  return await askNodes({nodes: validators, signal: context.signal}, ask)
}

/** Asks what only validators together can tell. */
export function askValidatorsTogether(
  context: CheckContext,
  ask: (context: CheckContext) => Promise<CheckFinding>,
): Promise<CheckFinding> {
  return askTogether({...context, nodes: validatorsOf(context)}, ask)
}
