import type {EvalNotRun} from '#contract/generated/types'
import {withNearest} from '#error/nearest'
import {WORLDS} from '#world/environments'
import type {Environment} from '#world/model/environment'
import type {EvalFindings} from '../judge/work.ts'
import type {SuiteCells} from '../kit/course.ts'
import type {FirstAnswer} from '../kit/first-answer.ts'
import type {CellResult} from '../model/cell.ts'
import {joinStepId} from '../model/eval-plan.ts'
import type {EvalSettings} from '../model/eval-settings.ts'
import type {Subject} from '../model/subject.ts'
import type {Suite} from '../model/suite.ts'
import {askAllClaims} from '../suite/calibration/ask-all-claims.ts'
import {askEnvironment} from './ask-environment.ts'
import {
  type Branch,
  finishErred,
  type PlannedCell,
  planCell,
  type RanCell,
  recordCell,
  stepOf,
  workAhead,
} from './conduct-cell.ts'
import type {SubjectContext} from './subject-context.ts'

interface PlannedSuite extends Pick<SuiteCells, 'notRun'> {
  readonly cells: readonly PlannedCell[]
}

/** Takes one provider through every suite and environment. What cannot run is named, not forgotten. */
export async function askSubject(
  settings: EvalSettings,
  subject: Subject,
  context: SubjectContext,
  signal: AbortSignal,
): Promise<EvalFindings> {
  const {steps} = context
  await steps.group({
    stepId: joinStepId('eval', subject.name),
    parentId: 'eval',
    operation: 'evaluate',
    provider: subject.name,
  })
  const {supported, notRun, barrier, first} = await askAll(settings, subject, signal)
  for (const {env, reason} of notRun) {
    await steps.skip(
      {...stepOf(subject, 'preflight', env ?? 'all'), parentId: joinStepId('eval', subject.name), required: false},
      reason,
    )
  }
  if (barrier !== undefined) return {cells: [], notRun, unreachable: [], refused: [], [barrier]: [subject.name]}
  const {cells, notRun: missed} = await askSuites({supported, first}, {subject, settings, context}, signal)
  notRun.push(...missed)
  // Who names suites one by one, or one trial, knows what these ask.
  const isSet = settings.mustRun.suites.length === 0 && !settings.only
  if (isSet) notRun.push(...(await import('../judge/unjudged.ts')).unjudged(subject, settings))
  return {cells, notRun, unreachable: []}
}

/** Every suite in the environments that the provider supports. */
async function askSuites(
  {supported, first}: Pick<Asked, 'supported' | 'first'>,
  branch: Branch,
  signal: AbortSignal,
): Promise<Pick<EvalFindings, 'cells' | 'notRun'>> {
  const {subject, settings, context} = branch
  const {steps} = context
  const cells: CellResult[] = []
  const notRun: EvalNotRun[] = []
  const stated = await askAllClaims(
    subject,
    {suites: settings.suites, environments: supported, seed: settings.seed},
    signal,
  )
  const withinTime = await timeCheckOf(subject, supported, branch, signal)
  const planSuite = async (suite: Suite): Promise<PlannedSuite> => {
    const {statePlans, library, clock} = context
    const course = {
      suite,
      subject,
      environments: supported,
      settings,
      whole: settings,
      stated,
      first,
      statePlans,
      library,
      clock,
    }
    const made = await withinTime(course, context.cellsOf(course))
    return {notRun: made.notRun, cells: await Promise.all(made.ready.map((ready) => planCell(ready, branch)))}
  }
  // Whoever is elsewhere is asked for its pace before the first suite that needs it, no sooner.
  const planned = subject.inProcess ? await Promise.all(settings.suites.map(planSuite)) : undefined
  let later = workAhead(planned?.flatMap((suite) => suite.cells) ?? [], branch)
  for (const [at, suite] of settings.suites.entries()) {
    const made = planned?.[at] ?? (await planSuite(suite))
    if (made.cells.length + made.notRun.length === 0) continue
    await steps.group({...stepOf(subject, suite.name), parentId: joinStepId('eval', subject.name)})
    for (const {env, reason} of made.notRun) {
      await steps.skip({...stepOf(subject, suite.name, env ?? 'all'), required: false}, reason)
    }
    notRun.push(...made.notRun)
    const ran: RanCell[] = []
    for (const cell of made.cells) {
      ran.push(await recordCell(cell, branch, signal))
      if (cell.ready.isAlone) later = workAhead(later, branch)
    }
    await finishErred(ran, branch)
    cells.push(...ran.map(({result}) => result))
  }
  return {cells, notRun}
}

