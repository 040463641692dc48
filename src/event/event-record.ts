/** What stands in every line and log record of an event, so that a reader of mixed logs finds them. */
export const EVENT_RECORD = Object.freeze({event_type: 'provider_event'} as const)
