import type {VerifyCheck, VerifyFinding} from '#contract/generated/types'
import type {AssayError} from '#error/assay-error'

const MOST_FINDINGS = 1_000

/** The checks of a bundle, in the order of the report. True if the check rests on a digest or signature. */
export const BUNDLE_CHECKS = {
  'regular-files': false,
  'safe-names': false,
  'root-files': false,
  'bagit-declaration': false,
  'payload-manifest': false,
  'payload-digests': true,
  'payload-oxum': false,
  'tag-manifest': false,
  'tag-digests': true,
  'evidence-manifest': false,
  'manifest-agreement': true,
  'excluded-secrets': false,
  'run-status': false,
  'workflow-trace': true,
  'journal-chain': true,
  verdict: false,
  results: false,
  reports: false,
  predicate: false,
  ledger: true,
  scan: false,
  'signature-form': false,
  signature: true,
} as const

/** The checks of a run in its workspace. */
export const RUN_CHECKS = {
  'regular-files': false,
  artifacts: false,
  'artifact-digests': true,
  'run-status': false,
  'workflow-trace': true,
  'journal-chain': true,
  verdict: false,
  results: false,
  reports: false,
  ledger: true,
  scan: false,
  signature: true,
} as const

export type CheckName = keyof typeof BUNDLE_CHECKS | keyof typeof RUN_CHECKS

/**
 * Collects the findings of a verification. It fails closed: a check that was not completed counts as failed, so a fault that prevents later
 * checks cannot hide their faults.
 */
export class CheckBook {
  readonly #known: Readonly<Record<string, boolean>>
  readonly #done = new Set<CheckName>()
  readonly #details = new Map<CheckName, string>()
  readonly #findings: VerifyFinding[] = []
  #newer: AssayError | undefined

  constructor(known: Readonly<Record<string, boolean>>) {
    this.#known = known
  }

  fail(check: CheckName, code: string, message: string, path?: string): void {
    this.#findings.push({check, code, message, ...(path !== undefined && {path})})
  }

  /** Records that a newer Assay wrote a document, so that this version cannot judge it. */
  newer(check: CheckName, error: AssayError, path?: string): void {
    this.#newer ??= error
    this.fail(check, error.code, error.message, path)
  }

  /**
   * Throws `schema_too_new` if only that prevents the checks from judging. If a digest or a signature does not match, the document may have
   * been changed to look newer, and the findings count.
   */
  mustNotBeNewer(): void {
    if (this.#newer && !this.#findings.some(({check, code}) => this.#known[check] && code !== this.#newer?.code)) {
      throw this.#newer
    }
  }

  /** Marks a check as completed; it passes unless something was found. */
  done(check: CheckName, detail?: string): void {
    this.#done.add(check)
    if (detail !== undefined) this.#details.set(check, detail)
  }

  hasFailed(check: CheckName): boolean {
    return this.#findings.some((finding) => finding.check === check)
  }

  checks(): VerifyCheck[] {
    const bad = Map.groupBy(this.#findings, (finding) => finding.check)
    return Object.entries(this.#known).map(([name, cryptographic]) => {
      const count = bad.get(name)?.length ?? 0
      const isDone = [...this.#done].some((done) => done === name)
      const detail = count > 0 ? `${count} found` : isDone ? this.#detailOf(name) : 'could not be carried out'
      return {name, ok: count === 0 && isDone, cryptographic, ...(detail !== undefined && {detail})}
    })
  }

  /** All findings in the order of the checks, by path within one check; the list may be cut, the count is complete. */
  findings(): {list: VerifyFinding[]; count: number} {
    const order = Object.keys(this.#known)
    const sorted = this.#findings.toSorted(
      (a, b) => order.indexOf(a.check) - order.indexOf(b.check) || byPath(a.path ?? '', b.path ?? ''),
    )
    return {list: sorted.slice(0, MOST_FINDINGS), count: sorted.length}
  }

  #detailOf(name: string): string | undefined {
    return [...this.#details].find(([check]) => check === name)?.[1]
  }
}

const byPath = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
