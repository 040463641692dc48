import {AssayError} from '#error/assay-error'
import type {Clock} from '#random/clock'
import {elapsedMs} from '#random/clock'
import {SLOTS} from '../model/call-options.ts'
import type {Provider} from '../model/provider.ts'
import {violation} from '../model/provider-fault.ts'
import {copyValue, isSameValue} from '../model/value-check.ts'
import {writeToldError} from './module-error.ts'
import {MOST_LINE_BYTES, type ModuleOrder, type ModuleReply, type ModuleSlot} from './module-message.ts'
import {readValue, writeValue} from './module-value.ts'
import {HostedCall, type HostedContext} from './serve-call.ts'

export interface ModuleServiceContext {
  readonly clock: Clock
  say(line: string): void
}

const API_VERSION = 1
/** Calls that ended are remembered for as long as somebody may want their remote work stopped. */
const MOST_ENDED = 256

/** The side of a module's process: loads the one module it is told, and answers for it, line by line. */
export function serveModule(ports: ModuleServiceContext): (line: string) => void {
  const service = new ModuleService(ports)
  return (line) => service.take(JSON.parse(line))
}

class ModuleService {
  readonly #ports: ModuleServiceContext
  readonly #calls = new Map<number, HostedCall>()
  readonly #hosted: HostedContext
  #provider: Provider | undefined
  #url: string | undefined

  constructor(ports: ModuleServiceContext) {
    this.#ports = ports
    const startedNs = ports.clock.monotonicNs()
    this.#hosted = {
      say: (reply) => this.#say(reply),
      nowMs: () => elapsedMs(ports.clock, startedNs),
      told: (thrown) => writeToldError(thrown, this.#url),
    }
  }

  take(order: ModuleOrder): void {
    if (order.kind === 'load') void this.#load(order)
    else if (order.kind === 'call') void this.#answer(order)
    else if (order.kind === 'echo') this.#echo(order)
    else this.#calls.get(order.id)?.take(order)
    if (order.kind === 'abort') this.#say({kind: 'aborted', id: order.id})
  }

  async #load({url, env}: Extract<ModuleOrder, {kind: 'load'}>): Promise<void> {
    this.#url = url
    try {
      const provider = createdBy(await import(url), {env, clock: this.#ports.clock})
      this.#provider = provider
      const slots = SLOTS.filter((slot) => typeof provider[slot] === 'function')
      const examples = writeValue(provider.examples?.() ?? {})
      const profile = writeValue(provider.profile)
      this.#say({kind: 'hello', profile, descriptor: this.#descriptor, slots, examples})
    } catch (error) {
      this.#say({kind: 'refused', error: writeToldError(error instanceof AssayError ? error : unloadable(error, url))})
    }
  }

  async #answer(order: Extract<ModuleOrder, {kind: 'call'}>): Promise<void> {
    const {id, slot} = order
    const call = new HostedCall(order, this.#hosted)
    this.#calls.set(id, call)
    try {
      const {value, tookNs} = await this.#call(slot, readValue(order.input), call)
      if (call.isOver) return
      this.#say({kind: 'result', id, value: writeValue(value), descriptor: this.#descriptor, took_ns: tookNs})
    } catch (thrown) {
      if (!call.isOver) this.#say({kind: 'failed', id, error: this.#hosted.told(thrown)})
    } finally {
      call.end(new Error('the call is over'))
      this.#forget()
    }
  }

  #echo({id, input}: Extract<ModuleOrder, {kind: 'echo'}>): void {
    this.#say({kind: 'echoed', id, value: writeValue(copyValue(readValue(input)))})
  }

  async #call(slot: ModuleSlot, input: unknown, call: HostedCall): Promise<{value: unknown; tookNs: number}> {
    const provider = this.#provider
    const {clock} = this.#ports
    const run = provider?.[slot] as ((...values: unknown[]) => unknown) | undefined
    if (run === undefined) throw violation(`the module has no ${slot}`)
    const {context} = call
    const own = copyValue(input)
    const startedNs = clock.monotonicNs()
    const value = await (context === undefined ? run.call(provider, call.signal) : run.call(provider, own, context))
    const tookNs = Number(clock.monotonicNs() - startedNs)
    if (context !== undefined && !isSameValue(own, input)) throw violation('provider changed its input')
    return {value, tookNs}
  }

  get #descriptor(): unknown {
    return writeValue(this.#provider?.descriptor ?? {})
  }

  #say(reply: ModuleReply): void {
    const line = JSON.stringify(reply)
    const isFit = Buffer.byteLength(line) <= MOST_LINE_BYTES || !('id' in reply)
    const error = () => writeToldError(violation(`an answer takes more than ${MOST_LINE_BYTES} bytes`))
    this.#ports.say(isFit ? line : JSON.stringify({kind: 'failed', id: reply.id, error: error()}))
  }

  #forget(): void {
    for (const [id, {isOver}] of this.#calls) {
      if (this.#calls.size <= MOST_ENDED) return
      if (isOver) this.#calls.delete(id)
    }
  }
}

function createdBy(module: unknown, given: {readonly env: unknown; readonly clock: Clock}): Provider {
  const made = (module as {readonly assayProvider?: unknown}).assayProvider
  const factory = made as {readonly apiVersion?: unknown; readonly create?: unknown} | undefined
  if (typeof factory?.create !== 'function') throw invalid('it exports no assayProvider')
  if (factory.apiVersion !== API_VERSION) throw invalid(`its apiVersion is not ${API_VERSION}`)
  const provider: unknown = factory.create(given)
  if (typeof provider !== 'object' || provider === null) throw invalid('its create gives no provider')
  if (provider instanceof Promise)
    throw invalid('its create gives a promise, not a provider: await what takes long at the top of the module instead')
  return provider as Provider
}

function unloadable(error: unknown, url: string): AssayError {
  const {name, message} = writeToldError(error, url)
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  // That this file imports the module is of no use to its author; an import inside the module is.
  const told = message.replace(` imported from ${import.meta.filename}`, '')
  // Node knows the line of most syntax errors, but prints it only when the file is the program that it runs.
  const isBare = name === 'SyntaxError' && error instanceof Error && message === error.message
  const line = isBare ? '; run the file with node alone to see the line' : ''
  return invalid(`it cannot be loaded${code}: ${[name, told].filter(Boolean).join(': ')}${line}`)
}

function invalid(message: string): AssayError {
  return new AssayError('config_invalid', message)
}
