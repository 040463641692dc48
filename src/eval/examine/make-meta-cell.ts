import type {EvalEpisode} from '#contract/generated/types'
import {type CellsOf, type Course, lacking, type SuiteCells, type WholeSettings} from '../kit/course.ts'
import {makeStatePlans} from '../kit/make-state-plans.ts'
import type {SuiteShelf} from '../kit/suite-entry.ts'
import type {Cell} from '../model/cell.ts'
import type {Subject} from '../model/subject.ts'
import type {Suite} from '../model/suite.ts'
import {EQUIVALENT, worstHarm} from './harm.ts'
import {type ExaminedMutant, makeMutantExam} from './make-mutant-exam.ts'
import {type MetaTrial, metaTrials} from './meta-trials.ts'
import {compareTwins, type Examination, type Examinee, type ExamSettings, runExamination} from './run-examination.ts'

/** The suites under trial, and the quick ones of them that twins go through. */
const JUDGES = ['calibration', 'invariants', 'policy-ranking', 'reasoning', 'media', 'latent', 'surprise', 'core']
const TWIN_JUDGES = ['rollout', 'counterfactual', 'score-ranking', 'closed-loop']
/** Where a closed loop is quick enough to be run two hundred times. */
const QUICK_LOOP = 'two-room'
/** Seeds of twins lie far from each other's and from the run's. */
const BLOCK = 1_000_003

/** The suites that are put on trial: how they are found by name, and how their cells are made. */
export interface MetaKit {
  readonly cellsOf: CellsOf
  suitesOf(names: readonly string[]): Suite[]
}

type MetaContext = MetaKit & Pick<Examinee, 'library' | 'clock'> & {readonly settings: WholeSettings}

/** What a trial came to: whether the suites did as they must, and what speaks for it, by suite. */
interface Judged {
  readonly success: boolean
  readonly values: Readonly<Record<string, number>>
  readonly reason?: string
}

/** Its cells need those of every other suite: which of them a trial calls on is known when it runs. */
export async function loadMetaCells({loadCatalogue, loadCells}: SuiteShelf): Promise<CellsOf> {
  const {suites, suitesOf} = await loadCatalogue()
  const cellsOf = await loadCells(suites.filter(({kind}) => kind !== 'meta'))
  return (course) => makeMetaCells(course, {cellsOf, suitesOf})
}

/** The exact model is what everything is held against, so it alone stands for the kit. */
function makeMetaCells(course: Course, kit: MetaKit): SuiteCells {
  const {suite, subject, whole, library, clock} = course
  if (subject.name !== 'analytic' || !whole) return lacking(course, 'needs_the_exact_model')
  const cell = makeMetaCell(suite, subject, {...kit, settings: whole, library, clock})
  return {ready: [{cell, isShareable: true}], notRun: []}
}

/** Our own suites on trial, one wrong model or pair of twins a trial. Judged by the numbers and gates that every run has. */
export function makeMetaCell(suite: Suite, subject: Subject, ports: MetaContext): Cell {
  const {settings, library, cellsOf, clock, suitesOf} = ports
  const list = metaTrials(settings.environments)
  const inner = innerSettings(settings, suitesOf(JUDGES))
  const shared = {library, cellsOf, clock, statePlans: makeStatePlans(inner)}
  const exact = new Map<string, Promise<Examination>>()
  const examine = (trial: MetaTrial, signal: AbortSignal) => {
    const suites = suitesOf([...(trial.judges ?? JUDGES), ...trial.further])
    const trialsOf = (judge: Suite) => Math.min(inner.trialsOf(judge), trial.trials ?? Number.POSITIVE_INFINITY)
    return runExamination({...shared, ...trial, settings: {...inner, suites, trialsOf}}, signal)
  }
  const exactIn = (trial: MetaTrial, signal: AbortSignal) => {
    const provider = trial.set === 'exact' ? trial.provider : 'analytic'
    const name = `${provider} ${trial.environment.id}`
    const known = exact.get(name) ?? examine({...trial, provider}, signal)
    exact.set(name, known)
    return known
  }
  const examMutant = makeMutantExam({library, cellsOf, suitesOf, settings: inner})
  const judge = async (trial: MetaTrial, signal: AbortSignal): Promise<Judged> => {
    if (trial.mutant) return judgedMutant(await examMutant(trial.mutant, signal))
    if (trial.set === 'twin') return await judgeTwins(trial, ports, signal)
    if (trial.set === 'visible') return seenIn(await examine(trial, signal), await exactIn(trial, signal))
    return judgedBy(trial, trial.set === 'exact' ? await exactIn(trial, signal) : await examine(trial, signal))
  }
  const {only} = settings
  const trials = list
    .map((_, index) => index)
    .slice(0, settings.trialsOf(suite))
    .filter((index) => !only || (list[index]?.part === only.part && list[index]?.environment.id === only.env))
  return {
    suite,
    provider: subject.name,
    env: '*',
    stratum: '*',
    planner: settings.planner,
    successMode: null,
    envStepBudget: null,
    seed: settings.seed,
    trials,
    async run(index, signal): Promise<EvalEpisode> {
      const trial = list[index]
      if (!trial) throw new Error('a trial lies outside its list')
      // Told as one plan: a single trial makes thousands of calls in this process.
      const judged = await subject.asOnePlan(() => judge(trial, signal))
      const {set, part, environment} = trial
      return {
        suite: suite.name,
        provider: subject.name,
        env: environment.id,
        stratum: set,
        episode: 0,
        case: part,
        ...judged,
      }
    },
  }
}

