import type {ContractProbe} from '../../kit/contract-input.ts'

/** A promise every provider with this capability makes. `check` gives the words for a broken promise, `undefined` for a kept one. */
export interface ContractCase {
  readonly name: string
  readonly capability: 'predict' | 'predict_batch' | 'score' | 'policy' | 'reason' | 'embed' | 'generate' | 'transfer'
  /** How often: in every environment each episode (the default), in every one once and then in one of them in turn, or a single time. */
  readonly spread?: 'environments' | 'episodes' | 'once'
  check(probe: ContractProbe): Promise<string | undefined>
}
