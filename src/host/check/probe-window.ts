import type {NodeProbe, NodeRequests, NodeResource} from '#contract/generated/types'
import {elapsedMs} from '#random/clock'
import {sleep} from '#random/timers'
import {gitPath} from '../client/ask-refs.ts'
import {gaugeOf, type MetricSample, readMetrics, requestsByStatus} from '../model/prometheus.ts'
import type {CheckContext, MadeRepository} from './check.ts'
import {discardRepository, makeRepository, makeToken, revokeMadeToken} from './make-things.ts'

/** How often each kind of request is made in one window: the same load before and after. */
const LOAD = {read: 240, write: 36, clone: 36, push: 36} as const
/** A window of seconds holds less of what takes long: too little to be compared, and told as that. */
const LEAST_MS_EACH = {read: 1, write: 250, clone: 250, push: 250} as const
type ProbeKind = NodeProbe['kind']
const ALL_KINDS: readonly ProbeKind[] = ['read', 'write', 'clone', 'push']

/** What one window gave. */
export interface ProbedWindow {
  readonly window_s: number
  readonly probes: NodeProbe[]
  readonly requests: NodeRequests
  readonly resources: NodeResource[]
}

/** One request of the load; `at` is its share of the window. */
interface Planned {
  readonly kind: ProbeKind
  readonly at: number
}

/**
 * Makes the same requests in the same order, spread over a window. `kinds`: those of the window that it will be compared with; readings alone
 * where a target may not be written to.
 */
export async function probeWindow(
  context: CheckContext,
  windowMs: number,
  kinds: readonly ProbeKind[] = ALL_KINDS,
): Promise<ProbedWindow> {
  const {time, signal, target} = context
  const course = new ProbeCourse(context)
  const isWriting = target.checks.mutate && kinds.some((kind) => kind !== 'read')
  const scene = isWriting ? await course.open() : undefined
  const begun = time.monotonicNs()
  const scrapes = new Scrapes(context)
  await scrapes.take(0)
  for (const {kind, at} of plannedLoad(scene === undefined ? ['read'] : kinds, windowMs)) {
    const early = at * windowMs - elapsedMs(time, begun)
    if (early > 0) await sleep(time, early, signal)
    if (scrapes.isDue(elapsedMs(time, begun))) await scrapes.take(elapsedMs(time, begun))
    await course.probe(kind)
  }
  const left = windowMs - elapsedMs(time, begun)
  if (left > 0) await sleep(time, left, signal)
  await scrapes.take(elapsedMs(time, begun))
  if (scene !== undefined) await discardRepository(context, scene)
  return {
    window_s: windowMs / 1000,
    probes: course.probes(),
    requests: scrapes.requests() ?? course.requests(),
    resources: scrapes.resources(),
  }
}

function plannedLoad(kinds: readonly ProbeKind[], windowMs: number): Planned[] {
  const all = kinds.flatMap((kind) => {
    const length = Math.min(LOAD[kind], Math.ceil(windowMs / LEAST_MS_EACH[kind]))
    return Array.from({length}, (_, at): Planned => ({kind, at: (at + 0.5) / length}))
  })
  return all.sort((a, b) => a.at - b.at)
}

class ProbeCourse {
  readonly #context: CheckContext
  readonly #times = new Map<ProbeKind, number[]>()
  readonly #failures = new Map<ProbeKind, number>()
  #scene: MadeRepository | undefined
  #requests = {total: 0, errors: 0, refused: 0, limited: 0}
  #clones = 0

  constructor(context: CheckContext) {
    this.#context = context
  }

