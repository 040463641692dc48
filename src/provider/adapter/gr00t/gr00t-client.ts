import {ProviderError} from '#error/provider-error'
import {type Guard, resolveHost} from '#net/resolve-host'
import type {Resolver} from '#net/resolver'
import type {ProviderSetup} from '../../catalogue/provider-setup.ts'
import {USUAL} from '../../catalogue/setting-meanings.ts'
import type {CallContext} from '../../model/provider.ts'
import {violation} from '../../model/provider-fault.ts'
import {ZmqAsker, zmqAddress} from '../../transport/ask-zmq.ts'
import {connectPort, type Endpoint} from '../../transport/connect-port.ts'
import type {ArrayDialect} from '../../wire/array-dialect.ts'
import {configuredDialect, decodeReply, encodeRequest, type Gr00tEndpoint, type Reply} from './gr00t-message.ts'

const MOST_REPLY_BYTES = 64 * 1024 * 1024
const NO_GREETING = 'somebody accepts connections there, but no greeting of ZeroMQ came'

/** How far to look: whether anything listens, or whether it answers requests over ZeroMQ. */
export type GreetingDepth = 'connect' | 'greet'

/** The operation a message belongs to, and how long it may take. */
export interface Asking {
  readonly context: CallContext
  readonly signal: AbortSignal
}

interface Question {
  readonly endpoint: Gr00tEndpoint
  readonly data?: unknown
}

/** Speaks to one GR00T policy server. Every connection is vetted by the address policy. */
export class Gr00tClient {
  readonly #host: string
  readonly #port: number
  readonly #token: string | undefined
  readonly #guard: Guard
  /** How the server of this connection reads arrays: N1.6 knows NPY alone, some of N1.7 the newer form alone. */
  #dialect: ArrayDialect | undefined
  readonly #asker = new ZmqAsker(MOST_REPLY_BYTES, connectPort)

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
    if (depth === 'greet') await this.#connect(endpoint, {context, signal})
    else (await connectPort(endpoint, signal)).destroy()
    return endpoint
  }

  async ask(endpoint: Gr00tEndpoint, data: unknown, {context, signal}: Asking): Promise<Reply> {
    const to = await this.#endpoint()
    context.reached({method: 'ZMQ', target: this.target})
    await this.#connect(to, {context, signal})
    if (endpoint === 'get_action') {
      this.#dialect ??= configuredDialect(await this.#exchange({endpoint: 'get_modality_config'}, to, signal))
      context.remoteWork('may_continue')
    }
    const reply = await this.#exchange({endpoint, data}, to, signal)
    context.remoteWork('none')
    const read = decodeReply(reply)
    const [dialect = this.#dialect, ...others] = read.dialects
    if (others.length === 0) this.#dialect = dialect
    return read
  }

  close(): void {
    this.#asker.close()
  }

  /** Behind a new connection may stand another version than before. */
  async #connect(to: Endpoint, {context, signal}: Asking): Promise<void> {
    const isNew = await this.#asker.greet(to, signal, () => context.reached({silence: NO_GREETING}))
    context.reached({silence: undefined})
    if (isNew) this.#dialect = undefined
  }

  async #exchange(request: Question, to: Endpoint, signal: AbortSignal): Promise<Uint8Array> {
    const pieces = encodeRequest({...request, token: this.#token}, this.#dialect ?? 'npy')
    const reply = await this.#asker.ask({endpoint: to, pieces, signal})
    if (reply === undefined) throw violation('reply has more than one frame')
    return reply
  }

  async #endpoint(): Promise<Endpoint> {
    const [address] = await resolveHost(this.#host, this.#guard)
    if (address === undefined) throw new ProviderError('unreachable', 'the host name leads to no address')
    return {address, port: this.#port}
  }
}
