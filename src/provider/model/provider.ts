import type {ProbeLayer, ProbeLevel, ProviderDetected, ProviderProfile} from '#contract/generated/types'
import type {Json} from '#contract/json'
import type {Action} from '#world/model/action'
import type {WorldState} from '#world/model/world-state'
import type {Tensor} from '#world/tensor/tensor'
import type {ArtifactStore, KeptArtifact} from './artifact.ts'
import type {Descriptor} from './descriptor.ts'
import type {Reached} from './reached.ts'
import type {RemoteWork} from './remote-work.ts'

/** Named values: JSON, a tensor, or more of both by name. */
export type Fields = {readonly [key: string]: Json | Tensor | Fields}
/** What an answer says beside itself; kept as it is, within limits of size and depth. */
export type Metadata = Readonly<Record<string, unknown>>
/** A provider may answer at once or later. */
export type MaybePromise<T> = T | Promise<T>

/** The parts of an operation that have limits and retries of their own. */
export type StepKind = 'request' | 'poll' | 'download'

/** What a provider gets beside its request. Work that goes on after `signal` is aborted is thrown away. */
export interface CallContext {
  readonly signal: AbortSignal
  readonly operationId: string
  /** For a server of the host's own, as the header of W3C Trace Context has it; undefined where no trace is known. */
  readonly traceparent?: string | undefined
  /** Where clips go while they are fetched; undefined where the host wants them in memory. */
  readonly artifacts?: ArtifactStore | undefined
  /** One limited attempt after the other, with retry events; throw a `ProviderError` that is `retryable` to have another. */
  attempt<T>(step: StepKind, run: (signal: AbortSignal) => MaybePromise<T>): Promise<T>
  /** What is left of the operation's time, in milliseconds. */
  timeLeftMs(): number
  /** The pause between two looks at a task elsewhere: the policy's interval, spread a little, at least `leastMs`. */
  pausePolling(leastMs: number): Promise<void>
  /** How the other end was reached, for the terminal event; the last word on each counts. */
  reached(facts: Reached): void
  /**
   * What goes on elsewhere from now on. `may_continue`: it cannot be stopped. A function stops it: it is called once, with five seconds
   * of its own, when the operation ends badly. `none`: it is over.
   */
  remoteWork(state: RemoteWork): void
  /** Tells what a remote task cost or will cost; ends the operation when the credit budget is spent. */
  spendCredits(credits: number): void
  /**
   * How much of the last attempt was the provider's own, in nanoseconds, where an adapter knows that.
   * @internal
   */
  took?(ns: number): void
}

/** The world from which to predict, the action, and how many environment steps it lasts (at least 1). */
export interface PredictRequest {
  readonly world_state: WorldState
  readonly action: Action
  readonly steps: number
}
/** Many rollouts at once: `states` `[N, D]` or `[1, D]`, `actions` `[N, H, A]`, one action an environment step. */
export interface BatchRequest {
  readonly states: Tensor
  readonly actions: Tensor
  /** Rules the vectors belong to, such as `two-room@1`; providers of one world need none. */
  readonly environment?: string
}
/** `info`: what candidates are scored by, such as observation and goal. `action_candidates` `[1, samples, horizon, action_dim]`, float64 where suites ask, float32 where a translator says so. */
export interface ScoreRequest {
  readonly info: Fields
  /** `[1, samples, horizon, action_dim]`. */
  readonly action_candidates: Tensor
}
/** `info`: the observation as the policy takes it, such as video uint8 `[1, T, H, W, 3]`, state float32 `[1, T, D]` and language. */
export interface PolicyRequest {
  readonly info: Fields
}
/** `seed`: for what the provider draws in the episode that begins. */
export interface ResetRequest {
  readonly seed?: number
}
/** A text or a frame, exactly one. `frame` uint8 `[H, W, 3]` where the provider looks at pictures. */
export interface EmbedRequest {
  readonly text?: string
  readonly frame?: Tensor
}
/** A question, and the scene it is about. */
export interface ReasonRequest {
  readonly query: string
  readonly world_state?: WorldState
}
/** Media settings; `extras` goes to the provider as it is and never overrides a named one. */
export interface MediaOptions {
  readonly image?: string
  readonly video?: string
  readonly model?: string
  readonly ratio?: string
  readonly size?: string
  readonly fps?: number
  readonly seed?: number
  readonly negative_prompt?: string
  readonly reference_images?: readonly string[]
  readonly extras?: Fields
}
/** A clip to make. `duration_seconds`: seconds, above 0. */
export interface GenerateRequest {
  readonly prompt: string
  readonly duration_seconds: number
  readonly options?: MediaOptions
}
/** A clip to make anew. `width`, `height`: pixels; `fps`: frames a second. */
export interface TransferRequest {
  readonly clip: ClipAnswer
  readonly width: number
  readonly height: number
  readonly fps: number
  readonly prompt?: string
  readonly options?: MediaOptions
}

