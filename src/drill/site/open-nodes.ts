import {join} from 'node:path'
import type {DrillTarget} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import {authorizationOf} from '#host/client/authorization'
import {cleanGitEnvironment} from '#host/client/git-environment'
import type {HostReply, HostRequest} from '#host/client/host-client'
import {openHostClient} from '#host/client/open-host-client'
import {openNetwork} from '#host/execute/open-network'
import {type MetricSample, readMetrics} from '#host/model/prometheus'
import {makeFolders} from '#path/make-folders'
import {writeAtomic} from '#path/write-atomic'
import {sleep} from '#random/timers'
import type {DrillPorts} from './drill-ports.ts'
import {nodeFlags, nodeProfile} from './flags-of-nodes.ts'
import {NodeLogTail} from './log-of-node.ts'
import {makeBig} from './make-big.ts'
import {makeNetwork} from './make-network.ts'
import {objectIn} from './object-place.ts'
import type {OpenChild} from './open-child.ts'
import {openNode} from './open-node.ts'
import {openReleased, releasedProfile} from './open-released.ts'
import type {SiteTls} from './open-tls.ts'
import {OtherTokens} from './other-tokens.ts'
import {type NodePlace, nodePlaces, nodeWords} from './places-of-nodes.ts'
import {type CommandPlace, commandEnd} from './run-command.ts'
import {LOOPBACK} from './send-delivery.ts'
import {SiteTokens, tokenIn} from './site-tokens.ts'
import {SiteStorms} from './start-storm.ts'
import {SiteTraffic} from './start-traffic.ts'

const USER = 'drill'
const CREATE_TRIES = 200
const CREATE_AGAIN_MS = 200

/** What nodes of a drill are made of. */
export interface NodesOrder {
  readonly target: DrillTarget
  /** Absolute; every node has a folder in it. */
  readonly home: string
  /** Variables of every process of the drill. */
  readonly env: Readonly<Record<string, string>>
  /** First port of the nodes; each uses a few. */
  readonly firstPort: number
  /** Ports of this machine that webhooks may go to. */
  readonly hookPorts: readonly number[]
  /** Where anything of the drill speaks TLS. */
  readonly tls: SiteTls | undefined
}

/** Hosting nodes that a drill starts, on loopback, in its folder: one by itself, or validators that agree. */
export class SiteNodes {
  readonly places: readonly NodePlace[]
  readonly tokens: SiteTokens
  readonly storms = new SiteStorms()
  readonly traffic: SiteTraffic
  readonly #order: NodesOrder
  readonly #ports: DrillPorts
  readonly #http: ReturnType<typeof openNetwork>['http']
  /** The leader when all validators were last seen to answer. */
  leader: string | undefined
  /** Files of objects, relative to the home of the drill, by repository. */
  readonly #objects = new Map<string, string>()
  readonly #others: OtherTokens
  readonly #logs = new Map<string, NodeLogTail>()

  constructor(order: NodesOrder, ports: DrillPorts) {
    this.#order = order
    this.#ports = ports
    this.#others = new OtherTokens(order.home, ports)
    this.tokens = new SiteTokens(ports.redactor)
    this.traffic = new SiteTraffic(ports.clock)
    const {target, home, firstPort} = order
    this.places = nodePlaces(target.nodes ?? 0, home, firstPort, target.tls === true ? 'https' : 'http')
    this.#http = openNetwork(LOOPBACK, true, ports.clock, order.tls?.authority).http
  }

  /** They agree on a chain of blocks. */
  get areValidators(): boolean {
    return this.places.length > 1 && this.#order.target.standalone !== true
  }

