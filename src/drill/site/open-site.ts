import {join} from 'node:path'
import type {Drill, DrillServer} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {sha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import type {ProcessIdentity} from '#process/process-table'
import type {Observation} from '../model/expectation.ts'
import type {HookAim} from '../model/hook-aims.ts'
import {downAtOnce} from '../model/permission.ts'
import {artifactsIn, homeIn, keptIn} from '../model/site-layout.ts'
import type {DrillPorts} from './drill-ports.ts'
import {findFreePorts, type PortBlocks} from './find-free-ports.ts'
import {type OpenChild, openChild} from './open-child.ts'
import {openDisk, type SmallDisk} from './open-disk.ts'
import {GivenNodes, type GivenTarget} from './open-given.ts'
import {SiteNodes} from './open-nodes.ts'
import {RECEIVER_PORTS, SiteReceivers} from './open-receivers.ts'
import {SiteSheet} from './open-sheet.ts'
import {SiteTls, speaksTls} from './open-tls.ts'
import {NODE_PORTS, PORTS_A_NODE} from './places-of-nodes.ts'
import {readChanges} from './read-changes.ts'
import {commandEnd} from './run-command.ts'
import {siteEnv} from './site-env.ts'
import type {SitePlace} from './site-place.ts'
import {filledIn, filledInAll, type SiteWords} from './site-texts.ts'
import {startAll} from './start-all.ts'
import {SiteLoads} from './start-load.ts'
import {SiteAlerts} from './watch-alerts.ts'
import type {NodesWatch} from './watch-nodes.ts'
import {writeFile} from './write-file.ts'

const UNKNOWN = -1
const PROGRAM = /\.(mjs|js|yaml|toml)$/

/** What a drill works on: model servers, a host application, commands, files; all of it started by the drill, in a folder of its own. */
export class Site {
  readonly folder: string
  readonly home: string
  readonly loads: SiteLoads
  readonly secrets: ReadonlyMap<string, string>
  readonly #drill: Drill
  readonly #seed: number
  readonly #clockScale: number
  readonly #ports: DrillPorts
  readonly #servers = new Map<string, OpenChild>()
  /** How those ended in whose place others were started. */
  readonly #exits = new Map<string, number>()
  readonly #runs: string[]
  disk: SmallDisk | undefined
  nodes: SiteNodes | undefined
  tls: SiteTls | undefined
  receivers: SiteReceivers | undefined
  /** Nodes that are not the drill's. */
  given: GivenNodes | undefined
  /** Where webhooks were pointed on purpose. */
  readonly aims: HookAim[] = []
  alerts: SiteAlerts | undefined
  watch: NodesWatch | undefined
  /** What people are asked at the terminal. */
  readonly sheet: SiteSheet
  /** What recorded series came to, by the digest of what was replayed: the same comes to the same. */
  readonly replays = new Map<string, Observation>()
  #host: {readonly child: OpenChild; readonly env: string} | undefined

  private constructor(place: SitePlace, secrets: ReadonlyMap<string, string>, runs: string[], ports: DrillPorts) {
    this.folder = place.folder
    this.home = homeIn(place.folder)
    this.secrets = secrets
    this.#drill = place.drill
    this.#seed = place.seed
    this.#clockScale = place.clockScale
    this.#runs = runs
    this.#ports = ports
    this.loads = new SiteLoads(this, ports)
    this.sheet = new SiteSheet(place.drill.respond.flatMap(({step, answer}) => (answer === undefined ? [] : [step])))
  }

  /** The folder must be there and empty. */
  static async open(place: SitePlace, runs: readonly string[], ports: DrillPorts, signal: AbortSignal): Promise<Site> {
    const {folder, drill} = place
    const {target} = drill
    const secrets = new Map((target.secrets ?? []).map((name) => [name, throwaway(ports)]))
    for (const value of secrets.values()) ports.redactor.register(value)
    const site = new Site(place, secrets, [...runs], ports)
    for (const path of [keptIn(folder), artifactsIn(folder)]) await ports.files.directories.make(path)
    for (const file of target.files ?? []) await writeFile(site.home, file, ports)
    try {
      for (const server of target.servers ?? []) await site.startServer(server.id)
      if (target.nodes !== undefined) await site.#openNodes(signal)
      if (place.given !== undefined) await site.#openGiven(place.given, signal)
      if (target.disk) site.disk = await openDisk(target.disk, site, ports)
      for (const {argv} of target.setup ?? []) await site.#setUp(argv, signal)
    } catch (error) {
      await site.close()
      throw error
    }
    return site
  }

  get words(): SiteWords {
    const servers = [...this.#servers].flatMap(([id, {hello}]) => {
      const {host, hostname, port} = new URL(hello.url ?? '')
      const own = {url: hello.url ?? '', address: host, host: hostname, port}
      return Object.entries(own).map(([key, value]) => [`server.${id}.${key}`, value] as const)
    })
    const secrets = [...this.secrets].map(([name, value]) => [['secret', name].join('.'), value] as const)
    const runs = this.#runs.map((id, at) => [`run.${at + 1}`, id] as const)
    const hosting = [...(this.nodes?.words ?? []), ...(this.receivers?.words ?? []), ...(this.given?.words ?? [])]
    return new Map([...servers, ...hosting, ...secrets, ...runs, ['site', this.home]])
  }

  get env(): Record<string, string> {
    const {programs, space, env: own} = this.#ports
    const compileCache = own['NODE_COMPILE_CACHE'] ?? join(space.temporary, 'node-compile-cache')
    const changes = readChanges(this.folder, this.#ports)
    const {target} = this.#drill
    const {words, home, nodes} = this
    const facts = {target, words, changes, home, packageBlock: programs.packageBlock, compileCache, own}
    return {...siteEnv(facts), ...nodes?.env}
  }

  filled(args: object): Readonly<Record<string, unknown>> {
    return filledInAll(args, this.words) as Readonly<Record<string, unknown>>
  }

  server(id: string): OpenChild {
    const found = this.#servers.get(id)
    if (found) return found
    throw new AssayError('invalid_input', `the drill has no server ${id}`)
  }

  /** The process of a server, told apart from a later one with its number. */
  identityOf(id: string): ProcessIdentity {
    const {pid} = this.server(id).hello
    return {pid, start: this.#ports.processes.startOf(pid) ?? 'gone'}
  }

  /** How a server ended last; -1 where that is not known or it never did. */
  exitOf(id: string): number {
    const server = this.server(id)
    return server.isThere() ? (this.#exits.get(id) ?? UNKNOWN) : (server.exit?.() ?? UNKNOWN)
  }

  /** A new process in the place of one that has ended; it listens elsewhere. */
  async startServer(id: string): Promise<void> {
    const {nodes, receivers} = this
    this.#exits.set(id, this.#servers.get(id)?.exit?.() ?? UNKNOWN)
    if (nodes?.places.some(({name}) => name === id)) return void this.#servers.set(id, await nodes.start(id))
    const {PATH = '', HOME = '', NODE_COMPILE_CACHE = '', ASSAY_FROM} = this.env
    const env = {PATH, HOME, NODE_COMPILE_CACHE, ...(ASSAY_FROM !== undefined && {ASSAY_FROM})}
    if (receivers?.has(id)) return void this.#servers.set(id, await receivers.start(id, env, this.home))
    const {service} = this.#facts(id)
    this.#servers.set(
      id,
      await openChild(
        {argv: [...this.#ports.programs.drillChild, service, String(this.#seed)], env, cwd: this.home},
        this.#ports,
      ),
    )
  }

  /** Asks the application, which is started anew where its variables or its programs are others than it was started with. */
  async ask(
    question: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>> {
    const env = this.env
    const key = JSON.stringify([env, this.#programs()])
    if (this.#host?.env !== key || !this.#host.child.isThere()) {
      await this.#host?.child.stop()
      this.#host = {
        child: await openChild(
          {
            argv: [...this.#ports.programs.drillChild, 'host', String(this.#seed), String(this.#clockScale)],
            env,
            cwd: this.home,
          },
          this.#ports,
        ),
        env: key,
      }
    }
    return await this.#host.child.ask(question, args, signal)
  }

  async close(): Promise<void> {
    await this.watch?.stop()
    await this.loads.close()
    await this.#host?.child.stop()
    await Promise.all([...this.#servers.values()].map((server) => server.stop()))
    await this.nodes?.close()
    await this.given?.[Symbol.asyncDispose]()
    await this.disk?.stop()
  }

  async #openNodes(signal: AbortSignal): Promise<void> {
    const {target} = this.#drill
    if (speaksTls(target)) this.tls = await SiteTls.open(this.home, this.#ports)
    const {tls, home} = this
    const free = (blocks: PortBlocks, count: number) => findFreePorts(blocks, count, this.#ports)
    const hookPort = await free(RECEIVER_PORTS, target.receivers?.length ?? 0)
    const receivers = new SiteReceivers({target, home, tls, firstPort: hookPort}, this.secrets, this.#ports)
    this.receivers = receivers
    const hookPorts = receivers.places.map(({port}) => port)
    const firstPort = await free(NODE_PORTS, (target.nodes ?? 0) * PORTS_A_NODE)
    const nodes = new SiteNodes({target, home, env: this.env, firstPort, hookPorts, tls}, this.#ports)
    await nodes.prepare(this, signal)
    this.nodes = nodes
    const started = [...nodes.places.map(({name}) => name), ...receivers.places.map(({id}) => id)]
    await startAll(started.map((id) => () => this.startServer(id)))
    await nodes.fill(this, signal)
    for (const name of target.tokens ?? []) await nodes.makeToken(name, ['repo'], signal)
    await receivers.hook(nodes, (id) => this.server(id), signal)
    this.alerts = await SiteAlerts.open(nodes, this.#clockScale, this.#ports)
  }

  async #openGiven(target: GivenTarget, signal: AbortSignal): Promise<void> {
    this.given = new GivenNodes(target, this.#ports, downAtOnce(this.#drill, target.setting.target.profile))
    await this.given.prove(signal)
  }

  async #setUp(argv: readonly string[], signal: AbortSignal): Promise<void> {
    const words = argv.map((word) => filledIn(word, this.words))
    const {exit, json} = await commandEnd(words, this, this.#ports, signal)
    if (exit !== 0)
      throw new AssayError('invalid_input', `${words.slice(0, 2).join(' ')} of the set-up ended with ${exit}`)
    if (isRecord(json) && typeof json['run_id'] === 'string') this.#runs.push(json['run_id'])
  }

  /** Digests of the files that the application loads when it starts. */
  #programs(): readonly string[] {
    const {reader} = this.#ports.files
    const paths = (this.#drill.target.files ?? []).flatMap(({path}) =>
      PROGRAM.test(path) ? [join(this.home, path)] : [],
    )
    return paths.map((path) => (reader.facts(path) === undefined ? 'gone' : sha256(reader.read(path))))
  }

  #facts(id: string): DrillServer {
    const found = this.#drill.target.servers?.find((one) => one.id === id)
    if (found) return found
    throw new AssayError('invalid_input', `the drill has no server ${id}`)
  }
}

/** A credential that opens nothing, unlike every other. */
function throwaway({entropy}: Pick<DrillPorts, 'entropy'>): string {
  return `drill-canary-${Buffer.from(entropy.bytes(16)).toString('hex')}`
}
