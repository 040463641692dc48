import type {ProviderEvent} from '#contract/generated/types'

/** How the other end of a call was reached. `target`: scheme, host, port and path. */
export interface Reached {
  readonly method?: NonNullable<ProviderEvent['method']>
  readonly target?: string
  readonly statusCode?: number | undefined
  /** How the other end is silent so far; told where time runs out. */
  readonly silence?: string | undefined
}
