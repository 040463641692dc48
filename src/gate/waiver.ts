import type {GateWaiver, RuleOutcome} from '#contract/generated/types'
import type {DraftIssue} from '#document/document-issues'
import {cutText} from '#error/cut-text'

const LONGEST_DAYS = 180
const DAY_MS = 24 * 60 * 60 * 1000
const EXECUTION = 'execution'

/** What is wrong with a waiver: a rule there is not, the rule that none may waive, a day that is none or too far ahead. `today` is UTC. */
export function waiverIssues(waiver: GateWaiver, ruleIds: readonly string[], today: string): DraftIssue[] {
  const issue = (pointer: string, rule: string, message: string): DraftIssue[] => [{pointer, rule, message}]
  const days = daysFrom(today, waiver.until)
  return [
    ...(waiver.rule === EXECUTION ? issue('/rule', 'not_waivable', 'can never be waived: errors are no evidence') : []),
    ...(waiver.rule !== EXECUTION && !ruleIds.includes(waiver.rule)
      ? issue('/rule', 'unknown_rule', 'names no rule of this gate')
      : []),
    ...(Number.isNaN(days) ? issue('/until', 'no_day', 'is no day of the calendar') : []),
    ...(days > LONGEST_DAYS ? issue('/until', 'too_far', `is more than ${LONGEST_DAYS} days ahead`) : []),
    ...(waiver.reason.trim() === '' ? issue('/reason', 'empty', 'gives no reason') : []),
    ...(waiver.owner.trim() === '' ? issue('/owner', 'empty', 'names nobody') : []),
  ]
}

/** Outcomes with their waivers. A waived rule that did not pass is *waived*; an expired waiver is shown and changes nothing. */
export function applyWaivers(
  outcomes: readonly RuleOutcome[],
  waivers: readonly GateWaiver[],
  today: string,
): RuleOutcome[] {
  return outcomes.map((outcome) => {
    const waiver = waivers.find(({rule}) => rule === outcome.id)
    if (!waiver || outcome.state === 'waived' || outcome.id === EXECUTION) return outcome
    const {until, reason, owner} = waiver
    const expired = daysFrom(today, until) < 0
    const isWaived = !expired && outcome.state !== 'pass'
    return {
      ...outcome,
      state: isWaived ? 'waived' : outcome.state,
      waiver: {until, reason, owner, expired, state: outcome.state},
    }
  })
}

/** Whether a rule is let off on this day, whatever it comes to. */
export function isWaived(rule: string, waivers: readonly GateWaiver[], today: string): boolean {
  return rule !== EXECUTION && waivers.some((waiver) => waiver.rule === rule && daysFrom(today, waiver.until) >= 0)
}

/** One line a waiver, so that none is forgotten. */
export function waiverCaveats(outcomes: readonly RuleOutcome[]): string[] {
  return outcomes.flatMap(({id, waiver}) => {
    if (!waiver) return []
    const {until, reason, owner, expired, state} = waiver
    const what = expired ? `the waiver of ${id} has expired on ${until}` : `${id} (${state}) is waived until ${until}`
    return [cutText(`${what}: ${reason} (${owner})`, 500)]
  })
}

/** NaN for a text that is no day. */
function daysFrom(today: string, until: string): number {
  const untilMs = Date.parse(until)
  const isDay = Number.isFinite(untilMs) && new Date(untilMs).toISOString().startsWith(until)
  return isDay ? (untilMs - Date.parse(today)) / DAY_MS : Number.NaN
}
