import type {EvalEpisode} from '#contract/generated/types'
import type {EventHandler} from '#event/event-handler'
import type {Clock} from '#random/clock'
import type {LineLog, Steps} from '#run/run-recorder'
import type {RunWatch} from '../judge/run-watch.ts'
import type {CellsOf} from '../kit/course.ts'
import type {StatePlans} from '../kit/make-state-plans.ts'
import type {CellResult, ReferenceEpisodes} from '../model/cell.ts'
import type {EvalLibrary} from '../model/subject.ts'
import type {TrialPool} from './open-trial-pool.ts'

/** What taking a provider through its suites needs of the run. */
export interface SubjectContext {
  readonly clock: Pick<Clock, 'monotonicNs'>
  readonly steps: Steps
  readonly lines: LineLog
  /** Shared by all providers: floor and ceiling depend on the environment alone. */
  readonly baselines: Map<string, ReferenceEpisodes>
  /** What is true in the scenes of trials, for all providers. */
  readonly statePlans: StatePlans
  /** How the cells of the suites are made. */
  readonly cellsOf: CellsOf
  readonly library: EvalLibrary
  /** Threads for providers that live in this process, where there are any. */
  readonly pool?: TrialPool | undefined
  readonly eventHandler: EventHandler
  readonly watch: RunWatch
  mayGoOn(): boolean
  told(episode: EvalEpisode): void
  /** So many trials more than were planned, or less, are to come. */
  replan(trials: number): void
  /** What whoever waits should know at once. */
  tell(text: string): void
  /** Cells that are done, of all providers so far. */
  readonly done: CellResult[]
}
