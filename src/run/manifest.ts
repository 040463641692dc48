import {runManifest} from '#contract/generated/run-manifest'
import type {Counts, Provenance, RunManifest} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {issuesOf, parse} from '#contract/parse'
import {digestOf} from '#digest/canonical-json'
import {AssayError, type Issue} from '#error/assay-error'
import type {HostClassification} from '#process/host-facts'
import type {RunDescription} from './run-recorder.ts'
import {statusIssues} from './status.ts'

export const NO_COUNTS: Counts = {
  planned: 0,
  run: 0,
  passed: 0,
  failed: 0,
  errored: 0,
  skipped: 0,
  not_run: 0,
  reused: 0,
}

/** The manifest that exists before the first outbound call: all that is known, with status `running`. */
export function openingManifest(
  run: {runId: RunId; workspaceId: string; createdAt: string},
  trial: RunDescription,
  machine: {
    host: () => HostClassification
    versions: {assay: string; node: string}
    provenance?: Provenance | undefined
  },
): RunManifest {
  const {measuredOn, ...host} = machine.host()
  return {
    schema_version: 1,
    run_id: run.runId,
    workspace_id: run.workspaceId,
    kind: trial.kind,
    status: 'running',
    outcome: null,
    created_at: run.createdAt,
    ended_at: null,
    duration_ms: null,
    command: trial.command,
    command_argv: [...trial.commandArgv],
    package_version: machine.versions.assay,
    versions: {...machine.versions, schemas: 1, plugins: []},
    host: {...host, fingerprint: digestOf(measuredOn)},
    provider: trial.providers.join(', '),
    capability: trial.capabilities.join(', '),
    operation: trial.operations.join(', '),
    providers: [...trial.providers],
    capabilities: [...trial.capabilities],
    operations: [...trial.operations],
    provider_profile: trial.providerProfile ?? null,
    runtime_manifest_id: null,
    runtimes: [],
    runtime_assets: [],
    config_profile: trial.configProfile ?? null,
    env_summary: [...(trial.envSummary ?? [])],
    input_summary: trial.inputSummary,
    result_summary: {},
    counts: NO_COUNTS,
    input_digest: trial.inputDigest ?? null,
    input_fixture_digest: trial.inputFixtureDigest ?? null,
    gate_digest: trial.gateDigest ?? null,
    result_digest: null,
    event_count: 0,
    artifact_paths: {},
    artifacts: [],
    journal: null,
    workflow_trace: null,
    parents: trial.parents ?? [],
    plan_sha256: trial.planSha256 ?? null,
    shard: null,
    ...(machine.provenance && {provenance: {...machine.provenance, job: trial.job ?? null}}),
    redactions: {},
    issues: [],
  }
}

/** Checks a manifest, for writing and for reading. Throws `schema_invalid` or `schema_too_new` with every issue. */
export function parseManifest(value: unknown): RunManifest {
  const manifest = parse(runManifest, value)
  const issues = meaningIssues(manifest)
  if (issues.length === 0) return manifest
  throw new AssayError('schema_invalid', `the run manifest contradicts itself in ${issues.length} places`, {issues})
}

/** Violations of the schema, or else of the meaning of a manifest; undefined if there are none. */
export function manifestIssues(value: unknown): Issue[] | undefined {
  const issues = issuesOf(runManifest, value)
  if (issues) return issues
  const meaning = meaningIssues(value as RunManifest)
  return meaning.length > 0 ? meaning : undefined
}

const URL_WITH_QUERY = /^[a-z][a-z0-9+.-]*:\/\/[^\s]*[?#@]/i

function meaningIssues(manifest: RunManifest): Issue[] {
  const issues = statusIssues(manifest)
  const known = new Set(manifest.artifacts.map((artifact) => artifact.path))
  if (known.size < manifest.artifacts.length) issues.push(issue('/artifacts', 'unique', 'lists a path twice'))
  const {planned, run, skipped, not_run, reused} = manifest.counts
  if (planned !== run + skipped + not_run + reused) {
    issues.push(issue('/counts/planned', 'sum', 'must be run + skipped + not_run + reused'))
  }
  for (const [at, asset] of manifest.runtime_assets.entries()) {
    if (asset.local_only && (asset.path !== undefined || asset.cache_root !== undefined)) {
      issues.push(issue(`/runtime_assets/${at}`, 'local_only', 'must not tell a path of this host'))
    }
    if (URL_WITH_QUERY.test(asset.source)) {
      issues.push(issue(`/runtime_assets/${at}/source`, 'url', 'must be a URL without userinfo, query and fragment'))
    }
  }
  return issues
}

const issue = (pointer: string, rule: string, message: string): Issue => ({pointer, rule, message})
