import type {RunEntry, RunIndexEntry, RunIssueEntry} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {BUNDLES, RUNS} from './layout.ts'
import type {RunIssue, RunView} from './read-run.ts'

const MOST_ARGUMENT_CHARACTERS = 1_000

/** One row of `runs list`. */
export function runListEntry(run: RunView): RunEntry {
  const {manifest} = run
  return {
    run_id: run.runId,
    kind: manifest.kind,
    status: run.status,
    manifest_status: manifest.status,
    verdict: manifest.outcome?.verdict ?? null,
    exit_code: manifest.outcome?.exit_code ?? null,
    provider: manifest.provider,
    capability: manifest.capability,
    operation: manifest.operation,
    created_at: manifest.created_at,
    duration_ms: manifest.duration_ms,
    event_count: manifest.event_count,
    artifact_count: manifest.artifacts.length,
    failure_summary: failureSummary(run),
    provenance: manifest.provenance ?? null,
    path: `${RUNS}/${run.runId}`,
  }
}

/** One row of `runs index`: a row of the list with the commands for the run. */
export function runIndexEntry(run: RunView, hasBundle: boolean): RunIndexEntry {
  const {manifest, runId, status} = run
  const isOver = run.lease === 'none' || run.lease === 'dead'
  return {
    ...runListEntry(run),
    capabilities: manifest.capabilities,
    artifact_types: [...new Set(manifest.artifacts.map((artifact) => artifact.kind))].sort(),
    input_digest: manifest.input_digest,
    result_digest: manifest.result_digest,
    rerun_command: commandLine(['assay', ...manifest.command_argv]),
    bundle_command: isOver ? `assay runs bundle ${runId}` : null,
    bundle_path: hasBundle ? `${BUNDLES}/${runId}` : null,
    recovery_command: status === 'interrupted' ? `assay runs show ${runId}` : null,
  }
}

export function issueEntry(issue: RunIssue): RunIssueEntry {
  return {name: issue.name, reason: issue.reason, detail: issue.detail}
}

/** Why a run did not pass, in one line; null if it passed. */
function failureSummary(run: RunView): string | null {
  if (run.status === 'interrupted') return 'the owner ended before the run did'
  const {outcome} = run.manifest
  return outcome === null || outcome.verdict === 'pass' ? null : `${outcome.reason_code}: ${outcome.reason}`
}

const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/

/** A command line to paste into a POSIX shell. */
function commandLine(words: readonly string[]): string {
  const text = words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)).join(' ')
  return cutText(text, MOST_ARGUMENT_CHARACTERS)
}
