import type {ProbeLevel} from '#contract/generated/types'
import {codeOf} from '#error/assay-error'
import {ProviderError} from '#error/provider-error'
import {isLoopback} from '#net/ip'
import type {Resolver} from '#net/resolver'
import type {ProviderSetup} from '../../catalogue/provider-setup.ts'
import {saysYes} from '../../catalogue/setting.ts'
import type {
  CallContext,
  HookAnswer,
  PolicyAnswer,
  PolicyRequest,
  ProbeFinding,
  Provider,
  ResetRequest,
} from '../../model/provider.ts'
import {violation} from '../../model/provider-fault.ts'
import {whatCame} from '../../model/value-check.ts'
import {wireObject} from '../../wire/wire-value.ts'
import {readActionChunk} from './action-chunk.ts'
import {type Asking, Gr00tClient} from './gr00t-client.ts'
import type {Reply} from './gr00t-message.ts'
import {checkModalities, type ModalityConfig, readModalityConfig, toldModalities} from './modality-config.ts'
import {checkObservation} from './observation.ts'
import {unwrapped} from './unwrapped.ts'

const OPEN_TO_ALL = 'no token is set: whoever reaches the server may use it, and stop it'

/**
 * NVIDIA Isaac GR00T over ZeroMQ. `info` is the observation: `{video: {NAME: uint8 (B,T,H,W,3)}, state: {NAME: float32 (B,T,D)},
 * language: {NAME: [[text]]}}`; the raw actions are float32 (B, horizon, D) by part of the body.
 */
export function gr00t(setup: ProviderSetup, resolver: Resolver): Provider {
  const adapter = new Gr00t(setup, resolver)
  return {
    profile: setup.profile,
    descriptor: {observation: 'pixels', parallel_safe: false},
    checks: {policy: checkObservation},
    policy: (request, context) => adapter.act(request, context),
    reset: (request, context) => adapter.reset(request, context),
    probe: (level, context) => adapter.probe(level, context),
    teardown: () => adapter.close(),
  }
}

class Gr00t {
  readonly #client: Gr00tClient
  readonly #isStrict: boolean
  readonly #isWrapped: boolean
  readonly #tag: string | undefined
  #config: ModalityConfig | undefined

  constructor(setup: ProviderSetup, resolver: Resolver) {
    this.#client = new Gr00tClient(setup, resolver)
    this.#isStrict = saysYes(setup.value('GROOT_POLICY_STRICT'))
    this.#isWrapped = saysYes(setup.value('GROOT_POLICY_WRAPPED'))
    this.#tag = setup.value('GROOT_EMBODIMENT_TAG')
  }

  async act({info}: PolicyRequest, context: CallContext): Promise<PolicyAnswer> {
    if (this.#isStrict) {
      const config = await this.#modalities(context)
      checkModalities(this.#isWrapped ? unwrapped(info, config) : info, config)
    }
    const reply = await context.attempt('request', (signal) =>
      this.#client.ask('get_action', {observation: info, options: null}, {context, signal}),
    )
    const {actions, horizon, info: told} = readActionChunk(reply.value)
    const dialect = dialectOf(reply)
    return {
      raw_actions: actions,
      action_horizon: horizon,
      ...(this.#tag !== undefined && {embodiment_tag: this.#tag}),
      metadata: {
        evidence_class: told['evidence_class'] === 'contract-fixture' ? 'contract-fixture' : 'live',
        dialect,
        runtime_manifest_id: `gr00t:${dialect}`,
        ...(this.#config && {metadata_digest: this.#config.digest}),
      },
    }
  }

  /** The server answers with a map of its own choice; that it answered is all that counts. */
  async reset({seed}: ResetRequest, context: CallContext): Promise<void> {
    const options = seed === undefined ? null : {seed}
    const reply = await context.attempt('request', (signal) => this.#client.ask('reset', {options}, {context, signal}))
    if (wireObject(reply.value) === undefined)
      throw violation(`server answered a reset with ${whatCame(reply.value)}, not with a map`)
  }

  close(): HookAnswer {
    this.#client.close()
    return {status: 'ready'}
  }

  async probe(level: ProbeLevel, context: CallContext): Promise<ProbeFinding> {
    if (level === 'configured') return {level, ok: true, detail: 'all variables are set'}
    if (level !== 'serving') {
      const isPort = level === 'reachable'
      const {address} = await this.#client.greet(isPort ? 'connect' : 'greet', {context, signal: context.signal})
      if (!isPort) return {level, ok: true, detail: 'it greets as ZeroMQ does'}
      const warnings = this.#client.hasToken || isLoopback(address) ? [] : [OPEN_TO_ALL]
      return {level, ok: true, detail: 'the port is open', warnings}
    }
    const asking = {context, signal: context.signal}
    const pong = await this.#client.ask('ping', undefined, asking).catch((error: unknown) => {
      throw codeOf(error) === 'contract_violation' ? otherService(error) : error
    })
    if (wireObject(pong.value)?.['status'] !== 'ok') throw otherService()
    this.#config = await this.#readModalities(asking)
    return {
      level,
      ok: true,
      detail: 'ping and modality configuration',
      detected: {
        dialect: this.#config.dialect,
        metadata_digest: this.#config.digest,
        ...toldModalities(this.#config),
      },
    }
  }

  /** Asked for once: a server does not change its policy while it runs. */
  async #modalities(context: CallContext): Promise<ModalityConfig> {
    this.#config ??= await context.attempt('request', (signal) => this.#readModalities({context, signal}))
    return this.#config
  }

  async #readModalities(asking: Asking): Promise<ModalityConfig> {
    const reply = await this.#client.ask('get_modality_config', undefined, asking)
    return readModalityConfig(reply.value, dialectOf(reply))
  }
}

function otherService(cause?: unknown): ProviderError {
  const message = 'a ZeroMQ service listens there that does not answer a ping as a GR00T server does'
  return new ProviderError('wrong_service', message, {fault: 'wrong_service', cause, retryable: false})
}

/** How the server put its arrays; a policy that answers with arrays has exactly one way. */
function dialectOf({dialects}: Reply): string {
  return [...dialects].sort().join('+')
}
