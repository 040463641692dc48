import {dirname, join} from 'node:path'
import type {Drill, DrillServer} from '#contract/generated/types'
import {sha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import type {ProcessIdentity} from '#process/process-table'
import {artifactsIn, homeIn, keptIn} from '../model/site-layout.ts'
import type {DrillPorts} from './drill-ports.ts'
import {type OpenChild, openChild} from './open-child.ts'
import {readChanges} from './read-changes.ts'
import {siteEnv} from './site-env.ts'
import {filledInAll, type SiteWords} from './site-texts.ts'
import {SiteLoads} from './start-load.ts'

const PROGRAM = /\.(mjs|js|yaml|toml)$/

/** What a drill works on: model servers, a host application, commands, files; all of it started by the drill, in a folder of its own. */
export class Site {
  readonly folder: string
  readonly home: string
  readonly loads: SiteLoads
  readonly secrets: ReadonlyMap<string, string>
  readonly #drill: Drill
  readonly #seed: number
  readonly #ports: DrillPorts
  readonly #servers = new Map<string, OpenChild>()
  readonly #runs: string[]
  #host: {readonly child: OpenChild; readonly env: string} | undefined

  private constructor(place: SitePlace, secrets: ReadonlyMap<string, string>, runs: string[], ports: DrillPorts) {
    this.folder = place.folder
    this.home = homeIn(place.folder)
    this.secrets = secrets
    this.#drill = place.drill
    this.#seed = place.seed
    this.#runs = runs
    this.#ports = ports
    this.loads = new SiteLoads(this, ports)
  }

  /** The folder must be there and empty. */
  static async open(place: SitePlace, runs: readonly string[], ports: DrillPorts): Promise<Site> {
    const {drill, folder} = place
    const secrets = new Map((drill.target.secrets ?? []).map((name) => [name, throwaway(ports)]))
    for (const value of secrets.values()) ports.redactor.register(value)
    const site = new Site(place, secrets, [...runs], ports)
    for (const path of [keptIn(folder), artifactsIn(folder)]) await ports.files.directories.make(path)
    for (const {path, text} of drill.target.files ?? []) await site.#put(path, text)
    for (const server of drill.target.servers ?? []) await site.startServer(server.id)
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
    return new Map([...servers, ...secrets, ...runs, ['site', this.home]])
  }

  get env(): Record<string, string> {
    const {programs, space, env: own} = this.#ports
    const compileCache = own['NODE_COMPILE_CACHE'] ?? join(space.temporary, 'node-compile-cache')
    const changes = readChanges(this.folder, this.#ports)
    const {target} = this.#drill
    return siteEnv({
      target,
      words: this.words,
      changes,
      home: this.home,
      packageBlock: programs.packageBlock,
      compileCache,
      own,
    })
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

  /** A new process in the place of one that has ended; it listens elsewhere. */
  async startServer(id: string): Promise<void> {
    const {service} = this.#facts(id)
    const {PATH = '', HOME = '', NODE_COMPILE_CACHE = '', ASSAY_FROM} = this.env
    const env = {PATH, HOME, NODE_COMPILE_CACHE, ...(ASSAY_FROM !== undefined && {ASSAY_FROM})}
    this.#servers.set(id, await openChild({words: [service, String(this.#seed)], env, cwd: this.home}, this.#ports))
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
      this.#host = {child: await openChild({words: ['host'], env, cwd: this.home}, this.#ports), env: key}
    }
    return await this.#host.child.ask(question, args, signal)
  }

  async close(): Promise<void> {
    await this.loads.close()
    await this.#host?.child.stop()
    for (const server of this.#servers.values()) await server.stop()
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

  /** What lies where programs are looked for first is one. */
  async #put(path: string, text: string): Promise<void> {
    const {files, redactor} = this.#ports
    const full = join(this.home, path)
    if (dirname(path) !== '.') await files.directories.make(dirname(full))
    const file = await files.writer.open(full, 'new', {program: path.startsWith('trap/')})
    try {
      await file.write(redactor.text(text))
      await file.sync()
    } finally {
      await file.close()
    }
  }
}

/** Absolute, and what it is for. */
export interface SitePlace {
  readonly folder: string
  readonly drill: Drill
  readonly seed: number
}

/** A credential that opens nothing, unlike every other. */
function throwaway({entropy}: Pick<DrillPorts, 'entropy'>): string {
  return `drill-canary-${Buffer.from(entropy.bytes(16)).toString('hex')}`
}
