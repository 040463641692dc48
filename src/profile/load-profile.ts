import {profile as contract} from '#contract/generated/profile'
import {isRecord} from '#contract/is-record'
import {parse} from '#contract/parse'
import type {CallerDocument} from '#document/document'
import {type DraftIssue, placeIssues} from '#document/document-issues'
import type {DocumentPorts} from '#document/document-ports'
import {documentRefusal} from '#document/document-refusal'
import {loadDocument} from '#document/load-document'
import type {FileReader} from '#path/files'
import {fileName, relativeInside, resolveInside, unsafePath} from '#path/safe-relative-path'
import type {LoadedProfile} from './merge-settings.ts'
import {type ProfileReader, pathsOf, profileIssues} from './profile-rules.ts'

const LIMIT_BYTES = 256 * 1024
const CODES = {format: 'profile_format', size: 'profile_size', parse: 'profile_parse'} as const

/** Which profile, for which command. Both paths absolute; `workingDirectory` is what its paths are relative to. */
export interface ProfileRequest {
  readonly path: string
  readonly workingDirectory: string
  readonly known: ProfileReader
}

/**
 * Reads a profile and holds it against every rule before anything runs. Throws `file_missing`, `profile_format`,
 * `profile_size`, `profile_parse`, `schema_too_new`, and `profile_invalid` with all issues at once, never with a value.
 */
export async function loadProfile(request: ProfileRequest, ports: DocumentPorts): Promise<LoadedProfile> {
  const name = nameOf(request)
  const source = {path: request.path, name, limitBytes: LIMIT_BYTES, codes: CODES}
  const document = await loadDocument(source, ports.reader)
  if (isNewer(document.value)) parse(contract, document.value)
  const drafts = [
    ...profileIssues(document, request.known, ports.redactor),
    ...linkIssues(document, request.workingDirectory, ports.reader),
  ]
  const isClean = (key: string) => ports.redactor.find(key).length === 0
  const issues = placeIssues(drafts, document, isClean)
  if (issues.length > 0) {
    const detail = {source: `profile:${name}`}
    throw documentRefusal(document, {code: 'profile_invalid', what: 'is not a valid profile', detail}, issues)
  }
  return {profile: parse(contract, document.value), source: `profile:${name}`, sha256: document.sha256}
}

function nameOf({path, workingDirectory}: ProfileRequest): string {
  const inside = relativeInside(workingDirectory, path)
  return inside !== undefined && !unsafePath(inside) ? inside : fileName(path)
}

function isNewer(value: unknown): boolean {
  const version = isRecord(value) ? value['schema_version'] : undefined
  return typeof version === 'number' && Number.isInteger(version) && version > 1
}

/** Safe names can still lead out of the tree where a link stands in the way. */
function linkIssues({value}: CallerDocument, workingDirectory: string, reader: FileReader): DraftIssue[] {
  return pathsOf(value).flatMap(({pointer, path}): DraftIssue[] => {
    const found = unsafePath(path) ?? resolveInside(workingDirectory, path, reader)
    return 'rule' in found && found.rule === 'path_outside' ? [{pointer, ...found}] : []
  })
}
