import type {Report} from '#report/report'
import type {ConductedRun, RunDescription, RunOutcome, RunRecorder} from '#run/run-recorder'
import type {Option} from './option.ts'
import type {Order, Planned, SharedRequest} from './order.ts'
import type {MeasurementPorts} from './ports.ts'

/** What a measuring command gives back. */
export interface Told<Result> {
  readonly result: Result
  readonly report: Report
}

/**
 * A kind of run that measures: what can be asked for, how a request becomes a plan, and how a plan is carried out inside an open run.
 * Everything else is the same for all kinds: flags, steps of jobs and their schema, completion, the run and how it is told.
 */
export interface MeasuringKind<Request extends SharedRequest, Plan, Outcome extends RunOutcome, Result> {
  /** The command, and `use` of a step. */
  readonly name: string
  readonly options: readonly Option[]
  /** Finds everything that can be the caller's mistake, before a run exists. */
  plan(order: Order<Request>, ports: MeasurementPorts, signal: AbortSignal): Promise<Planned<Plan>>
  describe(plan: Plan): RunDescription
  /** The work, in a run of its own or in a job's. */
  measure(plan: Plan, trial: RunRecorder, ports: MeasurementPorts, signal: AbortSignal): Promise<Outcome>
  /** The document that the command tells; without an outcome where the work was interrupted before it had one. */
  resultOf(plan: Plan, run: ConductedRun, outcome: Outcome | undefined): Result
}
