import type {Decoded} from '#provider/media/avi-reader'
import type {Descriptor} from '#provider/model/descriptor'
import type {
  BatchRequest,
  EmbedRequest,
  Fields,
  GenerateRequest,
  PredictRequest,
  Provider,
  ReasonRequest,
  ScoreRequest,
  TransferRequest,
} from '#provider/model/provider'
import type {VideoClip} from '#provider/operation/media-rules'
import type {ActionTranslator} from '#provider/operation/policy-rules'
import type {BatchResult, PredictionResult} from '#provider/operation/predict-rules'
import type {EmbeddingResult, ReasoningResult} from '#provider/operation/text-rules'
import type {SightedTranslator} from '#provider/translator/translator'
import type {Action} from '#world/model/action'
import type {WorldState} from '#world/model/world-state'
import type {Tensor} from '#world/tensor/tensor'

/** Scores as a suite reads them. `claimedBest` is what the provider itself called best, before anyone recomputed it. */
export interface ScoreReply {
  readonly scores: readonly number[]
  readonly lowerIsBetter: boolean
  readonly bestIndex: number
  readonly claimedBest?: number
}

/** The part of a clip that is looked at. */
export type ShownClip = Pick<VideoClip, 'fps' | 'resolution' | 'duration_seconds' | 'media_type' | 'bytes'>

/** Frames of a clip in a format that is not read in this process, scaled to a size in pixels. */
export type DecodeVideo = (
  clip: Pick<ShownClip, 'bytes' | 'media_type'>,
  size: {readonly width: number; readonly height: number},
  signal: AbortSignal,
) => Promise<Decoded>

/** The provider under trial, called the way every caller calls it. Its errors come through as they are. */
export interface Subject {
  readonly name: string
  readonly capabilities: readonly string[]
  readonly descriptor: Descriptor
  /** Whether it can predict many rollouts in one call. */
  readonly batched: boolean
  /** What it is shown and how its answers are read, where the caller says so; as things are, where this is absent. */
  readonly shown?: SightedTranslator | undefined
  /** Whether equal questions must get equal answers. */
  readonly deterministic: boolean
  predict(request: PredictRequest, signal: AbortSignal): Promise<WorldState>
  /** The next state with what the provider claims of it. */
  predictClaiming(request: PredictRequest, signal: AbortSignal): Promise<Pick<PredictionResult, 'state' | 'claims'>>
  /** The state after each action, `[N, H, D]`. */
  predictBatch(request: BatchRequest, signal: AbortSignal): Promise<Tensor>
  /** The states after each action with how far off each number may be, where the provider says so. */
  predictBatchClaiming(request: BatchRequest, signal: AbortSignal): Promise<Pick<BatchResult, 'states' | 'sigma'>>
  score(request: ScoreRequest, signal: AbortSignal): Promise<ScoreReply>
  /** Says that an episode begins; a provider that remembers nothing is told nothing. */
  reset(seed: number, signal: AbortSignal): Promise<void>
  /** Actions for what is to be seen, at least one; of several candidates the first. */
  policy(info: Fields, translator: ActionTranslator, signal: AbortSignal): Promise<readonly Action[]>
  reason(request: ReasonRequest, signal: AbortSignal): Promise<Pick<ReasoningResult, 'answer' | 'evidence'>>
  embed(request: EmbedRequest, signal: AbortSignal): Promise<Pick<EmbeddingResult, 'vector'>>
  generate(request: GenerateRequest, signal: AbortSignal): Promise<ShownClip>
  transfer(request: TransferRequest, signal: AbortSignal): Promise<ShownClip>
  /** How its videos are decoded; where it is absent they are not. */
  readonly decodeVideo?: DecodeVideo | undefined
  /** Whether it lives in this process, where calls cost nothing but time. */
  readonly inProcess: boolean
  /** Whether giving up a call ends its process, as that of a program: the next one begins in another. */
  readonly endsWithCall?: boolean
  /** Says that the calls of `work` make one plan; events are told accordingly. */
  asOnePlan<T>(work: () => Promise<T>): Promise<T>
  /** How many calls got as far as the provider itself. */
  readonly reached: number
}

/** The provider library as an evaluation sees it. */
export interface EvalLibrary {
  /** Loads a provider. Throws `unknown_provider`. */
  subject(name: string, signal?: AbortSignal): Promise<Subject>
  /**
   * Looks once at a provider elsewhere, so that the run tells what answered; whether it is well shows in the trials. Throws
   * `address_refused`, `cleartext_credentials`.
   */
  meet(name: string, signal: AbortSignal): Promise<void>
  /** Another one as if in another process: providers are loaded anew. Closed on its own. */
  reopen(): EvalLibrary
  /** Another one that knows this provider too, which is made anew wherever providers are loaded anew. Closed on its own. */
  knowing(make: () => Provider): EvalLibrary
  close(): Promise<void>
}
