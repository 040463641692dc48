import type {ProviderEvent} from '#contract/generated/types'

type Stamped = 'schema_version' | 'event_type' | 'event_id' | 'sequence' | 'timestamp'
type Bare = Omit<ProviderEvent, Stamped>

/** An event as its maker tells it, not yet redacted; the dispatcher adds id, sequence and time. */
export type EventDraft = {readonly [Key in keyof Bare]: undefined extends Bare[Key] ? Bare[Key] | undefined : Bare[Key]}

/** Some members of a draft. */
export type EventPart = Partial<EventDraft>
