import type {Summary} from '#contract/generated/types'
import type {MeasurementPorts} from '#measurement/ports'
import type {PolicyChoice} from '#provider/model/request-policy'
import type {Progress} from '#report/progress'
import type {RunOutcome, RunRecorder} from '#run/run-recorder'
import type {EarlierFiles, PromisedOutputs} from './find-earlier-files.ts'
import type {PlannedJobItem} from './plan-job.ts'

/** A step that was checked whole: nothing in it can still be the caller's mistake. */
export interface PreparedStep {
  readonly providers: readonly string[]
  readonly operations: readonly string[]
  /** What it will do, as its run tells it: suites, environments, sizes. */
  readonly summary?: Summary
  /** What may keep it from doing what it is for, though it can be run. */
  readonly warnings?: readonly string[]
  /** Which files it promises to leave. */
  readonly promised?: PromisedOutputs
  run(trial: RunRecorder, signal: AbortSignal, progress: Progress, frame: StepFrame): Promise<RunOutcome>
}

/** What a job gives to each step beside what it runs in. */
export interface StepFrame {
  /** The work is done and only to be kept: the time limit, at which the signal is aborted, does not come any more. */
  endLimit(): void
  /** What was there before the first step. */
  readonly earlier: EarlierFiles
}

/** What a job sets for all its steps. */
export interface StepTerms {
  /** Providers that the caller's profile names, for steps that name none. */
  readonly usualProviders?: readonly string[] | undefined
  /** Limits that the caller's profile chose. */
  readonly limits: PolicyChoice
  /** How many steps may run side by side: they share the machine. */
  readonly lanes: number
  /** The line that asked for the job: commands that a step suggests take from it what leads to providers. */
  readonly commandArgv: readonly string[]
  /** Where the job's run will be, absolute. */
  readonly workspace: string
}

/** Makes a planned item ready to run. Throws what the command of the same name throws for bad input. */
export type StepRunner = (item: PlannedJobItem, ports: MeasurementPorts, terms: StepTerms) => Promise<PreparedStep>
