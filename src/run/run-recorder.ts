import type {
  ConfigProfile,
  EnvPresence,
  Finding,
  RunKind,
  RunManifest,
  Summary,
  Verdict,
} from '#contract/generated/types'
import type {Digest, RunId} from '#contract/ids'
import type {EventHandler} from '#event/event-handler'
import type {ArtifactFolderOptions} from '#path/write-artifact'
import type {Safe} from '#redact/safe'
import type {Report} from '#report/report'

/** What is known of a trial before anything runs; all of it goes into the manifest that exists from the first millisecond. */
export interface RunDescription {
  readonly kind: RunKind
  /** Command words, such as `eval`; the argument vector as parsed, secret flags already masked. */
  readonly command: string
  readonly commandArgv: readonly string[]
  /** Name of the job, for a run of one. */
  readonly job?: string
  readonly providers: readonly string[]
  readonly capabilities: readonly string[]
  readonly operations: readonly string[]
  /** Value-free facts of the providers: name to profile and configuration summary. */
  readonly providerProfile?: Readonly<Record<string, unknown>>
  readonly configProfile?: ConfigProfile
  readonly envSummary?: readonly EnvPresence[]
  readonly inputSummary: Summary
  readonly inputDigest?: Digest
  readonly inputFixtureDigest?: Digest
  readonly gateDigest?: Digest
  readonly planSha256?: Digest
  readonly parents?: RunManifest['parents']
  /** Documents kept under `inputs/`, redacted; `plan.json` for jobs. */
  readonly inputs: readonly RunDocument[]
}

/** A file of the run. `path` is relative to the run; the label names it in the manifest. JSON and text are redacted on the way; bytes that hold a
 * registered secret are refused (`evidence_refused`). */
export interface RunDocument {
  readonly path: string
  readonly label: string
  readonly kind: RunManifest['artifacts'][number]['kind']
  readonly mediaType?: string
  readonly origin?: 'assay' | 'child' | 'provider'
  readonly content: {readonly json: unknown} | {readonly text: string} | {readonly bytes: Uint8Array}
}

export interface StepStart {
  readonly stepId: string
  readonly parentId?: string
  readonly operation: string
  readonly provider?: string
  readonly capability?: string
  /** Default true. */
  readonly required?: boolean
  readonly simulated?: boolean
  /** Run-relative paths of files that were written before. */
  readonly inputs?: readonly string[]
}

export interface StepEnd {
  readonly status: 'success' | 'failed' | 'skipped' | 'cancelled'
  readonly attempts?: number
  /** Monotonic milliseconds; measured between start and finish when absent. */
  readonly durationMs?: number
  readonly errorSummary?: string
  readonly skipReason?: string
  readonly outputs?: readonly string[]
}

/** Steps of the workflow; a start is on disk before the call returns, so a crash shows what was in flight. */
export interface Steps {
  /** A step that only holds others; its status is derived from them. */
  group(step: StepStart): Promise<void>
  start(step: StepStart): Promise<void>
  finish(stepId: string, end: StepEnd): Promise<void>
  /** A step that never began. */
  skip(step: StepStart, skipReason: string): Promise<void>
}

/** One JSON line a call; on disk at `flush`, and at the end of the run. */
export interface LineLog {
  append(value: unknown): void
  flush(): Promise<void>
}

/** Text of others as it comes: safe already, in whole lines. */
export interface TextLog {
  /** Handed to the system when it returns: it outlives this process. Throws `disk_full`, `workspace_unwritable`, `io_error`. */
  append(text: Safe): Promise<void>
  /** On disk when it returns. */
  close(): Promise<void>
}

/** What was changed and how it is changed back, in the journal of the run. Each record is on disk when its promise settles. */
export interface UndoRecords {
  /** Before the change. Gives the number by which `done` refers to it. */
  armed(record: object): Promise<number>
  done(record: object): Promise<void>
}

/** What the work of a trial gets: an open run to write into. */
export interface RunRecorder {
  readonly runId: RunId
  readonly steps: Steps
  /** Give it to the provider library: every event goes to `logs/events.ndjson`. */
  readonly eventHandler: EventHandler
  readonly undo: UndoRecords
  write(document: RunDocument): Promise<void>
  lines(path: string, label: string, kind: RunDocument['kind']): Promise<LineLog>
  /** A log that a child writes; it goes on in further files as lines do. */
  childLog(path: string, label: string): Promise<TextLog>
  /** A folder of the run, made if need be, for what is written past the trial: where it is, and how the run calls it. */
  place(path: string): Promise<ArtifactFolderOptions>
}

/** What the work says when it is done. `result` holds no clock, id or host; those belong to `timing`. */
export interface RunOutcome {
  readonly verdict: Verdict
  readonly reasonCode: string
  readonly result: unknown
  readonly timing?: unknown
  readonly resultSummary: Summary
  readonly report: Report
  readonly findings?: readonly Finding[]
}

/** A run that was closed: where it is and what stands in its manifest. `path` is relative to the workspace. */
export interface ConductedRun {
  readonly runId: RunId
  readonly path: string
  readonly manifest: RunManifest
  readonly outcome: RunOutcome
}