  /** A repository of our own with one commit; undefined where it cannot be made. */
  async open(): Promise<MadeRepository | undefined> {
    const made = await makeRepository(this.#context)
    if (made.kind === 'refused') return undefined
    this.#scene = made.thing
    await this.#git(['clone', '--quiet', '--', this.#url, 'probe'])
    await this.#commitAndPush()
    return made.thing
  }

  async probe(kind: ProbeKind): Promise<void> {
    const {time} = this.#context
    const begun = time.monotonicNs()
    const isGood = await this.#run(kind, begun)
    if (isGood === false) this.#failures.set(kind, (this.#failures.get(kind) ?? 0) + 1)
  }

  probes(): NodeProbe[] {
    return [...this.#times].map(([kind, ms]) => ({kind, ms, errors: this.#failures.get(kind) ?? 0}))
  }

  requests(): NodeRequests {
    return this.#requests
  }

  async #run(kind: ProbeKind, begun: bigint): Promise<boolean> {
    const {front, signal} = this.#context
    if (kind === 'read') {
      const {status} = await front.client.ask({path: '/api/repos'}, signal)
      return this.#done(kind, begun, status)
    }
    if (kind === 'write') {
      const made = await makeToken(this.#context, ['user:read'])
      const isGood = this.#done(kind, begun, made.reply.status)
      if (made.kind === 'made') await revokeMadeToken(this.#context, made.thing)
      return isGood
    }
    const code =
      kind === 'clone'
        ? await this.#git(['clone', '--quiet', '--', this.#url, `probe-${this.#clones++}`])
        : await this.#commitAndPush()
    return this.#done(kind, begun, code === 0 ? 200 : 500)
  }

  /** A failed request has no time that could be compared. */
  #done(kind: ProbeKind, begun: bigint, status: number): boolean {
    const isGood = status >= 200 && status < 300
    this.#requests.total++
    if (status >= 500) this.#requests.errors++
    if (status === 401 || status === 403) this.#requests.refused++
    if (status === 429) this.#requests.limited++
    if (isGood) this.#times.set(kind, [...(this.#times.get(kind) ?? []), elapsedMs(this.#context.time, begun)])
    return isGood
  }

  async #commitAndPush(): Promise<number | undefined> {
    await this.#git(['commit', '--quiet', '--allow-empty', '-m', 'probe'], 'probe')
    return await this.#git(['push', '--quiet', 'origin', 'HEAD'], 'probe')
  }

  async #git(args: readonly string[], cwd?: string): Promise<number | undefined> {
    return (await this.#context.workbench.git(args, cwd === undefined ? {} : {cwd})).code
  }

  get #url(): string {
    const {owner = '', name = ''} = this.#scene ?? {}
    return this.#context.front.client.baseUrl + gitPath(owner, name)
  }
}

const EVERY_MS = 15_000
const FAMILIES = {
  memory_bytes: 'process_resident_memory_bytes',
  cpu_seconds: 'process_cpu_seconds_total',
  open_fds: 'process_open_fds',
  threads: 'process_threads',
} as const

interface Scrape {
  readonly atMs: number
  /** Null for a node whose metrics could not be read. */
  readonly byNode: ReadonlyMap<string, readonly MetricSample[] | null>
}

/** Metrics of all nodes, now and then. */
class Scrapes {
  readonly #context: CheckContext
  readonly #taken: Scrape[] = []

  constructor(context: CheckContext) {
    this.#context = context
  }

  isDue(atMs: number): boolean {
    return atMs - (this.#taken.at(-1)?.atMs ?? 0) >= EVERY_MS
  }

  async take(atMs: number): Promise<void> {
    const {nodes, signal} = this.#context
    const found = await Promise.all(
      nodes.map(async ({name, metrics}): Promise<readonly [string, readonly MetricSample[] | null]> => {
        const reply = await metrics?.ask({path: ''}, signal)
        return [name, reply?.status === 200 ? (readMetrics(reply.text) ?? null) : null]
      }),
    )
    this.#taken.push({atMs, byNode: new Map(found)})
  }

  /** By difference from scrape to scrape; a counter that fell began anew. Undefined unless every node counted its answers at every scrape. */
  requests(): NodeRequests | undefined {
    const sums = {total: 0, errors: 0, refused: 0, limited: 0}
    for (const {name} of this.#context.nodes) {
      const counts = this.#taken
        .map(({byNode}) => byNode.get(name))
        .map((samples) => samples && requestsByStatus(samples))
      if (counts.some((one) => !one || one.size === 0)) return undefined
      for (const [at, now] of counts.entries())
        if (at > 0) addDifference(sums, counts[at - 1] ?? new Map(), now ?? new Map())
    }
    return sums
  }

  resources(): NodeResource[] {
    return this.#context.nodes.flatMap(({name}) =>
      Object.entries(FAMILIES).flatMap(([metric, family]): NodeResource[] => {
        const points = this.#taken.flatMap(({atMs, byNode}) => {
          const value = gaugeOf(byNode.get(name) ?? [], family)
          return value === undefined || !Number.isFinite(value) ? [] : [{at: atMs / 1000, value}]
        })
        if (points.length === 0) return []
        return [
          {
            node: name,
            metric: metric as keyof typeof FAMILIES,
            at_s: points.map(({at}) => at),
            values: points.map(({value}) => value),
          },
        ]
      }),
    )
  }
}

function addDifference(
  sums: {total: number; errors: number; refused: number; limited: number},
  before: ReadonlyMap<string, number>,
  now: ReadonlyMap<string, number>,
): void {
  for (const [key, value] of now) {
    const old = before.get(key) ?? 0
    const grown = value >= old ? value - old : value
    const status = Number(key.split('|', 1)[0])
    sums.total += grown
    if (status >= 500) sums.errors += grown
    if (status === 401 || status === 403) sums.refused += grown
    if (status === 429) sums.limited += grown
  }
}
