import type {CheckFinding} from '../model/finding.ts'

/** What our own token was refused, and with which words. */
export interface TokenRefused {
  readonly status: number
  readonly said: string
}

const LACKING = 'the token of the target may not do this'
const REFUSED = 'the service refuses the token of the target'
/** How services name what a token lacks. A 403 without such a word may be anything, and is the service's. */
const SCOPE = /\bscopes?\b|\bpermissions?\b/i

/**
 * A check that failed for what our token may not do says nothing of the service: it stays open. Where there is a baseline, a token that is
 * refused altogether may be one that was lost since, so that stays a failure.
 */
export function blameToken(
  finding: CheckFinding,
  refusals: readonly TokenRefused[],
  hasBaseline: boolean,
): CheckFinding {
  const {status, reason = ''} = finding
  if (status !== 'fail') return finding
  const cause = refusals.find(
    (one) => isTold(reason, one) && (one.status === 401 ? !hasBaseline : SCOPE.test(one.said)),
  )
  if (cause === undefined) return finding
  return {...finding, status: 'inconclusive', reason: `${cause.status === 401 ? REFUSED : LACKING}: ${reason}`}
}

/** Whether the refusal is what the check failed for: it may have failed for another reason beside. */
const isTold = (reason: string, {status, said}: TokenRefused) =>
  (said !== '' && reason.includes(`answered ${status}: ${said}`)) ||
  reason.split('; ').some((part) => part.endsWith(`answered ${status}`))

/** Whose fault a stored reason names, if it is our token's. */
export function tokenBlameIn(reason: string): 'lacking' | 'refused' | undefined {
  if (reason.startsWith(`${LACKING}: `)) return 'lacking'
  return reason.startsWith(`${REFUSED}: `) ? 'refused' : undefined
}
