import type {EvalEpisode} from '#contract/generated/types'
import type {Standing} from '#gate/standing'
import type {Cell, CellResult, ReferenceEpisodes, Sequence} from '../model/cell.ts'
import {isEarly, isVersusReference, type RuleQuestion} from './deciding-rules.ts'

/** Trials between two looks. */
const EVERY = 10

/** Trials of a cell so far, in their order. */
export interface Prefix {
  readonly episodes: readonly EvalEpisode[]
  readonly references: ReferenceEpisodes | undefined
}

interface Watched {
  readonly questions: readonly RuleQuestion[]
  readonly sequence: Sequence | undefined
  readonly run: WatchedRun
}

/** What a cell asks of the run it belongs to. */
interface WatchedRun {
  /** The rule that ended the run. */
  readonly failed: string | undefined
  standings(questions: readonly RuleQuestion[], cell: CellResult): Standing[]
  isSettled(standing: Standing, trials: number): boolean
  isFailed(standing: Standing): boolean
  mayErr(errors: number, trials: number): boolean
  addError(cell: Cell): void
  fail(rule: string): void
}

/** Looks at the trials of one cell as they come, in their order, and says when no more are needed. */
export class CellWatch {
  readonly trials: readonly number[]
  /** Whether floor and ceiling must be there at every look. */
  readonly needsReferences: boolean
  /** Whether what trials show may decide how many there are. */
  readonly isSequential: boolean
  readonly #cell: Cell
  readonly #watched: Watched
  readonly #early: readonly RuleQuestion[]
  readonly #counts: Map<RuleQuestion, number>
  #errors = 0

  constructor(cell: Cell, watched: Watched) {
    const {questions, sequence} = watched
    this.#cell = cell
    this.#watched = watched
    this.isSequential = sequence !== undefined
    this.#early = questions.filter(isEarly)
    this.#counts = new Map(questions.filter(isCapped).map((question) => [question, 0]))
    this.trials = sequence ? Array.from({length: sequence.maxN}, (_, trial) => trial) : cell.trials
    this.needsReferences = sequence !== undefined && this.#early.some(({rule}) => isVersusReference(rule))
  }

  /** Told after every trial; true once no more are needed. */
  isOver(prefix: Prefix): boolean {
    const {sequence, run} = this.#watched
    const last = prefix.episodes.at(-1)
    if (last) this.#count(last)
    if (run.failed !== undefined) return true
    const n = prefix.episodes.length
    return sequence !== undefined && n % EVERY === 0 && n >= (sequence.fixedN ?? 0) && this.#isSettled(prefix)
  }

  /** How the number of trials came about: one that a failure cut short was not fixed beforehand either. */
  sequenceOf(ran: number): Sequence | undefined {
    const {sequence, run} = this.#watched
    const isCut = run.failed !== undefined && ran > 0 && ran < this.trials.length
    return sequence ?? (isCut ? {maxN: this.trials.length, fixedN: null} : undefined)
  }

  #count(episode: EvalEpisode): void {
    const {run} = this.#watched
    if (episode.error) {
      this.#errors++
      run.addError(this.#cell)
    }
    for (const [question, before] of this.#counts) {
      const {rule, metric} = question
      const {reads} = metric.measure
      const count = before + (reads?.kind === 'count' ? reads.amount(episode) : 0)
      this.#counts.set(question, count)
      if (rule.require && (rule.require.op === 'lt' ? count >= rule.require.value : count > rule.require.value)) {
        run.fail(rule.id)
      }
    }
  }

  /** While too many trials are in error, more of them may still make the share small enough, unless something has failed anyway. */
  #isSettled({episodes, references}: Prefix): boolean {
    const {sequence, run} = this.#watched
    const planned = this.trials.length
    const cell = {facts: this.#cell, planned, episodes, baselines: references, sequence, wallMs: 0}
    const standings = run.standings(this.#early, cell)
    if (!standings.every((standing) => run.isSettled(standing, episodes.length))) return false
    return run.mayErr(this.#errors, episodes.length) || standings.some((standing) => run.isFailed(standing))
  }
}

/** A count that only grows: once above its limit it stays there. */
function isCapped({rule, metric}: RuleQuestion): boolean {
  if (metric.measure.reads?.kind !== 'count' || !rule.require) return false
  return ['lte', 'lt', 'eq'].includes(rule.require.op)
}
