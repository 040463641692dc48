import type {HttpClient} from '#net/http-client'
import type {Guard} from '#net/resolve-host'
import type {Resolver} from '#net/resolver'
import type {ProviderSetup} from '../../catalogue/provider-setup.ts'
import type {CallContext, Fields} from '../../model/provider.ts'
import {digestValue} from '../../model/value-check.ts'
import {waitWithin} from '../../model/wait-out.ts'
import {WsLine} from '../../transport/ws-line.ts'
import {decodeAnswer, decodeGreeting, encodeObservation, type OpenpiAnswer} from './openpi-message.ts'

const MOST_REPLY_BYTES = 64 * 1024 * 1024

export interface OpenpiNetwork {
  readonly resolver: Resolver
  readonly http: (guard: Guard) => HttpClient
  readonly reach: (url: URL, guard: Guard, signal: AbortSignal) => Promise<void>
}

/** What a server says of itself when a connection is made. */
interface ServerMetadata {
  readonly digest: `sha256:${string}`
  readonly isFixture: boolean
}

interface Session {
  readonly line: WsLine
  readonly metadata: ServerMetadata
}

type Inference = OpenpiAnswer & Pick<Session, 'metadata'>

/** The operation a call belongs to, and how long it may take. */
interface Asking {
  readonly context: CallContext
  readonly signal: AbortSignal
}

/** One policy server over one WebSocket: one call after the other, and a new connection after anything that failed. */
export class OpenpiClient {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly guard: Guard
  #session: Session | undefined
  #turn: Promise<void> = Promise.resolve()

  constructor({value, network}: ProviderSetup, resolver: Resolver) {
    this.url = new URL(value('OPENPI_BASE_URL') ?? '')
    this.url.protocol = /^(https|wss):$/.test(this.url.protocol) ? 'wss:' : 'ws:'
    const key = value('OPENPI_API_KEY')
    this.headers = key === undefined ? {} : {authorization: `Api-Key ${key}`}
    this.guard = {policy: network, resolver, isBare: key !== undefined && this.url.protocol === 'ws:'}
  }

  get target(): string {
    return `${this.url.protocol}//${this.url.host}${this.url.pathname}`
  }

  /** Actions for an observation, when those asked for before are there. A reply to a call that ended early dies with its connection. */
  infer(observation: Fields, {context, signal}: Asking): Promise<Inference> {
    return this.#inTurn(signal, async () => {
      const {line, metadata} = await this.#open({context, signal})
      context.remoteWork('may_continue')
      line.send(encodeObservation(observation))
      const answer = decodeAnswer(await line.next(signal))
      context.remoteWork('none')
      return {...answer, metadata}
    })
  }

  /** What the server says of itself. */
  introduce({context, signal}: Asking): Promise<ServerMetadata> {
    return this.#inTurn(signal, async () => (await this.#open({context, signal})).metadata)
  }

  close(): void {
    this.#session?.line.drop()
    this.#session = undefined
  }

  /** Those behind wait for those before in any case: one that gives up waiting must not let two speak at once. */
  async #inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#turn
    const mine = Promise.withResolvers<void>()
    this.#turn = mine.promise
    try {
      await waitWithin(signal, () => before)
      return await this.#guarded(work)
    } finally {
      void before.then(mine.resolve)
    }
  }

  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** The open connection, made where there is none that can be trusted. */
  async #open({context, signal}: Asking): Promise<Session> {
    context.reached({method: 'WS', target: this.target})
    if (this.#session?.line.isClean) return this.#session
    this.close()
    const {url, headers, guard} = this
    const line = await WsLine.open({url, headers, guard, mostReplyBytes: MOST_REPLY_BYTES}, signal)
    try {
      const map = decodeGreeting(await line.next(signal))
      const metadata = {digest: digestValue(map), isFixture: map['evidence_class'] === 'contract-fixture'}
      this.#session = {line, metadata}
      return this.#session
    } catch (error) {
      line.drop()
      throw error
    }
  }
}
