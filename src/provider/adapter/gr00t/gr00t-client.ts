import {ProviderError} from '#error/provider-error'
import {type Guard, resolveHost} from '#net/resolve-host'
import type {Resolver} from '#net/resolver'
import {systemClock} from '#random/system-clock'
import type {Cancel} from '#random/timers'
import type {ProviderSetup} from '../../catalogue/provider-setup.ts'
import {USUAL} from '../../catalogue/setting-meanings.ts'
import type {CallContext} from '../../model/provider.ts'
import {violation} from '../../model/provider-fault.ts'
import {ZmqAsker, zmqAddress} from '../../transport/ask-zmq.ts'
import {checkGreeting, type Endpoint, type GreetingDepth} from '../../transport/check-greeting.ts'
import type {ArrayDialect} from '../../wire/array-dialect.ts'
import type {WireValue} from '../../wire/wire-value.ts'
import {decodeReply, encodeRequest, type Gr00tEndpoint} from './gr00t-message.ts'

const MOST_REPLY_BYTES = 64 * 1024 * 1024
/** While a reply is waited for, the port is looked at again and again after so long. */
const LOOK_MS = 1_000

export interface Reply {
  readonly value: WireValue
  readonly dialects: ReadonlySet<ArrayDialect>
}

/** The operation a message belongs to, and how long it may take. */
export interface Asking {
  readonly context: CallContext
  readonly signal: AbortSignal
}

/** Speaks to one GR00T policy server. Every connection is vetted by the address policy. */
export class Gr00tClient {
  readonly #host: string
  readonly #port: number
  readonly #token: string | undefined
  readonly #guard: Guard
  readonly #asker = new ZmqAsker(MOST_REPLY_BYTES)
  #isKnownWell = false

  constructor({value, network}: ProviderSetup, resolver: Resolver) {
    this.#host = value('GROOT_POLICY_HOST') ?? ''
    this.#port = Number(value('GROOT_POLICY_PORT') ?? USUAL.GROOT_POLICY_PORT)
    this.#token = value('GROOT_POLICY_API_TOKEN')
    this.#guard = {policy: network, resolver, isBare: this.#token !== undefined}
  }

  get target(): string {
    return zmqAddress({address: this.#host, port: this.#port})
  }

  get hasToken(): boolean {
    return this.#token !== undefined
  }

  /** Gives where it is. Throws `unreachable`, `wrong_service`, `incompatible`. */
  async greet(depth: GreetingDepth, {context, signal}: Asking): Promise<Endpoint> {
    context.reached({method: 'ZMQ', target: this.target})
    const endpoint = await this.#endpoint()
    await checkGreeting(endpoint, depth, signal)
    return endpoint
  }

  /** One request. A server not known to be well is greeted first, so that a dead port fails at once and not at the deadline. */
  async ask(endpoint: Gr00tEndpoint, data: unknown, {context, signal}: Asking): Promise<Reply> {
    const to = await this.#endpoint()
    context.reached({method: 'ZMQ', target: this.target})
    const bytes = encodeRequest(endpoint, data, this.#token)
    if (!this.#isKnownWell) await checkGreeting(to, 'greet', signal)
    this.#isKnownWell = false
    if (endpoint === 'get_action') context.remoteWork('may_continue')
    const reply = await this.#watched(to, bytes, signal)
    context.remoteWork('none')
    if (reply === undefined) throw violation('reply has more than one frame')
    const read = decodeReply(reply)
    this.#isKnownWell = true
    return read
  }

  close(): void {
    this.#asker.close()
  }

  async #endpoint(): Promise<Endpoint> {
    const [address] = await resolveHost(this.#host, this.#guard)
    if (address === undefined) throw new ProviderError('unreachable', 'the host name leads to no address')
    return {address, port: this.#port}
  }

  /** ZeroMQ waits in silence for a server that is gone, so its port is looked at beside the wait. */
  async #watched(endpoint: Endpoint, bytes: Uint8Array, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const control = new AbortController()
    const stop = () => control.abort(signal.reason)
    signal.addEventListener('abort', stop, {once: true})
    let cancelTimer: Cancel = () => undefined
    const watch = () => {
      cancelTimer = systemClock.after(LOOK_MS, () => {
        checkGreeting(endpoint, 'connect', control.signal).then(watch, (error: unknown) => control.abort(error))
      })
    }
    watch()
    try {
      return await this.#asker.ask({endpoint, bytes, signal: control.signal})
    } finally {
      signal.removeEventListener('abort', stop)
      control.abort('answered')
      cancelTimer()
    }
  }
}
