import {sleep} from '#random/timers'
import {cameText} from '../client/answer-text.ts'
import {type HostReply, isOk} from '../client/host-client.ts'
import {asText, asTruth, readField} from '../model/field.ts'
import {type CheckFinding, failed, passed, passedUnless, skipped, unclear, warned} from '../model/finding.ts'
import {blocksIn, heightIn, syncedIn} from '../model/status-values.ts'
import {
  askChain,
  askEither,
  askValidators,
  askValidatorsTogether,
  remember,
  type ToldChain,
  validatorsOf,
} from './ask-validators.ts'
import type {Check, CheckContext, NodeSide} from './check.ts'
import {checkPeers, checkValidators} from './check-validators.ts'

export const CONSENSUS_CHECKS: readonly Check[] = [
  {
    id: 'cons.status',
    title: 'Every validator takes part, is in step and tells its height',
    mode: 'quick',
    ask: checkStatus,
  },
  {id: 'cons.progress', title: 'The chain grows and never falls back', mode: 'quick', ask: checkProgress},
  {
    id: 'cons.agree',
    title: 'All validators have the same block at one height',
    mode: 'quick',
    isCritical: true,
    ask: (context) => askValidatorsTogether(context, checkAgreement),
  },
  {
    id: 'cons.validators',
    title: 'All nodes name the same validators, and a quorum of them is well',
    mode: 'quick',
    ask: (context) => askValidatorsTogether(context, checkValidators),
  },
  {id: 'cons.peers', title: 'Every validator is connected to the others', mode: 'quick', ask: checkPeers},
]

const LOOKS = 5

/** A validator may be a block behind for a moment: it is out of step if it stays so. */
function checkStatus(context: CheckContext): Promise<CheckFinding> {
  return askValidators(context, async (node) => {
    for (let look = 1; ; look++) {
      const {finding, isOutOfStep} = await lookAtStatus(node, context)
      if (!isOutOfStep || look === LOOKS) return finding
      await sleep(context.time, context.pauseMs + context.target.expect.block_time_ms, context.signal)
    }
  })
}

async function lookAtStatus(node: NodeSide, context: CheckContext) {
  const {reply, broken} = await askChain(node, context)
  const height = heightIn(reply.json)
  const elsewhere = await heightElsewhere(node, context)
  const truth = (name: string) => readField(reply.json, [name], asTruth)?.value
  const [enabled, synced, quorum] = [truth('enabled'), truth('synced'), truth('has_quorum')]
  const state = readField(reply.json, ['state'], asText)
  const isOutOfStep = isOk(reply) && (synced === false || quorum === false)
  const seen = {
    expected: 'enabled, active, in step, a height',
    observed: {
      status: reply.status,
      enabled: enabled ?? null,
      state: state?.value ?? null,
      synced: synced ?? null,
      height: height?.value ?? null,
    },
    fieldPaths: [state, height].flatMap((field) => field?.path ?? []),
  }
  const isSilent = enabled === undefined && state === undefined && syncedIn(reply.json)?.value !== true
  const apart = Math.abs((elsewhere ?? height?.value ?? 0) - (height?.value ?? 0))
  const finding = passedUnless(
    [
      [!isOk(reply), `answered ${reply.status}`],
      [enabled === false, 'consensus is switched off'],
      [state !== undefined && !/^(active|following|synced)$/.test(state.value), 'the validator is not active'],
      [isSilent, 'the answer does not say that the validator takes part'],
      [height === undefined, 'the answer has no height'],
      [broken !== undefined, broken ?? ''],
      [synced === false, 'the validator is not in step'],
      [quorum === false, 'the validator sees no quorum'],
      [apart > MOST_SPREAD, `its own status tells a height ${apart} blocks from that`],
    ],
    seen,
  )
  return {finding, isOutOfStep}
}

