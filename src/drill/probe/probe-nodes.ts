import {join} from 'node:path'
import {isRecord} from '#contract/is-record'
import {sha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import {sleep} from '#random/timers'
import type {SiteNodes} from '../site/open-nodes.ts'
import type {Site} from '../site/open-site.ts'
import {commandEnd} from '../site/run-command.ts'
import type {ProbeWay} from './probe-context.ts'

const GROWS_MS = 1_200

type AskedNodes = Pick<SiteNodes, 'ask' | 'leader'> & {readonly places: readonly {readonly name: string}[]}

/** Those of the drill, or those that were given to it. */
const askedOf = (site: Site): AskedNodes => site.given ?? nodesOf(site)

function nodesOf({nodes}: Site): SiteNodes {
  if (nodes !== undefined) return nodes
  throw new AssayError('invalid_input', 'the target of the drill has no nodes')
}

/** Sends one request to a node. An unreachable node is an answer, too: it is what an operator would see. */
export const probeHttp: ProbeWay = async ({server, path, as}, {site, signal}) => {
  const request = {path: String(path), isRateWanted: true, ...(as !== undefined && {authorization: bearer(as)})}
  try {
    const {status, json, headers} = await askedOf(site).ask(String(server), request, signal)
    return {reachable: true, status, json, headers}
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof AssayError)) throw error
    return {reachable: false, status: 0, code: error.code}
  }
}

const bearer = (as: unknown) => (as === 'none' ? null : ['Bearer', String(as)].join(' '))

/** The sum of the samples of a metric; no value where the node tells none. Of one whose metrics cannot be read nothing is known. */
export const probeMetric: ProbeWay = async ({server, name}, {site, signal}) => {
  const samples = await nodesOf(site).scrape(String(server), signal)
  if (samples === undefined) throw new AssayError('unreachable', 'the metrics of the node cannot be read')
  const own = samples.filter((one) => one.name === name)
  return own.length === 0 ? {} : {value: own.reduce((sum, {value}) => sum + value, 0)}
}

/** The alert rules of this version: which fire, each with its nodes. */
export const probeAlerts: ProbeWay = async (_, {site, signal}) => {
  if (site.alerts === undefined) return {}
  const firing = Map.groupBy(await site.alerts.firing(signal), ({rule}) => rule)
  const told = site.alerts.rules.map((rule) => [rule, namesOf(firing.get(rule) ?? [])] as const)
  return {count: firing.size, rules: Object.fromEntries(told), firing: [...firing.keys()].join(' ')}
}

const namesOf = (of: readonly {readonly node?: string}[]) =>
  of.length === 0 ? 'quiet' : of.map(({node = 'fleet'}) => node).join(' ')

/** What git says of the refs of a repository. */
export const probeGitRefs: ProbeWay = async ({server, repo, as}, {site, ports, signal}) => {
  const nodes = nodesOf(site)
  const {url} = nodes.place(String(server))
  const {home, env} = site
  const asked = as === undefined ? site : {home, env: {...env, ...nodes.envAs(String(as))}}
  const argv = ['git', 'ls-remote', `${url}/git/drill/${String(repo)}`]
  const {exit, text} = await commandEnd(argv, asked, ports, signal)
  return {exit, refs: exit === 0 ? text.split('\n').filter(Boolean).length : 0, digest: sha256(text)}
}

/** A commit more, pushed as its owner would. */
export const probeGitPush: ProbeWay = async ({repo}, {site, ports, signal}) => {
  const clone = join('work', String(repo))
  const git = (...words: string[]) => commandEnd(['git', '-C', clone, ...words], site, ports, signal)
  await git('commit', '--quiet', '--allow-empty', '-m', 'more')
  const {exit, text} = await git('push', '--quiet', 'origin', 'main')
  return {exit, text}
}

/** All validators at once: how many answer, agree, are linked with a quorum, and grow while it is watched. */
export const probeConsensus: ProbeWay = async (_, {site, ports, signal}) => {
  const nodes = askedOf(site)
  const first = await standings(nodes, signal)
  await sleep(ports.clock, GROWS_MS, signal)
  const then = await standings(nodes, signal)
  const heights = [...then.values()].map(({height}) => height)
  const lowest = Math.min(...heights)
  const leader = [...then.values()].find(({isLeader}) => isLeader)?.leader
  // While one is away it is the one that was killed for leading.
  if (then.size === nodes.places.length) nodes.leader = leader
  const grown = [...then].filter(([name, {height}]) => height > (first.get(name)?.height ?? height))
  return {
    answering: then.size,
    growing: grown.length,
    grows: grown.map(([name]) => name).join(' '),
    quorum: [...then.values()].filter(({hasQuorum}) => hasQuorum).length,
    synced: [...then.values()].filter(({isSynced}) => isSynced).length,
    leader: leader ?? 'none',
    lowest: heights.length === 0 ? -1 : lowest,
    highest: Math.max(-1, ...heights),
    ids: (await blockIds(nodes, [...then.keys()], lowest, signal)).size,
  }
}

interface Standing {
  readonly height: number
  readonly hasQuorum: boolean
  readonly isSynced: boolean
  readonly leader: string
  readonly isLeader: boolean
}

async function standings(nodes: AskedNodes, signal: AbortSignal): Promise<Map<string, Standing>> {
  const asked = await Promise.all(
    nodes.places.map(async ({name}) => [name, await jsonOf(nodes, name, '/api/consensus/status', signal)] as const),
  )
  return new Map(
    asked.flatMap(([name, json]) =>
      json === undefined
        ? []
        : [
            [
              name,
              {
                height: Number(json['block_height']),
                hasQuorum: json['has_quorum'] === true,
                isSynced: json['synced'] === true,
                leader: String(json['leader']),
                isLeader: json['is_leader'] === true,
              },
            ] as const,
          ],
    ),
  )
}

/** The ids that nodes give the block at one height: more than one is what must never be. */
async function blockIds(nodes: AskedNodes, names: readonly string[], height: number, signal: AbortSignal) {
  const ids = new Set<string>()
  for (const name of height > 0 && Number.isFinite(height) ? names : []) {
    const json = await jsonOf(nodes, name, `/api/consensus/blocks/${height}`, signal)
    if (json !== undefined) ids.add(String(json['block_id']))
  }
  return ids
}

async function jsonOf(nodes: AskedNodes, name: string, path: string, signal: AbortSignal) {
  try {
    const {status, json} = await nodes.ask(name, {path}, signal)
    return status === 200 && isRecord(json) ? json : undefined
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AssayError) return undefined
    throw error
  }
}
