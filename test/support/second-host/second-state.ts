import type {HostFault} from './faults.ts'
import type {SecondHook} from './hook-post.ts'

export interface SecondToken {
  readonly id: number
  readonly name: string
  readonly value: string
  readonly scopes: readonly string[]
  readonly created_at: number
  readonly expires_at: number | null
  isRevoked: boolean
  used: number
}

export interface SecondRepo {
  readonly id: number
  readonly name: string
  readonly created_at: number
}

export interface SecondKey {
  readonly id: number
  readonly title: string
  readonly key: string
}

/** One block every `blockMs` since `startedAt`, the same ones for all who share it. */
export interface Chain {
  readonly startedAt: number
  readonly blockMs: number
}

export interface SecondHostOptions {
  readonly version?: string
  /** Makes it a validator among so many. */
  readonly validators?: {readonly names: readonly string[]; readonly own: string; readonly chain: Chain}
  /** `host:port` of receivers on this machine. */
  readonly hookTargets?: readonly string[]
  readonly limit?: number
  /** The value of its first token. */
  readonly token?: string
}

/** All that the host knows, in memory; what it says of it may differ by its faults. */
export class SecondState {
  readonly faults = new Set<HostFault>()
  readonly options: SecondHostOptions
  readonly root: string
  readonly owner = 'amber'
  readonly tokens: SecondToken[] = []
  readonly keys: SecondKey[] = []
  readonly hooks: SecondHook[] = []
  /** Webhooks that were deleted and send all the same. */
  readonly ghosts: SecondHook[] = []
  readonly repos: SecondRepo[] = []
  /** Those that were deleted. */
  readonly gone: SecondRepo[] = []
  readonly requests = new Map<string, number>()
  readonly background = new Set<Promise<void>>()
  instance = `boot-${Math.random().toString(36).slice(2)}`
  startedAt = Date.now()
  version: string
  polls = 0
  /** What it says that callers without a token have left. */
  strangersLeft = 100_000
  /** Told of every look at its health. */
  onPoll: () => void = () => undefined
  readonly #first: Pick<SecondState, 'instance' | 'startedAt' | 'version'>
  #next = 40

  constructor(root: string, options: SecondHostOptions) {
    this.root = root
    this.options = options
    this.version = options.version ?? '1.0.0'
    if (options.validators) this.instance = instanceOf(options.validators.own)
    this.#first = {instance: this.instance, startedAt: this.startedAt, version: this.version}
  }

  id(): number {
    return this.#next++
  }

  has(fault: HostFault): boolean {
    return this.faults.has(fault)
  }

  addToken(name: string, scopes: readonly string[], expiresAt: number | null = null, own?: string): SecondToken {
    const value = own ?? `lk_${Array.from({length: 4}, () => Math.random().toString(36).slice(2, 10)).join('')}Zk`
    const token = {
      id: this.id(),
      name,
      value,
      scopes,
      created_at: unix(),
      expires_at: expiresAt,
      isRevoked: false,
      used: 0,
    }
    this.tokens.push(token)
    return token
  }

  count(family: string): void {
    this.requests.set(family, (this.requests.get(family) ?? 0) + 1)
  }

  /** As it was in the beginning, before any restart. */
  comeBack(): void {
    Object.assign(this, this.#first)
  }

  /** As a new process over the same data. */
  restart(version: string): void {
    this.version = version
    if (this.has('no-restart')) return
    this.instance = `boot-${Math.random().toString(36).slice(2)}`
    this.startedAt = Date.now()
    this.requests.clear()
  }
}

export const unix = () => Math.floor(Date.now() / 1000)

export const instanceOf = (name: string) => `boot-${name}`
