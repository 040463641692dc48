import type {
  EvidenceFile,
  EvidenceManifest,
  ExcludedFile,
  IncludedFile,
  IncompleteReason,
  RuleOutcome,
  RunManifest,
} from '#contract/generated/types'
import type {Digest, RunId} from '#contract/ids'
import type {Issue} from '#error/assay-error'
import {JOURNAL, MANIFEST, TRACE_JSON, VERDICT} from '#run/layout'
import {PAGES, payloadPath} from './bundle-layout.ts'
import {isSecretReason} from './exclusion.ts'

/** The contents that the pages describe too: everything of the evidence manifest except the pages themselves. */
export interface Contents {
  readonly run: RunManifest
  readonly rules: readonly RuleOutcome[]
  readonly caveats: readonly string[]
  readonly runId: RunId
  readonly manifestSha256: Digest
  readonly generatedAt: string
  readonly version: string
  readonly included: readonly IncludedFile[]
  readonly excluded: readonly ExcludedFile[]
  readonly incomplete: readonly IncompleteReason[]
  readonly redactions: Readonly<Record<string, number>>
  readonly namesRedacted: boolean
  /** The sentence of the ledger on the runs that are not in the bundle. */
  readonly ledgerSentence?: string
}

/** Whether a file lost something while it was copied. In a journal whose chain was rebuilt only names were replaced. */
export function isMasked(file: IncludedFile): boolean {
  return file.redactions > 0 && file.chained_anew === undefined
}

/** Why a bundle is incomplete evidence of its run; empty if it is complete. */
export function incompleteReasons(
  run: {readonly runId: RunId; readonly status: RunManifest['status']},
  {included, excluded}: {readonly included: readonly IncludedFile[]; readonly excluded: readonly ExcludedFile[]},
): IncompleteReason[] {
  const find = (path: string) => included.find((file) => file.path === payloadPath(run.runId, path))
  const reasons: IncompleteReason[] = []
  if (run.status === 'running') reasons.push('run-interrupted')
  if (!find(MANIFEST)) reasons.push('manifest-missing')
  const journal = find(JOURNAL)
  if (!journal) reasons.push('journal-missing')
  else if (isMasked(journal)) reasons.push('journal-masked')
  if (!find(TRACE_JSON)) reasons.push('trace-missing')
  if (!find(VERDICT)) reasons.push('verdict-missing')
  if (excluded.some(isRecord)) reasons.push('record-left-out')
  return reasons
}

/** Whether an excluded file is a record of the run itself. Artifacts are made by others, and uncollected files were never part of the run. */
function isRecord({path, kind, reason}: ExcludedFile): boolean {
  const isNamed = NAMED.some((name) => path.endsWith(`/${name}`))
  return kind !== 'artifact' && reason !== 'not-collected' && !isNamed
}

/** Files whose absence has a reason of its own. */
const NAMED: readonly string[] = [MANIFEST, JOURNAL, TRACE_JSON, VERDICT]

export function makeEvidenceManifest(contents: Contents, pages: readonly IncludedFile[]): EvidenceManifest {
  const {run, runId, included, excluded, incomplete} = contents
  const files: EvidenceFile[] = [...included, ...pages, ...excluded]
  return {
    schema_version: 1,
    bundle_kind: 'run',
    run_id: runId,
    generated_at: contents.generatedAt,
    generator: {name: 'assay', version: contents.version},
    safe_to_attach: true,
    ...(contents.namesRedacted && {names_redacted: true}),
    complete: incomplete.length === 0,
    incomplete_because: [...incomplete],
    runs: [
      {
        run_id: runId,
        kind: run.kind,
        status: run.status,
        outcome: run.outcome && {verdict: run.outcome.verdict, exit_code: run.outcome.exit_code},
        manifest_sha256: contents.manifestSha256,
      },
    ],
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    included_count: included.length + pages.length,
    excluded_count: excluded.length,
    redactions: {...contents.redactions},
  }
}

/** The contradictions inside an evidence manifest that the schema cannot express. */
export function findContradictions(manifest: EvidenceManifest, runId: RunId): Issue[] {
  const issues: Issue[] = []
  const {files} = manifest
  const included = files.filter((file) => file.included)
  if (new Set(files.map(({path}) => path)).size < files.length) issues.push(issue('/files', 'lists a path twice'))
  if (manifest.included_count !== included.length) issues.push(issue('/included_count', 'differs from the files'))
  if (manifest.excluded_count !== files.length - included.length) {
    issues.push(issue('/excluded_count', 'differs from the files'))
  }
  const [run] = manifest.runs
  if (run?.run_id !== manifest.run_id) issues.push(issue('/runs/0/run_id', 'names another run'))
  const excluded = files.filter((file) => !file.included)
  const reasons = incompleteReasons({runId, status: run?.status ?? 'running'}, {included, excluded})
  if (manifest.complete !== (manifest.incomplete_because.length === 0)) {
    issues.push(issue('/complete', 'contradicts incomplete_because'))
  }
  if (reasons.join() !== manifest.incomplete_because.join()) {
    issues.push(issue('/incomplete_because', 'does not follow from the files'))
  }
  const chained = included.filter((file) => file.chained_anew)
  const isJournal = chained.every(({path}) => path === payloadPath(runId, JOURNAL))
  if (chained.length > 0 && (!isJournal || !manifest.names_redacted)) {
    issues.push(issue('/files', 'has a file chained anew that is no renamed journal'))
  }
  for (const page of PAGES) {
    if (!included.some(({path, kind}) => path === page && kind === 'page'))
      issues.push(issue('/files', `lacks ${page}`))
  }
  return issues
}

const NEUTRAL = /^excluded\/[1-9]\d*$/

/** Files that were excluded for a secret and still reveal something from which it could be guessed. Pointers into `/files`. */
export function telltales(files: readonly EvidenceFile[]): Issue[] {
  return files.flatMap((file, at) => {
    if (file.included || !isSecretReason(file.reason)) return []
    const issues: Issue[] = []
    if ('sha256' in file || 'digest' in file)
      issues.push(issue(`/files/${at}`, 'tells the digest of an excluded secret'))
    if ('size_bytes' in file) issues.push(issue(`/files/${at}`, 'tells the size of an excluded secret'))
    if (!NEUTRAL.test(file.path)) issues.push(issue(`/files/${at}/path`, 'tells the name of an excluded secret'))
    return issues
  })
}

const issue = (pointer: string, message: string): Issue => ({pointer, rule: 'evidence', message})
