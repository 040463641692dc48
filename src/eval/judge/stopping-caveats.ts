import {isEarly, type JudgingPlan, ruleQuestions} from './deciding-rules.ts'
import type {EvalFindings} from './work.ts'

/** What to say about trials whose number was not fixed beforehand, and about rules that could not be decided early. */
export function stoppingCaveats(plan: JudgingPlan, {cells, endedBy}: EvalFindings): string[] {
  const ended =
    endedBy === undefined ? [] : [`the run ended early, as --fail-fast asks: ${endedBy} has failed for good`]
  if (!plan.settings.untilDecided) return ended
  const followed = cells.filter(({sequence}) => sequence !== undefined)
  const ran = followed.reduce((sum, {episodes}) => sum + episodes.length, 0)
  const most = followed.reduce((sum, {planned}) => sum + planned, 0)
  const late = new Set(
    cells.flatMap(({facts}) =>
      ruleQuestions(plan, facts)
        .filter((question) => !isEarly(question))
        .map(({metric}) => `${facts.suite.name} ${metric.name}`),
    ),
  )
  const places = followed.length === 1 ? '1 place' : `${followed.length} places`
  return [
    ...ended,
    `trials ended once decided: ${ran} of at most ${most} in ${places}; intervals there hold at any time and are wider`,
    ...(late.size > 0 ? [`no early decision, the number of trials stays fixed: ${[...late].join(', ')}`] : []),
  ]
}
