import {resolve} from 'node:path'
import {AssayError} from '#error/assay-error'
import {mustBeOneOf} from '#error/nearest'
import {ARCHIVE_KINDS, type ArchiveKind} from '#evidence/archive/archive-kind'
import type {BundleRequest} from '#evidence/publish/bundle-run'
import type {FileReader} from '#path/files'
import {resolveRun} from '#run/resolve-run'
import {knownNames} from './known-names.ts'

/** What a caller asks for: runs by name, paths seen from `cwd`. */
export interface AskedBundle {
  readonly run: string
  readonly folder?: string | undefined
  readonly archive?: string | undefined
  readonly sign?: string | undefined
  readonly since?: string | undefined
  readonly redact?: boolean | undefined
  readonly redactNames?: boolean | undefined
  readonly replace?: boolean | undefined
  readonly strict?: boolean | undefined
}

/** A bundle as it is asked for, checked. Throws `run_id_invalid`, `invalid_input`, and `config_invalid` for a SOURCE_DATE_EPOCH that is no time. */
export function bundleRequest(
  asked: AskedBundle,
  place: {readonly workspace: string; readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>>},
  reader: FileReader,
): BundleRequest {
  const {folder, archive, sign} = asked
  const {cwd, env} = place
  const {workspace, runId} = resolveRun(asked.run, place, reader)
  const since = asked.since === undefined ? undefined : resolveRun(asked.since, {workspace, cwd}, reader).runId
  const generatedAtMs = sourceDateMs(env['SOURCE_DATE_EPOCH'])
  return {
    workspace,
    cwd,
    runId,
    redact: asked.redact ?? false,
    replace: asked.replace ?? false,
    strict: asked.strict ?? false,
    ...(asked.redactNames === true && {redactNames: {known: knownNames()}}),
    ...(folder !== undefined && {output: resolve(cwd, folder)}),
    ...(since !== undefined && {since}),
    ...(archive !== undefined && {archive: archiveKind(archive)}),
    ...(sign !== undefined && {sign: resolve(cwd, sign)}),
    ...(generatedAtMs !== undefined && {generatedAtMs}),
  }
}

function archiveKind(text: string): ArchiveKind {
  const kind = ARCHIVE_KINDS.find((one) => one === text)
  if (kind === undefined) throw new AssayError('invalid_input', `archive ${mustBeOneOf(ARCHIVE_KINDS, text)}`)
  return kind
}

/** Seconds since the epoch. Source: reproducible-builds.org, SOURCE_DATE_EPOCH 1.1. */
function sourceDateMs(seconds: string | undefined): number | undefined {
  if (seconds === undefined || seconds === '') return undefined
  if (/^\d{1,11}$/.test(seconds)) return Number(seconds) * 1000
  throw new AssayError('config_invalid', 'SOURCE_DATE_EPOCH must be whole seconds since 1970')
}