  get words(): (readonly [string, string])[] {
    const {leader} = this
    return [
      ...this.places.flatMap(nodeWords),
      ...[...this.#objects].map(([repo, path]) => [`object.${repo}`, path] as const),
      ...this.tokens.words,
      ...(leader === undefined ? [] : [['server.leader', leader] as const]),
    ]
  }

  /** What commands of the drill see beside the rest: who they are for git and for checks. */
  get env(): Record<string, string> {
    return this.envAs(this.tokens.own)
  }

  /** What commands see of somebody with that token. */
  envAs(token: string): Record<string, string> {
    const {home, env} = this.#order
    const header = ['Authorization', authorizationOf('basic', token, USER)].join(': ')
    const config = Object.fromEntries(this.places.map(({url}) => [`http.${url}/.extraHeader`, header]))
    return {
      ...cleanGitEnvironment({home, path: env['PATH'], config}),
      HOST_TOKEN: token,
      ...this.#others.variables,
    }
  }

  /** Where the API has the webhooks of a repository of the drill. */
  hooksOf(repo: string): string {
    return `/api/repos/${USER}/${repo}/hooks`
  }

  place(name: string): NodePlace {
    const found = this.places.find((one) => one.name === name)
    if (found) return found
    throw new AssayError('invalid_input', `the drill has no node ${name}`)
  }

  /** What a node wrote to its log since the drill began. */
  log(name: string): NodeLogTail {
    const log = this.#logs.get(name) ?? new NodeLogTail()
    this.#logs.set(this.place(name).name, log)
    return log
  }

  /** Keys of validators, and the file that names them all; nothing for a node by itself. */
  async prepare(site: CommandPlace, signal: AbortSignal): Promise<void> {
    const {home, target} = this.#order
    const {files, redactor} = this.#ports
    for (const {data} of this.places) await makeFolders(data, files.directories)
    if (target.tls === true) for (const {name} of this.places) await this.#order.tls?.equip(name)
    if (this.areValidators) await makeNetwork(this.places, site, this.#ports, signal)
    const profile = nodeProfile(this.places, this.areValidators)
    const told = target.release === undefined ? profile : releasedProfile(profile)
    await writeAtomic(join(home, 'node.json'), redactor.json(told), this.#ports)
  }

  /** Starts a node that does not run; the first start of the first one makes the token of the drill. */
  async start(name: string): Promise<OpenChild> {
    const place = this.place(name)
    const {home, env, target} = this.#order
    const own = {
      name,
      flags: nodeFlags(place, {...this.#order, user: USER, isValidator: this.areValidators}),
      onLog: (piece: Uint8Array) => this.log(name).push(piece),
      ask: (_: unknown, __: unknown, signal: AbortSignal) => this.#seen(place, signal),
    }
    // A socket needs a short path, which that of a site seldom is.
    const socket = {XDG_RUNTIME_DIR: this.#ports.space.temporary}
    const child =
      target.release === undefined
        ? await openNode({...own, env: {...env, ...socket}, cwd: home}, this.#ports)
        : await openReleased({...own, release: target.release, home, user: USER}, this.#ports)
    this.#others.take(name)
    if (this.tokens.own === '' && name === 'n1') {
      this.tokens.takeOwn(new TextDecoder().decode(this.#ports.files.reader.read(join(home, 'token'))).trim())
    }
    return child
  }

  /** Repositories with a commit each, on the first node; one called `big` has a large commit that was not pushed. */
  async fill(site: CommandPlace, signal: AbortSignal): Promise<void> {
    const {home, target} = this.#order
    const [{url} = {url: ''}] = this.places
    for (const repo of target.repositories ?? []) {
      const body = {name: repo, owner: USER}
      const json = await this.#create(body, signal)
      const clone = join('work', repo)
      await makeFolders(join(home, clone), this.#ports.files.directories)
      const git = (...words: string[]) => this.#git(['-C', clone, ...words], site, signal)
      await git('init', '--quiet', '--initial-branch=main')
      await git('commit', '--quiet', '--allow-empty', '-m', 'one')
      await git('remote', 'add', 'origin', `${url}/git/${USER}/${repo}`)
      await git('push', '--quiet', 'origin', 'main')
      const folder = join('nodes', 'n1', 'data', 'repos', `${isRecord(json) ? String(json['id']) : ''}.git`)
      if (repo === 'packed') await this.#git(['-C', folder, 'repack', '-adq'], site, signal)
      // Older releases keep repositories elsewhere.
      if (target.release === undefined) this.#objects.set(repo, objectIn(folder, home, this.#ports.files))
      if (repo === 'big') await makeBig(join(home, clone), git, this.#ports)
    }
  }

  /** Validators that have just started have no quorum yet, and refuse. */
  async #create(body: object, signal: AbortSignal): Promise<unknown> {
    for (let tries = 0; ; tries++) {
      const {status, json} = await this.ask('n1', {method: 'POST', path: '/api/repos', body}, signal)
      if (status === 201) return json
      if (tries >= CREATE_TRIES) throw new AssayError('unreachable', `the node makes no repository: ${status}`)
      await sleep(this.#ports.clock, CREATE_AGAIN_MS, signal)
    }
  }

  /** A token of the user of the drill, by a name of the drill. */
  async makeToken(name: string, scopes: readonly string[], signal: AbortSignal): Promise<void> {
    const reply = await this.ask('n1', {method: 'POST', path: '/api/tokens', body: {name, scopes}}, signal)
    this.tokens.keep(name, tokenIn(reply, reply.json))
  }

  /** One request as everybody may send it; with the token of the drill unless it names other credentials. */
  ask(name: string, request: HostRequest, signal: AbortSignal): Promise<HostReply> {
    const {url} = this.place(name)
    const authorization = authorizationOf('bearer', this.#others.of(name) ?? this.tokens.own)
    return openHostClient({baseUrl: url, authorization, isEach: true}, this.#http, this.#ports.clock).ask(
      request,
      signal,
    )
  }

  /** What a node tells on its listener of metrics; undefined where it cannot be read. */
  async scrape(name: string, signal: AbortSignal): Promise<MetricSample[] | undefined> {
    const {metrics} = this.place(name)
    const client = openHostClient({baseUrl: `http://${metrics}`, isEach: true}, this.#http, this.#ports.clock)
    try {
      const {status, text} = await client.ask({path: '/metrics'}, signal)
      return status === 200 ? readMetrics(text) : undefined
    } catch {
      signal.throwIfAborted()
      return undefined
    }
  }

  async close(): Promise<void> {
    await this.traffic.close()
    await this.storms.close()
    await this.#http.close()
  }

  async #git(words: readonly string[], site: CommandPlace, signal: AbortSignal): Promise<void> {
    const {exit, text} = await commandEnd(['git', ...words], site, this.#ports, signal)
    if (exit !== 0) throw new AssayError('unreachable', `git ${words[2]} of the set-up ended with ${exit}: ${text}`)
  }

  async #seen({name}: NodePlace, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    const {status} = await this.ask(name, {path: '/health/live'}, signal)
    const samples = (await this.scrape(name, signal)) ?? []
    const sum = (name: string) => samples.reduce((all, one) => all + (one.name === name ? one.value : 0), 0)
    const [requests, inFlight] = [sum('hostnode_http_requests_total'), sum('hostnode_http_in_flight')]
    return {alive: status === 200, requests, in_flight: inFlight}
  }
}
