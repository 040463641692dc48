import type {ProviderProfile} from '#contract/generated/types'
import type {Action} from '#world/model/action'
import type {WorldState} from '#world/model/world-state'
import type {Description} from '../call/open-provider.ts'
import type {CallOptions} from '../model/call-options.ts'
import type {BatchRequest, PolicyRequest} from '../model/provider.ts'
import type {ActionPolicyResult, ActionTranslator} from '../operation/policy-rules.ts'
import type {BatchResult, PredictionResult} from '../operation/predict-rules.ts'
import type {ActionScoreResult, ScoreInput} from '../operation/score-rules.ts'

/** What planning asks of the library: calls of providers by name. */
export interface PlanLibrary {
  predict(
    worldState: WorldState,
    action: Action,
    steps: number,
    provider: string,
    options?: CallOptions,
  ): Promise<PredictionResult>
  predictBatch(request: BatchRequest, provider: string, options?: CallOptions): Promise<BatchResult>
  score(request: ScoreInput, provider: string, options?: CallOptions): Promise<ActionScoreResult>
  policy(
    request: PolicyRequest,
    provider: string,
    options: CallOptions & {readonly translator: ActionTranslator},
  ): Promise<ActionPolicyResult>
  describe(provider: string): Promise<Description>
  profileOf(provider: string): ProviderProfile
}