/** What every answer may carry. */
export interface WithMetadata {
  readonly metadata?: Metadata
}
/** The world afterwards, at the step asked for. `frames`: pictures of the way there, each uint8 `[H, W, 3]`. */
export interface PredictAnswer extends WithMetadata {
  readonly state: WorldState
  readonly frames?: readonly Tensor[]
  /** What a provider says of itself; stored, and scored and judged by the suite `calibration` alone. */
  readonly claims?: Metadata
}
/** `states` `[N, H, D]`: the state after each action. `sigma` of the same shape: standard deviations, at least 0. */
export interface BatchAnswer extends WithMetadata {
  readonly states: Tensor
  readonly sigma?: Tensor
}
/** `scores` `[samples]`, finite, one for each candidate. `best_index` is looked at and computed anew. */
export interface ScoreAnswer extends WithMetadata {
  readonly scores: Tensor | readonly number[]
  readonly lower_is_better: boolean
  readonly best_index?: number
}
/** `raw_actions`: numbers as the policy gives them, by field, `[1, horizon, D]`. */
export interface PolicyAnswer extends WithMetadata {
  readonly raw_actions: Fields
  readonly action_horizon?: number
  readonly embodiment_tag?: string
}
/** `vector` `[dimension]`, finite, of one dimension for all of a run. */
export interface EmbedAnswer extends WithMetadata {
  readonly model: string
  readonly vector: readonly number[]
}
/** The answer, and the ids of what it rests on. */
export interface ReasonAnswer extends WithMetadata {
  readonly answer: string
  readonly evidence: readonly string[]
  readonly claims?: Metadata
}
/** What a provider says of a clip. `resolution` in pixels, `duration_seconds` in seconds. */
export interface ClipFacts extends WithMetadata {
  readonly fps: number
  readonly resolution: readonly [width: number, height: number]
  readonly duration_seconds: number
}
/** A clip in memory. `media_type` must be what the bytes are. */
export interface ClipAnswer extends ClipFacts {
  readonly media_type: string
  readonly bytes: Uint8Array
}
/** A clip that was written through `context.artifacts` while it came. */
export interface KeptClipAnswer extends ClipFacts {
  readonly artifact: KeptArtifact
}

/** What a lifecycle hook says. A hook that throws has failed; `skipped` is right where something the host owns is missing. */
export interface HookAnswer {
  readonly status: 'ready' | 'skipped'
  readonly skip_reason?: string
  readonly details?: Metadata
  readonly evidence?: readonly string[]
}
/** One hook: it has `signal` to end by, and a hook that throws has failed. */
export type Hook = (signal: AbortSignal) => MaybePromise<HookAnswer>

/** A layer as a provider reports it. */
export type ProbeFinding = Omit<ProbeLayer, 'duration_ms'> & {
  /** What a host should know although the layer is good. */
  readonly warnings?: readonly string[]
  /** What the server turned out to be. */
  readonly detected?: ProviderDetected
}

/** Requests by the slot that takes them. */
export interface RequestOf {
  readonly predict: PredictRequest
  readonly predictBatch: BatchRequest
  readonly score: ScoreRequest
  readonly policy: PolicyRequest
  readonly embed: EmbedRequest
  readonly reason: ReasonRequest
  readonly generate: GenerateRequest
  readonly transfer: TransferRequest
}
/** The functions of a provider that take a request. */
export type Slot = keyof RequestOf

/** What a provider refuses beyond what all of them do. Throws a caller error, and does nothing else. */
export type RequestChecks = {readonly [Name in Slot]?: (request: RequestOf[Name]) => void}

/** A small request that a provider takes, for trials where nobody says what to send. */
export type Examples = {readonly [Name in Slot]?: RequestOf[Name]}

/**
 * A world model. Its capabilities are the slots it fills; answers are checked before anyone sees them. A slot that throws a caller error says
 * that nothing was asked of anyone: no event tells of it.
 */
export interface Provider {
  readonly profile: ProviderProfile
  readonly descriptor?: Descriptor
  readonly checks?: RequestChecks
  /** Asked only where nobody says what to send. */
  examples?(): Examples
  /** Asks a provider that runs elsewhere what it promises; `descriptor` is what was known before. */
  describe?(signal: AbortSignal): MaybePromise<Descriptor>
  predict?(request: PredictRequest, context: CallContext): MaybePromise<PredictAnswer>
  predictBatch?: ((request: BatchRequest, context: CallContext) => MaybePromise<BatchAnswer>) | undefined
  score?(request: ScoreRequest, context: CallContext): MaybePromise<ScoreAnswer>
  policy?(request: PolicyRequest, context: CallContext): MaybePromise<PolicyAnswer>
  /** Forgets the episode that was; for policies that remember. */
  reset?(request: ResetRequest, context: CallContext): MaybePromise<void>
  embed?(request: EmbedRequest, context: CallContext): MaybePromise<EmbedAnswer>
  reason?(request: ReasonRequest, context: CallContext): MaybePromise<ReasonAnswer>
  generate?(request: GenerateRequest, context: CallContext): MaybePromise<ClipAnswer | KeptClipAnswer>
  transfer?(request: TransferRequest, context: CallContext): MaybePromise<ClipAnswer | KeptClipAnswer>
  /** Looks at one layer without changing anything: no inference, no task, no reset. */
  probe(level: ProbeLevel, context: CallContext): MaybePromise<ProbeFinding>
  readonly preflight?: Hook
  readonly warmup?: Hook
  readonly teardown?: Hook
}
