import type {OperatorMutant} from '#lab/mutation/operator'
import type {Environment} from '#world/model/environment'
import type {CellsOf} from '../kit/course.ts'
import {kept} from '../kit/kept.ts'
import {makeStatePlans, type StatePlans} from '../kit/make-state-plans.ts'
import type {EvalLibrary} from '../model/subject.ts'
import type {Suite} from '../model/suite.ts'
import type {Harm} from './harm.ts'
import {makeHarmTest} from './measure-harm.ts'
import {type ExamSettings, runExamination} from './run-examination.ts'

/** Who judges a mutant, and who judges one that is honest but for what it says of its answers. */
const JUDGES = ['core', 'invariants', 'surprise']
const CLAIM_JUDGES = ['calibration']

/** What one mutant costs, and by which suites it is failed, with the number of rules each. */
export interface ExaminedMutant {
  readonly harm: Harm
  readonly killers: Readonly<Record<string, number>>
}

interface Means {
  readonly library: EvalLibrary
  readonly cellsOf: CellsOf
  suitesOf(names: readonly string[]): Suite[]
  /** Everything but the suites. */
  readonly settings: Omit<ExamSettings, 'suites'>
}

/** Examines mutants one after the other; scenes and truths are worked out once for all of them. */
export function makeMutantExam({library, cellsOf, suitesOf, settings}: Means) {
  const harmTests = new Map<string, ReturnType<typeof makeHarmTest>>()
  const statePlans = new Map<string, StatePlans>()
  const harmTestIn = (environment: Environment) => kept(harmTests, environment.key, () => makeHarmTest(environment))
  return async ({operator, magnitude, environment}: OperatorMutant, signal: AbortSignal): Promise<ExaminedMutant> => {
    const make = () => operator.make(magnitude)
    const provider = make().profile.name
    const suites = suitesOf(operator.onlyClaims ? CLAIM_JUDGES : JUDGES)
    const exam = {...settings, suites}
    const plans = kept(statePlans, suites.map(({name}) => name).join(), () => makeStatePlans(exam))
    await using fresh = closing(library.knowing(make))
    const {outcomes} = await runExamination(
      {provider, environment, settings: exam, library: fresh.library, cellsOf, statePlans: plans},
      signal,
    )
    await using measured = closing(library.knowing(make))
    const subject = await measured.library.subject(provider)
    const harm = await harmTestIn(environment)(subject, operator.onlyClaims === true, signal)
    const killers: Record<string, number> = {}
    for (const {state, select} of outcomes) {
      const suite = select.split('/')[0] ?? select
      if (state === 'fail') killers[suite] = (killers[suite] ?? 0) + 1
    }
    return {harm, killers}
  }
}

function closing(library: EvalLibrary) {
  return {library, [Symbol.asyncDispose]: () => library.close()}
}
