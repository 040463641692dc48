import type {JournalRecord} from '#contract/generated/types'
import type {RecordedRun} from '#run/read-recorded'

/** A document of a run that is not what the run's other documents make it. `path` is relative to the run. */
export interface AuditFinding {
  readonly check: AuditCheck
  readonly code: string
  readonly path: string
  readonly message: string
}

/** `verdict`: the documents that tell the end agree. `results`: it follows from what was measured. `reports`: they say the same. */
export type AuditCheck = 'verdict' | 'results' | 'reports'

/** A run as an audit sees it. */
export interface AuditSubject {
  readonly run: RecordedRun
  readonly journal: readonly JournalRecord[]
  /** Why nothing can be computed from its files: some were left out, or names were replaced by which numbers are drawn. */
  readonly cannot?: string | undefined
  /** Names in its files were replaced, each by another of another length. */
  readonly isRenamed?: boolean
  /** Whether a file of the run is a masked copy, so that digests of what stood there before do not match it. */
  isMasked(path: string): boolean
  /** Another run, such as the one it was compared with; undefined where it is not at hand. */
  parent(runId: string): RecordedRun | undefined
}

/** What an audit found, and for each check that could not be made in full why. */
export interface Audit {
  readonly findings: readonly AuditFinding[]
  readonly limits: ReadonlyMap<AuditCheck, string>
}

/** Collects findings and limits of one audit. */
export class AuditBook implements Audit {
  readonly #findings: AuditFinding[] = []
  readonly #limits = new Map<AuditCheck, string>()

  fail(check: AuditCheck, code: string, message: string, path: string): void {
    this.#findings.push({check, code, path, message})
  }

  /** The first reason stands: what follows from it says nothing new. */
  limit(check: AuditCheck, why: string): void {
    if (!this.#limits.has(check)) this.#limits.set(check, why)
  }

  get findings(): readonly AuditFinding[] {
    return this.#findings
  }

  get limits(): ReadonlyMap<AuditCheck, string> {
    return this.#limits
  }
}
