import {sleep} from '#random/timers'
import {type HostReply, isOk} from '../client/host-client.ts'
import {asList, asText, asTruth, readField} from '../model/field.ts'
import {type CheckFinding, failed, passed, skipped, unclear, warned, worstFinding} from '../model/finding.ts'
import {blocksIn, heightIn, syncedIn, type Validator, validatorsIn} from '../model/status-values.ts'
import type {Check, CheckContext, NodeSide} from './check.ts'

export const CONSENSUS_CHECKS: readonly Check[] = [
  {id: 'cons.status', title: 'Every validator takes part and tells its height', mode: 'quick', ask: checkStatus},
  {id: 'cons.progress', title: 'The chain grows and never falls back', mode: 'quick', ask: checkProgress},
  {
    id: 'cons.agree',
    title: 'All validators have the same block at one height',
    mode: 'quick',
    isCritical: true,
    ask: checkAgreement,
  },
  {
    id: 'cons.validators',
    title: 'All nodes name the same validators, and a quorum of them is well',
    mode: 'quick',
    ask: checkValidators,
  },
  {id: 'cons.peers', title: 'Every validator is connected to the others', mode: 'quick', ask: checkPeers},
]

const validatorsOf = ({nodes}: CheckContext) => nodes.filter(({isValidator}) => isValidator)

const status = (node: NodeSide, {signal}: CheckContext): Promise<HostReply> =>
  askEither(node, '/api/consensus/status', signal)

/** Open pages are asked without the token. */
async function askEither({open, client}: NodeSide, path: string, signal: AbortSignal): Promise<HostReply> {
  const reply = await open.ask({path}, signal)
  return reply.status === 401 || reply.status === 403 ? await client.ask({path}, signal) : reply
}

async function askValidators(
  context: CheckContext,
  ask: (node: NodeSide) => Promise<CheckFinding>,
): Promise<CheckFinding> {
  const validators = validatorsOf(context)
  if (validators.length === 0) return skipped('not_validator')
  return worstFinding(await Promise.all(validators.map(async (node) => [node.name, await ask(node)] as const)))
}

function checkStatus(context: CheckContext): Promise<CheckFinding> {
  return askValidators(context, async (node) => {
    const reply = await status(node, context)
    const height = heightIn(reply.json)
    const enabled = readField(reply.json, ['enabled'], asTruth)?.value
    const state = readField(reply.json, ['state'], asText)
    const synced = syncedIn(reply.json)
    const seen = {
      expected: 'enabled, active, a height',
      observed: {
        status: reply.status,
        enabled: enabled ?? null,
        state: state?.value ?? null,
        height: height?.value ?? null,
      },
      fieldPaths: [state, height].flatMap((field) => field?.path ?? []),
    }
    if (!isOk(reply)) return failed(`answered ${reply.status}`, seen)
    if (enabled === false) return failed('consensus is switched off', seen)
    if (state !== undefined && !/^(active|following|synced)$/.test(state.value))
      return failed('the validator is not active', seen)
    if (enabled === undefined && state === undefined && synced?.value !== true)
      return failed('the answer does not say that the validator takes part', seen)
    return height === undefined ? failed('the answer has no height', seen) : passed(seen)
  })
}

const LEAST_WAIT_MS = 30_000

function checkProgress(context: CheckContext): Promise<CheckFinding> {
  const mostMs = Math.max(10 * context.target.expect.block_time_ms, LEAST_WAIT_MS)
  return askValidators(context, async (node) => {
    const heights: number[] = []
    const fault = await followHeight(context, node, {mostMs, heights})
    const seen = {expected: `one block more within ${mostMs / 1000} s`, observed: {heights}, fieldPaths: ['height']}
    return fault === undefined ? passed(seen) : failed(fault, seen)
  })
}

/** Looks until the height has grown; what is wrong where it does not. */
async function followHeight(
  context: CheckContext,
  node: NodeSide,
  {mostMs, heights}: {readonly mostMs: number; readonly heights: number[]},
): Promise<string | undefined> {
  const {time, signal, pauseMs} = context
  for (const begun = time.nowMs(); time.nowMs() - begun <= mostMs; ) {
    const reply = await status(node, context)
    if (!isOk(reply)) return `answered ${reply.status}`
    const now = heightIn(reply.json)?.value
    if (now === undefined) return 'the answer has no height'
    const last = heights.at(-1) ?? now
    if (now < last) return 'the height fell'
    if (now > last) return undefined
    if (heights.length === 0) heights.push(now)
    await sleep(time, pauseMs, signal)
  }
  return 'no block came'
}

const GOOD_SPREAD = 2
const MOST_SPREAD = 10
const LOOKS = 5

async function checkAgreement(context: CheckContext): Promise<CheckFinding> {
  const validators = validatorsOf(context)
  if (validators.length === 0) return skipped('not_validator')
  let last: CheckFinding = unclear('no height was told by all')
  for (let look = 0; look < LOOKS; look++) {
    last = await lookAtBlocks(context, validators)
    if (last.status !== 'inconclusive' && last.status !== 'warn') return last
    await sleep(context.time, context.pauseMs, context.signal)
  }
  return last
}

