import {cameText} from '../client/answer-text.ts'
import {type HostReply, isOk} from '../client/host-client.ts'
import {asCount, asList, asText, asTruth, readField} from '../model/field.ts'
import {type CheckFinding, failed, passed, skipped, unclear, warned} from '../model/finding.ts'
import {type Validator, validatorsIn} from '../model/status-values.ts'
import {askChain, askEither, askValidators, validatorsOf} from './ask-validators.ts'
import type {CheckContext} from './check.ts'

export async function checkValidators(context: CheckContext): Promise<CheckFinding> {
  const nodes = validatorsOf(context)
  if (nodes.length === 0) return skipped('not_validator')
  const replies = await Promise.all(nodes.map((node) => askEither(node, '/api/consensus/validators', context.signal)))
  const sets = replies.map((reply) => (isOk(reply) ? validatorsIn(reply.json) : undefined))
  const texts = sets.map((set) => set?.value.map(({id}) => id).sort())
  const names = texts.map((ids) => ids?.join(' '))
  const seen = {
    expected: 'one set of validators, a quorum of it connected',
    observed: Object.fromEntries(nodes.map(({name}, at) => [name, sets[at]?.value.map(({id}) => id) ?? null])),
    fieldPaths: [...new Set(sets.flatMap((set) => set?.path ?? []))],
  }
  const mute = names.findIndex((text) => text === undefined || text === '')
  const came = replies[mute] && `${nodes[mute]?.name} ${cameText(replies[mute])}`
  if (came !== undefined) return failed(`a node names no validators: ${came}`, seen)
  if (texts.some((ids = []) => new Set(ids).size < ids.length)) return failed('a node names a validator twice', seen)
  if (new Set(names).size > 1) return failed('nodes name different validators', seen)
  if (new Set(sets.map((set) => weightsText(set?.value ?? []))).size > 1)
    return failed('nodes give the validators different weights', seen)
  const old = context.before?.baseline.nodes.find(({validators}) => validators !== null)?.validators
  if (old && [...old].sort().join(' ') !== names[0]) return failed('the validators are not those of the baseline', seen)
  const all = sets[0]?.value ?? []
  if (all.length < nodes.length) return failed('fewer validators than nodes of the target', seen)
  const answering = new Set(nodes.map(({name}) => name))
  const views = sets.map((set, at) => weightsSeen(set?.value ?? [], nodes[at]?.name ?? '', answering))
  if (views.some(({total, lost}) => total - lost < quorumOf(total)))
    return failed('the connected weight is below the quorum', seen)
  if (views.some(({total, lost, unknown}) => total - lost - unknown < quorumOf(total)))
    return unclear('a node does not tell which validators are connected', seen)
  const sum = await sumFault(context, replies, views[0]?.total ?? 0)
  return sum === undefined ? passed(seen) : warned(sum, seen)
}

const weightsText = (set: readonly Validator[]) =>
  set
    .map(({id, weight}) => `${id}=${weight}`)
    .sort()
    .join(' ')

/** More than two thirds. Source: Castro and Liskov, Practical Byzantine Fault Tolerance, OSDI 1999. */
const quorumOf = (total: number) => Math.floor((2 * total) / 3) + 1

/** The largest weight below a third. */
const toleratedOf = (total: number) => Math.ceil(total / 3) - 1

/** What a node reckons of weights otherwise than the weights that it tells; upgrades trust no such sum, nor should people. */
async function sumFault(
  context: CheckContext,
  replies: readonly HostReply[],
  total: number,
): Promise<string | undefined> {
  const chains = await Promise.all(validatorsOf(context).map((node) => askChain(node, context)))
  const wanted = {
    total_weight: total,
    quorum_weight: quorumOf(total),
    fault_tolerance: toleratedOf(total),
  }
  const documents = [...replies, ...chains.map(({reply}) => reply)].map(({json}) => json)
  for (const [name, right] of Object.entries(wanted)) {
    const wrong = documents.find((json) => (readField(json, [name], asCount)?.value ?? right) !== right)
    if (wrong !== undefined) return `a node tells another ${name} than ${right}, which its weights make`
  }
  return undefined
}

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

export function checkPeers(context: CheckContext): Promise<CheckFinding> {
  const wanted = validatorsOf(context).length - 1
  return askValidators(context, async (node) => {
    const {reply} = await askChain(node, context)
    const peers = readField(reply.json, ['peers'], asList)
    const connected = peers && connectedOthers(peers.value, node.name)
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

/** How many others are connected: each name once, and not the node itself. */
function connectedOthers(peers: readonly unknown[], own: string): number {
  const there = peers.filter((peer) => readField(peer, ['connected'], asTruth)?.value === true)
  const names = there.map((peer, at) => readField(peer, ['name'], asText)?.value ?? `peer ${at + 1}`)
  return new Set(names.filter((name) => name !== own)).size
}
