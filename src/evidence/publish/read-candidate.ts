import {join} from 'node:path'
import type {Digest, RunId} from '#contract/ids'
import type {FileReader} from '#path/files'
import type {Redactor} from '#redact/redactor'
import type {Safe, SafeBytes} from '#redact/safe'
import {pngFault} from '#report/png-fault'
import {JOURNAL} from '#run/layout'
import {type Candidate, REQUIRED} from '../model/candidates.ts'
import {type Exclusion, exclusionFor, isOwnPicture, isSecretReason, reasonBeforeOpening} from '../model/exclusion.ts'
import type {Pseudonyms} from '../pseudonym/pseudonyms.ts'
import {chainAnew} from '../pseudonym/renamed-journal.ts'
import {readSource, type Source} from '../read/read-source.ts'
import {decodeText, maskText, scanText} from '../scan/scan-text.ts'

/** The text of a file as it may be published, and the rules by which it was masked. */
export interface JudgedText {
  readonly text: Safe
  readonly sizeBytes: number
  readonly redactions: Readonly<Record<string, number>>
  /** The end of the chain of a renamed journal; absent if the chain was not rebuilt. */
  readonly head?: Digest
}

/** A picture that Assay drew: it contains only pixels, so there is nothing to mask. */
interface JudgedPicture {
  readonly picture: SafeBytes
  readonly sizeBytes: number
  readonly redactions: Readonly<Record<string, never>>
}

export type JudgedFile = JudgedText | JudgedPicture

/** The facts about the run that judging needs. */
export interface JudgedRun {
  readonly runId: RunId
  readonly folder: string
  /** The run's folder, links resolved. */
  readonly realFolder: string
  readonly localOnly: ReadonlySet<Digest>
  /** Whether to mask findings in files of others instead of excluding the files. */
  readonly redact: boolean
  /** Pseudonyms for names; absent if names may be published. */
  readonly names?: Pseudonyms
}

/** Reads and judges one file; the first reason that matches excludes it. A file excluded by name, kind or size is never opened. */
export function readCandidate(
  candidate: Candidate,
  place: JudgedRun,
  bytesLeft: number,
  ports: {readonly reader: FileReader; readonly redactor: Redactor},
): JudgedFile | Exclusion {
  const path = join(place.folder, candidate.path)
  const isInside = ports.reader.real(path) === join(place.realFolder, candidate.path)
  const early = reasonBeforeOpening(candidate, {isInside, bytesLeft})
  if (early !== undefined || candidate.facts === undefined) return {reason: early ?? 'missing'}
  const source = readSource(path, candidate.facts, ports.reader)
  if (isOwnPicture(candidate)) return judgedPicture(candidate, source, place, ports.redactor)
  const text = decodeText(source.content)
  if (text === undefined) return {reason: 'invalid-encoding'}
  return (
    secretIn(candidate, text, place, ports.redactor) ??
    staleness(candidate, source, place) ??
    judged(candidate, text, place, ports.redactor)
  )
}

/** Judges a picture: its name may reveal something, its pixels are what Assay drew, and anything else in the file keeps it out of the bundle. */
function judgedPicture(
  candidate: Candidate,
  source: Source,
  place: JudgedRun,
  redactor: Redactor,
): JudgedFile | Exclusion {
  const inName = exclusionFor(redactor.findInText(candidate.path))
  const fault = pngFault(source.content) === undefined ? undefined : ({reason: 'invalid-encoding'} as const)
  const reason = inName ?? staleness(candidate, source, place) ?? fault
  return reason ?? {picture: redactor.bytes(source.content), sizeBytes: source.content.length, redactions: {}}
}

/**
 * The exclusion for a secret in a file. A finding in a name cannot be masked: the file would no longer be the one that the manifest lists.
 * A secret in a required file is not masked either: it passed redaction once, so its source has to be fixed first.
 */
function secretIn(candidate: Candidate, text: string, place: JudgedRun, redactor: Redactor): Exclusion | undefined {
  const inName = exclusionFor(redactor.findInText(candidate.path))
  if (inName) return inName
  const isMasked = place.redact || candidate.origin === 'assay'
  const isRequired = REQUIRED.has(candidate.path)
  if (isMasked && !isRequired) return undefined
  const found = exclusionFor(scanText(candidate.path, text, redactor))
  return found && isMasked && !isSecretReason(found.reason) ? undefined : found
}

function staleness(candidate: Candidate, source: Source, place: JudgedRun): Exclusion | undefined {
  if (place.localOnly.has(source.sha256)) return {reason: 'local-only-asset'}
  if (candidate.isUncollected) return {reason: 'not-collected'}
  if (source.isChanged) return {reason: 'changed-while-reading'}
  const {record} = candidate
  return record !== undefined && record.sha256 !== source.sha256 ? {reason: 'changed-since-sealed'} : undefined
}

function judged(candidate: Candidate, text: string, {names, runId}: JudgedRun, redactor: Redactor): JudgedText {
  const before = redactor.counts()
  const named = names?.rename(text) ?? {text, count: 0}
  const chained = candidate.path === JOURNAL && named.count > 0 ? chainAnew(text, named.text, runId) : undefined
  const renamed = chained?.text ?? named.text
  const safe = maskText(candidate.path, renamed, redactor)
  const sizeBytes = Buffer.byteLength(safe)
  if (safe === text) return {text: safe, sizeBytes, redactions: {}}
  const masked = Object.entries(redactor.counts()).flatMap(([rule, count]): [string, number][] => {
    const now = count - (before[rule] ?? 0)
    return now > 0 ? [[rule, now]] : []
  })
  if (named.count > 0) masked.push(['name', named.count])
  // Control characters that were made visible are no finding of a rule, but the copy differs.
  const redactions = masked.length > 0 ? Object.fromEntries(masked) : {'control-characters': 1}
  return {text: safe, sizeBytes, redactions, ...(chained && safe === renamed && {head: chained.head})}
}
