/** How long a host has for an answer. */
export const ANSWER_LIMIT_MS = 10_000

export const NO_ANSWER = `the host did not answer within ${ANSWER_LIMIT_MS / 1000} s`
/** Reason for a host that was not asked again: it had not answered in time before, and still does not. */
export const STILL_NO_ANSWER = `${NO_ANSWER} before, and does not now`
