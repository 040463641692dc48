import type {EvalBaselines, EvalEpisode, ProviderEvent} from '#contract/generated/types'
import type {EventHandler} from '#event/event-handler'
import type {LineLog} from '#run/run-recorder'
import type {CellWatch} from '../judge/cell-watch.ts'
import {knownReferences} from '../kit/run-references.ts'
import type {TrialReferences} from '../kit/trial-order.ts'
import type {ReferenceEpisodes} from '../model/cell.ts'

/** A trial that is done: what came of it, beside it floor and ceiling where they were made, and the events that were not told yet. */
export interface Tried {
  readonly episode: EvalEpisode
  readonly baselines?: TrialReferences
  readonly events?: readonly Readonly<ProviderEvent>[]
}

export interface KeepingContext {
  readonly lines: Pick<LineLog, 'append'>
  readonly eventHandler: EventHandler
  mayGoOn(): boolean
  told(episode: EvalEpisode): void
}

/** What was kept of a cell. `isWhole`: every trial that was planned or needed is there. */
export interface Kept {
  /** Their numbers. */
  readonly trials: readonly number[]
  readonly episodes: readonly EvalEpisode[]
  readonly baselines: readonly (TrialReferences | undefined)[]
  readonly isWhole: boolean
  readonly discarded: number
}

/**
 * Keeps the trials of a cell in their order, whoever was first, and lets the cell end once no more are needed. What was decided, and so
 * what is kept, depends on the trials alone, not on how many are under way at a time.
 */
export class TrialKeeper {
  readonly #watch: CellWatch
  readonly #known: ReferenceEpisodes | undefined
  readonly #context: KeepingContext
  readonly #tried: (Tried | undefined)[] = []
  readonly #trials: number[] = []
  readonly #episodes: EvalEpisode[] = []
  readonly #baselines: (TrialReferences | undefined)[] = []
  #isOver = false

  constructor(watch: CellWatch, known: ReferenceEpisodes | undefined, context: KeepingContext) {
    this.#watch = watch
    this.#known = known
    this.#context = context
  }

  readonly mayGoOn = (): boolean => !this.#isOver && this.#context.mayGoOn()

  /** `at` is the place of the trial in the list of the cell. */
  take(at: number, tried: Tried): void {
    this.#tried[at] = tried
    this.#context.told(tried.episode)
    for (
      let next = this.#tried[this.#episodes.length];
      next && !this.#isOver;
      next = this.#tried[this.#episodes.length]
    ) {
      this.#keep(next, this.#episodes.length)
      this.#isOver = this.#watch.isOver({episodes: this.#episodes, references: this.#references()})
    }
  }

  /**
   * Everything that is done is kept, after an abort too. Where what trials show may end them only the prefix counts, up to the first one
   * that is missing: a trial that was quick enough to be done is no fair draw.
   */
  end(): Kept {
    const later = this.#tried.flatMap((tried, at) => (tried && at >= this.#episodes.length ? {tried, at} : []))
    const isCut = this.#isOver || this.#watch.isSequential
    const kept = isCut ? [] : later
    for (const {tried, at} of kept) this.#keep(tried, at)
    // What does not count was called all the same.
    for (const {tried} of isCut ? later : []) this.#tell(tried)
    return {
      trials: this.#trials,
      episodes: this.#episodes,
      baselines: this.#baselines,
      isWhole: this.#episodes.length > 0 && (this.#isOver || this.#episodes.length === this.#watch.trials.length),
      discarded: later.length - kept.length,
    }
  }

  #keep(tried: Tried, at: number): void {
    this.#tell(tried)
    this.#context.lines.append(tried.episode)
    this.#trials.push(this.#watch.trials[at] ?? at)
    this.#episodes.push(tried.episode)
    this.#baselines.push(tried.baselines ?? knownReferences(this.#known, at))
  }

  #tell({events = []}: Tried): void {
    for (const event of events) void this.#context.eventHandler(event)
  }

  #references(): ReferenceEpisodes | undefined {
    if (!this.#watch.needsReferences) return undefined
    const list = (who: keyof EvalBaselines) => this.#baselines.flatMap((one) => one?.[who] ?? [])
    return {random: list('random'), frozen: list('frozen'), oracle: list('oracle')}
  }
}
