import type {Globs} from '#path/glob'
import type {Children} from '#process/children'
import type {StartTalk} from '#process/talk'
import type {Threads} from '#process/threads'
import type {AssayOptions} from '#provider/assay'
import type {PolicyChoice} from '#provider/request-policy'
import type {Progress} from '#report/progress'
import type {RunPorts} from '#run/ports'
import type {Trial, TrialOutcome} from '#run/trial'
import type {PlannedItem} from './plan-job.ts'

export interface JobPorts extends RunPorts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly progress: Progress
  readonly children: Children
  readonly globs: Globs
  readonly startTalk: StartTalk
  readonly threads: Threads
  readonly recordings: string
  readonly extras?: AssayOptions['extras']
}

/** A step that was checked whole: nothing in it can still be the caller's mistake. */
export interface PreparedStep {
  readonly providers: readonly string[]
  readonly operations: readonly string[]
  run(trial: Trial, signal: AbortSignal): Promise<TrialOutcome>
}

/** What a job sets for all its steps. */
export interface StepTerms {
  /** Limits that the caller's profile chose. */
  readonly limits: PolicyChoice
  /** How many steps may run side by side: they share the machine. */
  readonly lanes: number
}

/** Makes a planned item ready to run. Throws what the command of the same name throws for bad input. */
export type StepRunner = (item: PlannedItem, ports: JobPorts, terms: StepTerms) => Promise<PreparedStep>
