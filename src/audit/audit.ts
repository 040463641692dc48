import type {JournalRecord} from '#contract/generated/types'
import type {RecordedRun} from '#run/read-recorded'

/** A document of a run that contradicts the run's other documents. `path` is relative to the run. */
export interface AuditFinding {
  readonly check: AuditCheck
  readonly code: string
  readonly path: string
  readonly message: string
}

/** `verdict`: the documents that state the end agree. `results`: the end follows from the measurement. `reports`: the reports agree with both. */
export type AuditCheck = 'verdict' | 'results' | 'reports'

/** A run with what an audit needs of it. */
export interface AuditSubject {
  readonly run: RecordedRun
  readonly journal: readonly JournalRecord[]
  /** Why nothing can be computed from its files: some were left out, or names that seed random numbers were replaced. */
  readonly cannot?: string | undefined
  /** Whether names in its files were replaced, each by a name of different length. */
  readonly isRenamed?: boolean
  /** Whether a file of the run is a masked copy, so that digests of the original do not match it. */
  isMasked(path: string): boolean
  /** Another run, such as the one with which it was compared; undefined if it is not available. */
  parent(runId: string): RecordedRun | undefined
}

/** The findings of an audit, and the reason for each check that could not be completed. */
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

  /** Records why a check is incomplete. The first reason stands: later ones follow from it. */
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
