import type {ProviderProfile} from '#contract/generated/types'
import {record} from '#contract/json'
import {AssayError} from '#error/assay-error'
import type {Descriptor} from '../model/descriptor.ts'
import type {CallContext, Examples, PredictRequest, ProbeFinding, Provider} from '../model/provider.ts'
import {answerBase64, answerObject, checkFields} from '../model/value-check.ts'
import type {ExternalLink} from './external-link.ts'
import {type Hello, readHello} from './hello.ts'
import type {Op} from './message.ts'

/** What is known of a provider before it is asked: ranks of the fields it needs, and what it can be sent. */
export interface ExternalFacts {
  readonly profile: ProviderProfile
  readonly descriptor?: Descriptor
  readonly examples?: () => Examples
}

/** A provider in a process of its own, asked over external process protocol 1. */
export function externalProvider({profile, descriptor = {}, examples}: ExternalFacts, link: ExternalLink): Provider {
  const host = new ExternalHost(profile, descriptor, link)
  const slots: Partial<Provider> = {
    predict: (request, context) => host.predict(request, context) as never,
    score: (request, context) => host.callWith('score', request, context) as never,
    policy: (request, context) => host.callWith('policy', request, context) as never,
    embed: (request, context) => host.call('embed', request, context) as never,
    reason: (request, context) => host.call('reason', request, context) as never,
    generate: (request, context) => host.clip('generate', request, context) as never,
    transfer: (request, context) => host.clip('transfer', request, context) as never,
  }
  const filled = Object.entries(slots).filter(([slot]) => isPromised(profile, slot))
  return {
    ...Object.fromEntries(filled),
    profile,
    ...(examples && {examples}),
    get descriptor() {
      return host.descriptor
    },
    get predictBatch(): Provider['predictBatch'] {
      return host.mayHaveBatches ? (request, context) => host.batch(request, context) as never : undefined
    },
    // Part of the protocol for every host; one that remembers nothing answers all the same.
    reset: async (request, context) => void (await host.call('reset', request, context)),
    describe: (signal) => host.describe(signal),
    probe: (level, context) => host.probe(level, context),
    // A model that cannot be loaded for want of its runtime says so here, before anybody counts on it.
    preflight: async (signal) => {
      await host.describe(signal)
      return {status: 'ready'}
    },
    teardown: () => link.close().then(() => ({status: 'ready' as const})),
  }
}

function isPromised({capabilities}: ProviderProfile, slot: string): boolean {
  return capabilities.some((capability) => capability === slot)
}

const DIALECT = 'protocol-1'
const NOBODY = {reached: () => {}, operationId: '0'.repeat(16)}

class ExternalHost {
  readonly #profile: ProviderProfile
  readonly #known: Descriptor
  readonly #link: ExternalLink
  #hello: Hello | undefined

  constructor(profile: ProviderProfile, known: Descriptor, link: ExternalLink) {
    this.#profile = profile
    this.#known = known
    this.#link = link
  }

  get descriptor(): Descriptor {
    return {...this.#hello?.descriptor, ...this.#known}
  }

  async describe(signal: AbortSignal): Promise<Descriptor> {
    await this.#greet(signal, NOBODY)
    return this.descriptor
  }

  /** Before it was greeted nobody knows. */
  get mayHaveBatches(): boolean {
    return isPromised(this.#profile, 'predict') && this.#hello?.hasBatches !== false
  }

  async predict(request: PredictRequest, context: CallContext): Promise<unknown> {
    if (this.#hello === undefined) await context.attempt('request', (signal) => this.#greet(signal, context))
    if (this.#hello?.hasScenes) return await this.call('predict', request, context)
    const {predictByBatch} = await import('./ask-batch-of-one.ts')
    return await predictByBatch(request, (batch) => this.batch(batch, context))
  }

  batch(request: unknown, context: CallContext): Promise<unknown> {
    return this.#attempt('predict_batch', request, context, () => {
      if (this.#hello?.hasBatches) return
      throw new AssayError('capability_missing', `provider ${this.#profile.name} has no predict_batch`)
    })
  }

  /** What the host needs is known once it was greeted, and looked at before anything is sent. */
  callWith(op: Op, request: {readonly info: unknown}, context: CallContext): Promise<unknown> {
    return this.#attempt(op, request, context, () => checkFields(request.info, this.descriptor.required ?? {}))
  }

  call(op: Op, request: unknown, context: CallContext): Promise<unknown> {
    return this.#attempt(op, request, context)
  }

  /** Clips travel as base64 in `bytes`. */
  async clip(op: Op, request: unknown, context: CallContext): Promise<unknown> {
    const answer = answerObject(await this.#attempt(op, request, context))
    return {...answer, bytes: answerBase64(answer['bytes'], 'bytes of the clip')}
  }

  async probe(level: ProbeFinding['level'], context: CallContext): Promise<ProbeFinding> {
    if (level === 'configured') return {level, ok: true, detail: 'all that is needed is set'}
    if (level === 'reachable') {
      await this.#link.reach(context.signal)
      return {level, ok: true, detail: 'somebody is there'}
    }
    const {name, model, digest} = await this.#greet(context.signal, context)
    const detected = {dialect: DIALECT, metadata_digest: digest}
    if (level === 'protocol') return {level, ok: true, detail: `greets as ${name}`, detected}
    await this.#link.ask({op: 'health', signal: context.signal, deadlineMs: context.timeLeftMs()}, context)
    if (model === undefined) return {level, ok: false, fault: 'busy', detail: 'its model is not loaded'}
    return {level, ok: true, detail: `serves ${model.id}`}
  }

  async #attempt(op: Op, input: unknown, context: CallContext, check?: () => void): Promise<unknown> {
    return await context.attempt('request', async (signal) => {
      await this.#greet(signal, context)
      check?.()
      const answer = await this.#link.ask({op, input, signal, deadlineMs: context.timeLeftMs()}, context)
      return this.#marked(answer)
    })
  }

  /** Which model answered is part of the evidence. */
  #marked(answer: unknown): unknown {
    const body = record(answer)
    if (body === undefined) return answer
    const {model, runtime = {}, digest, evidenceClass = 'live'} = this.#hello ?? {}
    const own = {
      evidence_class: evidenceClass,
      runtime_manifest_id: `${this.#profile.name}:${DIALECT}`,
      ...(digest && {metadata_digest: digest}),
      runtime,
      ...(model && {model}),
    }
    return {...body, metadata: {...own, ...record(body['metadata'])}}
  }

  async #greet(signal: AbortSignal, context: Pick<CallContext, 'reached' | 'operationId'>): Promise<Hello> {
    // A host without its model is asked again: it may have loaded it by now.
    if (this.#hello?.model !== undefined) return this.#hello
    this.#hello = readHello(await this.#link.ask({op: 'hello', signal}, context), this.#profile)
    return this.#hello
  }
}
