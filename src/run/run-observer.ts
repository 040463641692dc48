import type {ProviderEvent, RunManifest} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import type {RunDescription, StepEnd, StepStart} from './run-recorder.ts'

/** What is told of a run while it goes on. Steps and descriptions come as their makers wrote them, events and manifests redacted. */
export type RunNews =
  | {readonly what: 'opened'; readonly runId: RunId; readonly trial: RunDescription}
  /** A step that only holds others was announced. */
  | {readonly what: 'grouped'; readonly step: StepStart}
  | {readonly what: 'began'; readonly step: StepStart}
  /** `durationMs` is absent for a step that never began. */
  | {readonly what: 'ended'; readonly stepId: string; readonly end: StepEnd; readonly durationMs: number | undefined}
  | {readonly what: 'event'; readonly event: Readonly<ProviderEvent>}
  /** The last one; a run that its disk ended has none. */
  | {readonly what: 'closed'; readonly manifest: RunManifest}

/** Watches runs from outside. Must not throw: nothing it does reaches the run. */
export interface RunObserver {
  told(news: RunNews): void
}
