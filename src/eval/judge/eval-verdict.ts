import type {Claim, Counts, EvalNotRun, EvalRow, RuleOutcome, Verdict} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {executionRule} from '#gate/execution-rule'
import {type GateJudgement, judgeGate} from '#gate/judge-gate'
import {judgeVerdict, type NoVerdictCause} from '#gate/verdict'
import {TOO_SLOW} from '../kit/course.ts'
import {CLOSING_LINE, judgedClaim, withBoundary} from '../model/claims.ts'
import {type EvalPlan, trialsOfOneProvider} from '../model/eval-plan.ts'
import type {Suite} from '../model/suite.ts'
import {furtherRules, isEarly, type JudgingPlan, ruleQuestions} from './deciding-rules.ts'
import {executionShares} from './execution-shares.ts'
import {gateMeasurements} from './rows.ts'
import {evalBaselineOutcome, evaluatedSide, evalVersus} from './versus.ts'
import type {EvalFindings} from './work.ts'

const LONGEST = 500
const EXECUTION = 'execution'

/** The verdict over what was measured. An aborted signal makes it interrupted; what was measured stays. */
export function evalVerdict(
  plan: EvalPlan,
  work: EvalFindings,
  rows: readonly EvalRow[],
  signal: AbortSignal,
): Verdict {
  const {settings} = plan
  const ending = endingOf(plan, work, signal)
  const suites = new Set(work.cells.map(({facts}) => facts.suite))
  const judged = judgeAll(plan, work, rows)
  const {rules} = judged
  return judgeVerdict({
    basis: basisOf(plan),
    rules,
    counts: countsOf(plan, work),
    claims: [...suites].map((suite) => claimMade(suite, rules, ending)),
    caveats: [
      ...work.notRun.map(caveatOf),
      ...judged.caveats,
      ...stoppingCaveats(plan, work),
      ...(signal.aborted || plan.areErrorsOfPlanned ? [] : cutShort(work)),
      ...(settings.only ? ['one trial was asked for, so no share means anything'] : []),
      CLOSING_LINE,
    ],
    ...(ending && {ending}),
  })
}

/** A claim says whether it was shown: a suite that failed, or that no rule judged, shows nothing. */
function claimMade(
  {name, level, claim}: Suite,
  rules: readonly RuleOutcome[],
  ending: NoVerdictCause | undefined,
): Claim {
  const own = rules.filter(({select}) => select.startsWith(`${name}/`))
  const judged = own.filter(({id}) => id !== EXECUTION)
  const isShown = !ending && judged.length > 0 && own.every(({state}) => state === 'pass')
  return judgedClaim(withBoundary(level, claim), isShown)
}

function basisOf({settings}: EvalPlan): Verdict['basis'] {
  if (settings.gate === 'off') return 'no-gate'
  return settings.gate === 'file' || settings.thresholds.length > 0 ? 'gate' : 'default-gate'
}

function judgeAll(plan: EvalPlan, work: EvalFindings, rows: readonly EvalRow[]): GateJudgement {
  const {settings, gate, baseline, isNeedUncorrected, areErrorsOfPlanned} = plan
  const cells = work.cells.map(({facts}) => facts)
  const candidate = evaluatedSide(settings, work, rows)
  const missing = requiredRule(settings.mustRun, work.notRun)
  const nothing =
    work.cells.length === 0 && work.unreachable.length === 0 && !work.refused?.length ? [nothingRan()] : []
  const shares = executionShares(work, areErrorsOfPlanned)
  const execution = nothing.length > 0 ? [] : [executionRule(shares, settings.maxErrorShare)]
  const further = furtherRules(plan, cells)
  const measured = gateMeasurements(rows, work.cells)
  const versus = evalVersus(plan, work, candidate)
  const {rules, caveats} = judgeGate(gate, further, measured, {versus, isNeedUncorrected})
  const own = [
    ...execution,
    ...nothing,
    ...(missing ? [missing] : []),
    ...evalBaselineOutcome(baseline, candidate),
    ...(plan.further ?? []),
  ]
  return {rules: [...own, ...rules], caveats}
}

