import type {ProviderEvent, RunManifest} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import type {RunDescription, StepEnd, StepStart} from './run-recorder.ts'

/** News about a run in progress. Steps and descriptions come as their makers wrote them, events and manifests redacted. */
export type RunNews =
  | {readonly what: 'opened'; readonly runId: RunId; readonly trial: RunDescription}
  /** A step that only contains others was announced. */
  | {readonly what: 'grouped'; readonly step: StepStart}
  | {readonly what: 'began'; readonly step: StepStart}
  /** `durationMs` is absent for a step that never began. */
  | {readonly what: 'ended'; readonly stepId: string; readonly end: StepEnd; readonly durationMs: number | undefined}
  | {readonly what: 'event'; readonly event: Readonly<ProviderEvent>}
  /** The last news; a run that ended by a disk error has none. */
  | {readonly what: 'closed'; readonly manifest: RunManifest}

/** Watches runs from outside. Must not throw: nothing it does may affect the run. */
export interface RunObserver {
  told(news: RunNews): void
}
