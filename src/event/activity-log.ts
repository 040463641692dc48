import type {ProviderEvent} from '#contract/generated/types'

/** How much someone wants to hear; each degree holds those before it. */
export type LogDegree = 'warn' | 'info' | 'debug'

/** What is told while something goes on, beside its evidence. Nobody need listen: a port that is absent is silence. */
export interface ActivityLog {
  event(event: Readonly<ProviderEvent>): void
  /** What was decided, and on what facts. */
  decision(degree: LogDegree, message: string, facts: Readonly<Record<string, unknown>>): void
}

/** A bad end is for whoever looks after the trial, a repeat for who wonders, a good end for who debugs. */
export function degreeOf({phase}: Pick<ProviderEvent, 'phase'>): LogDegree {
  if (phase === 'failure' || phase === 'budget_exceeded') return 'warn'
  return phase === 'retry' ? 'info' : 'debug'
}