async function lookAtBlocks(context: CheckContext, validators: readonly NodeSide[]): Promise<CheckFinding> {
  const replies = await Promise.all(validators.map((node) => status(node, context)))
  const heights = replies.map((reply) => (isOk(reply) ? heightIn(reply.json)?.value : undefined))
  const known = heights.filter((height) => height !== undefined)
  const seen = {
    expected: 'the same block at one height, at most 2 blocks apart',
    observed: Object.fromEntries(validators.map(({name}, at) => [name, heights[at] ?? null])),
    fieldPaths: [...new Set(replies.flatMap(({json}) => heightIn(json)?.path ?? []))],
  }
  if (known.length < validators.length) return failed('a validator tells no height', seen)
  const spread = Math.max(...known) - Math.min(...known)
  if (spread > MOST_SPREAD) return failed(`the heights are ${spread} blocks apart`, seen)
  const blocks = await Promise.all(validators.map((node, at) => blocksAt(context, node, replies[at])))
  const told = [...new Set(blocks.flatMap((own) => [...own.keys()]))].sort((a, b) => b - a)
  const at = (height: number) => blocks.flatMap((own) => own.get(height) ?? [])
  const common = told.filter((height) => at(height).length === blocks.length)
  // Two that differ are two chains, whether or not a third tells of that height.
  const split = told.find((height) => new Set(at(height)).size > 1)
  if (split !== undefined) return failed(`different blocks at height ${split}`, seen)
  if (validators.length < 2) return skipped('capability_absent', seen)
  if (common.length === 0) return unclear('no block is told at a common height', seen)
  return spread > GOOD_SPREAD ? warned(`the heights are ${spread} blocks apart`, seen) : passed(seen)
}

/** Blocks that a validator tells: those of its status, and of its list of blocks where it has one. */
async function blocksAt(
  context: CheckContext,
  node: NodeSide,
  reply: HostReply | undefined,
): Promise<ReadonlyMap<number, string>> {
  const own = blocksIn(reply?.json)
  const list = await askEither(node, '/api/consensus/blocks', context.signal)
  return isOk(list) ? new Map([...own, ...blocksIn(list.json)]) : own
}

async function checkValidators(context: CheckContext): Promise<CheckFinding> {
  const nodes = validatorsOf(context)
  if (nodes.length === 0) return skipped('not_validator')
  const replies = await Promise.all(nodes.map((node) => askEither(node, '/api/consensus/validators', context.signal)))
  const sets = replies.map((reply) => (isOk(reply) ? validatorsIn(reply.json) : undefined))
  const texts = sets.map((set) =>
    set?.value
      .map(({id}) => id)
      .sort()
      .join(' '),
  )
  const seen = {
    expected: 'one set of validators, a quorum of it connected',
    observed: Object.fromEntries(nodes.map(({name}, at) => [name, sets[at]?.value.map(({id}) => id) ?? null])),
    fieldPaths: [...new Set(sets.flatMap((set) => set?.path ?? []))],
  }
  if (texts.some((text) => text === undefined || text === '')) return failed('a node names no validators', seen)
  if (new Set(texts).size > 1) return failed('nodes name different validators', seen)
  const old = context.before?.baseline.nodes.find(({validators}) => validators !== null)?.validators
  if (old && [...old].sort().join(' ') !== texts[0]) return failed('the validators are not those of the baseline', seen)
  const all = sets[0]?.value ?? []
  if (all.length < nodes.length) return failed('fewer validators than nodes of the target', seen)
  const names = new Set(nodes.map(({name}) => name))
  const views = sets.map((set, at) => weightsSeen(set?.value ?? [], nodes[at]?.name ?? '', names))
  if (views.some(({total, lost}) => total - lost < quorumOf(total)))
    return failed('the connected weight is below the quorum', seen)
  return views.some(({total, lost, unknown}) => total - lost - unknown < quorumOf(total))
    ? unclear('a node does not tell which validators are connected', seen)
    : passed(seen)
}

/** More than two thirds. Source: Castro and Liskov, Practical Byzantine Fault Tolerance, OSDI 1999. */
const quorumOf = (total: number) => Math.floor((2 * total) / 3) + 1

/** Weights as one node sees them. Itself is there, as it answered; so is one it says nothing of that answered us. */
function weightsSeen(validators: readonly Validator[], own: string, answering: ReadonlySet<string>) {
  const sum = (isWanted: (one: Validator) => boolean) =>
    validators.filter(isWanted).reduce((all, {weight}) => all + weight, 0)
  return {
    total: sum(() => true),
    lost: sum(({name, connected}) => name !== own && connected === false),
    unknown: sum(({name = '', connected}) => connected === undefined && !answering.has(name)),
  }
}

function checkPeers(context: CheckContext): Promise<CheckFinding> {
  const wanted = validatorsOf(context).length - 1
  return askValidators(context, async (node) => {
    const reply = await status(node, context)
    const peers = readField(reply.json, ['peers'], asList)
    const connected = peers?.value.filter((peer) => readField(peer, ['connected'], asTruth)?.value === true).length
    const seen = {
      expected: `at least ${wanted} connected`,
      observed: {connected: connected ?? null},
      fieldPaths: peers ? [peers.path] : [],
    }
    if (!isOk(reply)) return failed(`answered ${reply.status}`, seen)
    if (connected === undefined) return unclear('the node does not tell its peers', seen)
    return connected < wanted ? failed('too few peers are connected', seen) : passed(seen)
  })
}