function nothingRan(): RuleOutcome {
  return {
    id: EXECUTION,
    severity: 'gate',
    state: 'inconclusive',
    metric: 'error_share',
    select: '*',
    estimate: null,
    n: 0,
    reason: 'nothing ran',
  }
}

/** What the caller named and what did not run, and what would have taken too long, leaves the verdict open, whatever else passed. */
function requiredRule(
  mustRun: EvalPlan['settings']['mustRun'],
  notRun: readonly EvalNotRun[],
): RuleOutcome | undefined {
  const required = notRun.filter(({suite, env, outcome, reason}) => {
    if (outcome === 'skipped') return mustRun.providers
    if (outcome === 'not-applicable' || reason === 'unreachable' || reason === 'refused') return false
    if (reason.startsWith(TOO_SLOW)) return true
    return (env !== null && mustRun.environments) || (suite !== null && mustRun.suites.includes(suite))
  })
  if (required.length === 0) return undefined
  return {
    id: 'required',
    severity: 'gate',
    state: 'inconclusive',
    metric: 'not_run',
    select: '*',
    estimate: required.length,
    threshold: 'estimate <= 0',
    n: required.length,
    reason: cutText(required.map(caveatOf).join('; '), LONGEST),
  }
}

/** Nothing could run because nothing is configured: a skip, good only where it was expected. */
function endingOf(
  {settings, providers}: EvalPlan,
  {notRun}: EvalFindings,
  signal: AbortSignal,
): NoVerdictCause | undefined {
  if (signal.aborted) return {kind: 'interrupted', signal: signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'}
  const skipped = notRun.filter(({outcome}) => outcome === 'skipped')
  if (skipped.length === 0 || skipped.length < providers.length) return undefined
  return {
    kind: 'skipped',
    expected: !settings.mustRun.providers,
    reason: cutText(skipped.map(caveatOf).join('; '), LONGEST),
  }
}

function caveatOf({provider, suite, env, outcome, reason, detail}: EvalNotRun): string {
  const what = [provider, suite, env].filter((part) => part !== null).join(' ')
  const became = outcome === 'not-applicable' && suite === null ? 'is not judged in full' : OUTCOMES[outcome]
  return `${what} ${became}: ${reason}${detail === undefined ? '' : ` (${detail})`}`
}

const OUTCOMES = {skipped: 'was skipped', 'not-run': 'did not run', 'not-applicable': 'does not apply in full'} as const

/** An episode in error counts as errored, not also as failed. */
function countsOf({settings, providers}: EvalPlan, {cells, notRun}: EvalFindings): Counts {
  const each = trialsOfOneProvider(settings)
  const episodes = cells.flatMap((cell) => cell.episodes)
  const passed = episodes.filter((episode) => episode.success).length
  const errored = episodes.filter((episode) => episode.error).length
  const skipped = each * notRun.filter(({outcome}) => outcome === 'skipped').length
  const extended = cells.filter(({sequence}) => sequence !== undefined)
  const beyond = extended.reduce((sum, {facts, planned: most}) => sum + most - settings.trialsOf(facts.suite), 0)
  const planned = each * providers.length + beyond
  const run = episodes.length
  return {
    planned,
    run,
    passed,
    failed: run - passed - errored,
    errored,
    skipped,
    not_run: planned - run - skipped,
    reused: 0,
  }
}

/** A run that its time limit ended says so, for nothing else leaves planned trials out: what it passes, it passes by those that ran. */
function cutShort({cells, endedBy}: EvalFindings): string[] {
  if (endedBy !== undefined) return []
  const fixed = cells.filter(({sequence}) => sequence === undefined)
  const planned = fixed.reduce((sum, cell) => sum + cell.planned, 0)
  const ran = fixed.reduce((sum, {episodes}) => sum + episodes.length, 0)
  return ran < planned ? [`the time limit ended the run: ${ran} of ${planned} trials ran`] : []
}

/** What to say about trials whose number was not fixed beforehand, and about rules that could not be decided early. */
function stoppingCaveats(plan: JudgingPlan, {cells, endedBy}: EvalFindings): string[] {
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