/** The height that the node tells on its own page, where it has one. */
async function heightElsewhere(node: NodeSide, {signal}: CheckContext): Promise<number | undefined> {
  const reply = await askEither(node, '/api/node/status', signal)
  return isOk(reply) ? heightIn(reply.json)?.value : undefined
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

/** Further looks after it grew: a height that goes to and fro is none. */
const LOOKS_AFTER = 3

/** Looks until the height has grown and stayed; what is wrong where it does not. */
async function followHeight(
  context: CheckContext,
  node: NodeSide,
  {mostMs, heights}: {readonly mostMs: number; readonly heights: number[]},
): Promise<string | undefined> {
  const {time, signal, pauseMs} = context
  let looksAfter = 0
  for (const begun = time.nowMs(); looksAfter > 0 || time.nowMs() - begun <= mostMs; ) {
    const {reply, broken} = await askChain(node, context)
    if (!isOk(reply)) return `answered ${reply.status}`
    const now = heightIn(reply.json)?.value
    if (now === undefined) return 'the answer has no height'
    if (now !== heights.at(-1)) heights.push(now)
    if (broken !== undefined) return broken
    if (now > (heights[0] ?? now) && ++looksAfter > LOOKS_AFTER) return undefined
    await sleep(time, pauseMs, signal)
  }
  return 'no block came'
}

const GOOD_SPREAD = 2
const MOST_SPREAD = 10

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
  const chains = await Promise.all(validators.map((node) => askChain(node, context)))
  const heights = chains.map(({reply}) => (isOk(reply) ? heightIn(reply.json)?.value : undefined))
  const known = heights.filter((height) => height !== undefined)
  const seen = {
    expected: 'the same block at one height, at most 2 blocks apart',
    observed: Object.fromEntries(validators.map(({name}, at) => [name, heights[at] ?? null])),
    fieldPaths: [...new Set(chains.flatMap(({reply}) => heightIn(reply.json)?.path ?? []))],
  }
  const mute = heights.indexOf(undefined)
  if (mute >= 0) return failed(`a validator tells no height: ${whatOf(validators[mute], chains[mute]?.reply)}`, seen)
  const spread = Math.max(...known) - Math.min(...known)
  if (spread > MOST_SPREAD) return failed(`the heights are ${spread} blocks apart`, seen)
  const told = await Promise.all(validators.map((node, at) => blocksAt(context, node, chains[at])))
  const liar = told.findIndex(({broken}) => broken !== undefined)
  if (liar >= 0) return failed(`${validators[liar]?.name}: ${told[liar]?.broken}`, seen)
  const blocks = told.map((own) => own.blocks)
  const tops = [...new Set(blocks.flatMap((own) => [...own.keys()]))].sort((a, b) => b - a)
  const at = (height: number) => blocks.flatMap((own) => own.get(height) ?? [])
  const common = tops.filter((height) => at(height).length === blocks.length)
  // Two that differ are two chains, whether or not a third tells of that height.
  const split = tops.find((height) => new Set(at(height)).size > 1)
  if (split !== undefined) return failed(`different blocks at height ${split}`, seen)
  if (validators.length < 2) return skipped('capability_absent', seen)
  if (common.length === 0) {
    const broken = told.findIndex(({list}) => !isOk(list) && list.status !== 404)
    const why = broken < 0 ? '' : `: ${whatOf(validators[broken], told[broken]?.list)} for its list of blocks`
    return unclear(`no block is told at a common height${why}`, seen)
  }
  return spread > GOOD_SPREAD ? warned(`the heights are ${spread} blocks apart`, seen) : passed(seen)
}

const whatOf = (node: NodeSide | undefined, reply: HostReply | undefined) =>
  `${node?.name} ${reply === undefined ? 'was not asked' : cameText(reply)}`

/** Blocks that a validator tells: those of its status, and of its list of blocks where it has one. */
async function blocksAt(context: CheckContext, node: NodeSide, chain: ToldChain | undefined) {
  const own = blocksIn(chain?.reply.json)
  const list = await askEither(node, '/api/consensus/blocks', context.signal)
  if (!isOk(list)) return {blocks: own, broken: chain?.broken, list}
  const broken = chain?.broken ?? remember(node, context, list.json)
  return {blocks: new Map([...own, ...blocksIn(list.json)]), broken, list}
}