/** Calls in this process take no time worth a look. */
async function timeCheckOf(
  subject: Subject,
  [environment]: readonly Environment[],
  {settings, context}: Branch,
  signal: AbortSignal,
) {
  if (subject.inProcess || !environment) return async (_: unknown, made: SuiteCells) => made
  const {makeTimeCheck} = await import('./make-time-check.ts')
  return makeTimeCheck({subject, environment, settings}, context, signal)
}

interface Asked {
  readonly supported: readonly Environment[]
  readonly notRun: EvalNotRun[]
  /** The very first answer, of the environment that was asked first. */
  readonly first?: FirstAnswer | undefined
  /** Why no trial makes sense. */
  readonly barrier?: 'unreachable' | 'refused'
}

async function askAll(settings: EvalSettings, subject: Subject, signal: AbortSignal): Promise<Asked> {
  const supported: Environment[] = []
  const notRun: EvalNotRun[] = []
  const answers: (FirstAnswer | undefined)[] = []
  const missing = (env: string | null, reason: string, detail?: string): EvalNotRun => ({
    provider: subject.name,
    suite: null,
    env,
    outcome: 'not-run',
    reason,
    ...(detail !== undefined && {detail}),
  })
  for (const environment of settings.environments) {
    const lack = await lackOf(subject, environment)
    if (lack !== undefined) {
      notRun.push(missing(environment.id, lack))
      continue
    }
    const {support, said, first: answer} = await askEnvironment(subject, environment, settings, signal)
    answers.push(answer)
    if (support === 'unreachable' || support === 'refused')
      return {supported: [], notRun: [missing(null, support, said)], barrier: support}
    if (support === 'supported') supported.push(environment)
    else if (support === 'unread') notRun.push(missing(environment.id, 'translator_invalid', said))
    else notRun.push(missing(environment.id, await unsupported(subject), said))
  }
  return {supported, notRun, first: answers[0]}
}

/** Worlds that are told of those that a provider says it knows. */
const MOST_TOLD = 6

/** Who predicts is shown states, whatever a translator says. */
async function lackOf(
  {shown, capabilities, descriptor}: Subject,
  environment: Environment,
): Promise<string | undefined> {
  const {environments: known} = descriptor
  if (known && !known.includes(environment.id) && !known.includes(environment.key))
    return `environment_unsupported (it states that it knows ${known.slice(0, MOST_TOLD).join(', ')} alone)${unknownIn(known)}`
  if (!shown || capabilities.includes('predict')) return undefined
  return (await import('#provider/translator/fit-issues')).worldLack(shown, environment)
}

/** A name that no world has here is most often a misspelt one; it may be of a later version, too. */
function unknownIn(known: readonly string[]): string {
  const keys: readonly string[] = [...WORLDS.values()].map(({key}) => key)
  const unknown = known.find((name) => !WORLDS.has(name) && !keys.includes(name))
  return unknown === undefined ? '' : withNearest(`, and no world is named ${unknown}`, unknown, [...WORLDS.keys()])
}

/** A model of pictures that is shown numbers refuses them: then it is told which translators show it what it takes. */
async function unsupported({name, shown}: Subject): Promise<string> {
  const known = shown ? [] : (await import('#provider/translator/built-in')).translatorsFor(name)
  return known.length === 0
    ? 'environment_unsupported'
    : `environment_unsupported (try --translator ${known.join(' or ')})`
}
