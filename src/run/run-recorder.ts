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

/** What is known of a trial before anything runs; all of it goes into the manifest, which exists before the work begins. */
export interface RunDescription {
  readonly kind: RunKind
  /** Command words, such as `eval`; the argument vector as parsed, secret flags already masked. */
  readonly command: string
  readonly commandArgv: readonly string[]
  /** Name of the job, if the run is one of a job. */
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

/**
 * A file of the run. `path` is relative to the run; the label names it in the manifest. JSON and text are redacted when written; bytes that
 * contain a registered secret are refused (`evidence_refused`).
 */
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
  /** True by default. */
  readonly required?: boolean
  readonly simulated?: boolean
  /** Run-relative paths of files that were already written. */
  readonly inputs?: readonly string[]
}

export interface StepEnd {
  readonly status: 'success' | 'failed' | 'skipped' | 'cancelled'
  readonly attempts?: number
  /** Monotonic milliseconds; measured between start and finish if absent. */
  readonly durationMs?: number
  readonly errorSummary?: string
  readonly skipReason?: string
  readonly outputs?: readonly string[]
}

/** Steps of the workflow; a start is on disk before the call resolves, so after a crash the journal shows what was in flight. */
export interface Steps {
  /** Adds a step that only contains others; its status is derived from them. */
  group(step: StepStart): Promise<void>
  start(step: StepStart): Promise<void>
  finish(stepId: string, end: StepEnd): Promise<void>
  /** Adds a step that never began. */
  skip(step: StepStart, skipReason: string): Promise<void>
}

/** Writes one JSON line per call; lines are on disk after `flush`, and at the end of the run. */
export interface LineLog {
  append(value: unknown): void
  flush(): Promise<void>
}

/** A log of another program's text as it arrives: already safe, in whole lines. */
export interface TextLog {
  /** Resolves once the text is handed to the system, so that it outlives this process. Throws `disk_full`, `workspace_unwritable`, `io_error`. */
  append(text: Safe): Promise<void>
  /** Resolves once the log is on disk. */
  close(): Promise<void>
}

/** Records of changes and of how to undo them, in the journal of the run. Each record is on disk once its promise resolves. */
export interface UndoRecords {
  /** Called before the change. Returns the number by which `done` refers to it. */
  armed(record: object): Promise<number>
  done(record: object): Promise<void>
}

/** What the work of a trial receives: an open run to write into. */
export interface RunRecorder {
  readonly runId: RunId
  readonly steps: Steps
  /** To be given to the provider library: writes every event to `logs/events.ndjson`. */
  readonly eventHandler: EventHandler
  readonly undo: UndoRecords
  write(document: RunDocument): Promise<void>
  lines(path: string, label: string, kind: RunDocument['kind']): Promise<LineLog>
  /** Opens a log that a child writes; it continues in further files as lines do. */
  childLog(path: string, label: string): Promise<TextLog>
  /** A folder of the run, made if needed, for files that are written without this recorder: its location, and its name in the run. */
  place(path: string): Promise<ArtifactFolderOptions>
}

/** The outcome of the work. `result` holds no time, id or host; those belong to `timing`. */
export interface RunOutcome {
  readonly verdict: Verdict
  readonly reasonCode: string
  readonly result: unknown
  readonly timing?: unknown
  readonly resultSummary: Summary
  readonly report: Report
  readonly findings?: readonly Finding[]
}

/** A closed run: its place and its manifest. `path` is relative to the workspace. */
export interface ConductedRun {
  readonly runId: RunId
  readonly path: string
  readonly manifest: RunManifest
  readonly outcome: RunOutcome
}
