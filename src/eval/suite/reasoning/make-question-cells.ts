import type {EvalEpisode} from '#contract/generated/types'
import {type Course, lacking, type SuiteCells} from '../../kit/course.ts'
import type {Cell} from '../../model/cell.ts'
import {episodeError} from '../../model/episode-error.ts'
import {wantedTrials} from '../../model/eval-plan.ts'
import {rounded} from '../../model/rounded.ts'
import {NOWHERE} from '../../model/suite.ts'
import {waitTurn} from '../../model/wait-turn.ts'
import {measureAnswer} from './measure-answer.ts'
import {questionScene} from './question-scene.ts'
import {questionSnapshot} from './question-world.ts'
import {QUESTIONS, type Question} from './questions.ts'

/** The scenes of questions as a place; another way to build them is another version. */
const SCENES = 'scenes@1'

/** A cell for each kind of question, for a provider that answers any. */
export function makeQuestionCells(course: Course): SuiteCells {
  const {suite, subject, settings} = course
  if (!subject.capabilities.includes('reason')) return lacking(course)
  const cells = QUESTIONS.filter((question) => suite.sets?.includes(question)).map((question) => {
    const trials = wantedTrials(settings, suite, {env: NOWHERE, part: question})
    return questionCell(course, question, trials)
  })
  return {ready: cells.filter(({trials}) => trials.length > 0).map((cell) => ({cell})), notRun: []}
}

function questionCell({suite, subject, settings: {seed}}: Course, question: Question, trials: readonly number[]): Cell {
  return {
    suite,
    provider: subject.name,
    env: '*',
    stratum: question,
    planner: null,
    successMode: null,
    envStepBudget: null,
    seed,
    trials,
    async run(episode, signal): Promise<EvalEpisode> {
      const who = {suite: suite.name, provider: subject.name, env: NOWHERE, stratum: question, episode}
      const scene = questionScene({seed, environment: SCENES, stratum: question, episode}, question)
      await waitTurn()
      signal.throwIfAborted()
      try {
        const {cited, values, ...outcome} = await measureAnswer(subject, scene, signal)
        const kept = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, rounded(value)]))
        const seen = !outcome.success && {snapshots: questionSnapshot(scene, cited)}
        return {...who, ...outcome, values: kept, ...seen}
      } catch (error) {
        signal.throwIfAborted()
        return {...who, success: false, reason: 'error', error: episodeError(error)}
      }
    },
  }
}