function seenIn(own: Examination, exact: Examination): Judged {
  const telling = own.rows.filter((row) => differs(row, exact))
  return judged(countsOf(telling.map(({suite}) => suite)), 'no number differs from the exact model')
}

function judgedBy({set}: MetaTrial, {outcomes}: Examination): Judged {
  const wanted = set === 'exact' ? (state: string) => state !== 'pass' : (state: string) => state === 'fail'
  const found = outcomes.filter(({state}) => wanted(state))
  const counts = countsOf(found.map(({select}) => select.split('/')[0] ?? select))
  if (set === 'harmful') return judged(counts, 'no gate failed')
  const names = Object.keys(counts)
  return {
    success: names.length === 0,
    values: counts,
    ...(names.length > 0 && {reason: `not passed: ${names.join(', ')}`}),
  }
}

/** Its harm and who failed it stand side by side in the values; what costs nothing need not be failed. */
function judgedMutant({harm, killers}: ExaminedMutant): Judged {
  const isMissed = Object.keys(killers).length === 0 && worstHarm(harm) >= EQUIVALENT
  const reason = isMissed && {reason: `no gate failed, and its harm is ${worstHarm(harm).toPrecision(2)}`}
  return {success: !isMissed, values: {...harm, ...killers}, ...reason}
}

function countsOf(suites: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const suite of suites) counts[suite] = (counts[suite] ?? 0) + 1
  return counts
}

function judged(values: Readonly<Record<string, number>>, none: string): Judged {
  const isFound = Object.keys(values).length > 0
  return {success: isFound, values, ...(!isFound && {reason: none})}
}

/** Whether a number of a wrong model gives it away: its interval misses the exact model's value. */
function differs(row: Examination['rows'][number], exact: Examination): boolean {
  const same = exact.rows.find(
    (one) => one.suite === row.suite && one.stratum === row.stratum && one.metric === row.metric,
  )
  if (row.estimate === null || same?.estimate === null || same === undefined) return false
  const {low, high} = row.ci ?? {low: row.estimate, high: row.estimate}
  return (low !== null && same.estimate < low) || (high !== null && same.estimate > high)
}

async function judgeTwins(
  {provider, environment, block}: MetaTrial,
  {settings, library, cellsOf, suitesOf}: MetaContext,
  signal: AbortSignal,
): Promise<Judged> {
  const names = TWIN_JUDGES.filter((name) => name !== 'closed-loop' || environment.id === QUICK_LOOP)
  const side = (offset: number) => {
    const seed = (settings.seed + BLOCK * (2 * block + offset)) % Number.MAX_SAFE_INTEGER
    return runExamination(
      {provider, environment, library, cellsOf, settings: {...innerSettings(settings, suitesOf(names)), seed}},
      signal,
    )
  }
  const [base, candidate] = [await side(1), await side(2)]
  // A wrong model may fail its gates; worse than itself it may never be.
  const own = provider === 'analytic' ? candidate.outcomes : []
  const alarms = [...own, ...compareTwins(base, candidate)].filter(({state}) => state === 'fail')
  const reason = alarms.map(({id, select}) => `${id} ${select}`).join(', ')
  return {success: alarms.length === 0, values: {alarms: alarms.length}, ...(reason !== '' && {reason})}
}

/** Settings of the inner run of one wrong model: these suites at the size asked for, every trial. */
function innerSettings(settings: WholeSettings, suites: readonly Suite[]): ExamSettings {
  const {only, translator, ...rest} = settings
  const size = settings.size === 'custom' ? 'quick' : settings.size
  return {...rest, suites, trialsOf: (suite) => suite.trials[size]}
}
