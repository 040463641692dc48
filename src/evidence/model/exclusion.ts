import type {ExclusionReason} from '#contract/generated/types'
import type {FileFacts} from '#path/files'
import type {SecretFinding} from '#redact/findings'
import {type Candidate, REQUIRED} from './candidates.ts'
import {nameFault} from './payload-name.ts'

export const MOST_FILE_BYTES = 1_000_000
/** Limit for the files that a bundle requires, which grow with the files and steps of a run; nothing larger is read at once. */
const MOST_RECORD_BYTES = 16 * 1024 * 1024
export const MOST_BUNDLE_BYTES = 64 * 1024 * 1024

const SUFFIXES: ReadonlySet<string> = new Set(
  'json jsonl ndjson md csv txt html xml log yaml yml toml prom'.split(' ').map((suffix) => `.${suffix}`),
)

/** Why a file is excluded; `rule` and `line` say what was found and where, never the value. */
export interface Exclusion {
  readonly reason: ExclusionReason
  readonly rule?: string
  readonly line?: number
}

/**
 * Whether a reason concerns a secret. The file then gets a neutral name, no digest and no size, because the secret could be guessed from
 * each of them.
 */
export function isSecretReason(reason: ExclusionReason): boolean {
  return reason === 'secret-like-material' || reason === 'signed-url'
}

/** The reason for exclusion that is visible without opening a candidate; the first that matches. */
export function reasonBeforeOpening(
  candidate: Candidate,
  place: {readonly isInside: boolean; readonly bytesLeft: number},
): ExclusionReason | undefined {
  const {facts, path} = candidate
  if (facts === undefined) return 'missing'
  if (isLink(facts, path)) return 'link'
  if (facts.kind !== 'file') return 'not-a-file'
  if (nameFault(path) !== undefined) return 'unsafe-name'
  if (!place.isInside) return 'outside-run'
  if (!SUFFIXES.has(path.slice(path.lastIndexOf('.')).toLowerCase()) && !isOwnPicture(candidate))
    return 'unsupported-suffix'
  const most = REQUIRED.has(path) ? MOST_RECORD_BYTES : MOST_FILE_BYTES
  return facts.sizeBytes > Math.min(most, place.bytesLeft) ? 'too-large' : undefined
}

/** Whether a file is a picture that Assay drew itself, according to the sealed manifest; pictures of others are excluded. */
export function isOwnPicture({path, origin, record}: Candidate): boolean {
  return isPicture(path) && origin === 'assay' && record !== undefined
}

/** Whether a file of evidence is expected to be a picture instead of text. */
export function isPicture(path: string): boolean {
  return path.endsWith('.png')
}

/** Whether a file counts as a link. Results under `items/` are committed by hard link; anywhere else a second name gives access from outside. */
export function isLink(facts: FileFacts, path: string): boolean {
  return facts.kind === 'link' || (facts.kind === 'file' && facts.links > 1 && !path.startsWith('items/'))
}

const HOST_RULES: ReadonlySet<string> = new Set(['home-path', 'host-path'])
const URL_RULES: ReadonlySet<string> = new Set(['signed-url', 'url-query', 'url-fragment'])
const WORST_FIRST = ['secret-like-material', 'signed-url', 'host-local-path'] as const

/** Whether a rule matches only places on this host, not secrets. */
export function isHostRule(rule: string): boolean {
  return HOST_RULES.has(rule)
}

/** The exclusion that findings require, by the worst of them; `undefined` if there are none. */
export function exclusionFor(findings: readonly SecretFinding[]): Exclusion | undefined {
  for (const reason of WORST_FIRST) {
    const finding = findings.find(({rule}) => reasonOfRule(rule) === reason)
    if (finding) return {reason, rule: finding.rule, ...(finding.line !== undefined && {line: finding.line})}
  }
  return undefined
}

function reasonOfRule(rule: string): (typeof WORST_FIRST)[number] {
  if (HOST_RULES.has(rule)) return 'host-local-path'
  return URL_RULES.has(rule) ? 'signed-url' : 'secret-like-material'
}
