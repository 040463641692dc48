import type {ExclusionReason} from '#contract/generated/types'
import type {FileFacts} from '#path/files'
import type {SecretFinding} from '#redact/findings'
import {type Candidate, REQUIRED} from './candidates.ts'
import {nameFault} from './payload-name.ts'

export const MOST_FILE_BYTES = 1_000_000
/** What a bundle stands on grows with the files and steps of a run; nobody reads more than so much at once. */
const MOST_RECORD_BYTES = 16 * 1024 * 1024
export const MOST_BUNDLE_BYTES = 64 * 1024 * 1024

const SUFFIXES: ReadonlySet<string> = new Set(
  'json jsonl ndjson md csv txt html xml log yaml yml toml prom'.split(' ').map((suffix) => `.${suffix}`),
)

/** Why a file stays out; `rule` and `line` tell what was found in it, never the value. */
export interface Exclusion {
  readonly reason: ExclusionReason
  readonly rule?: string
  readonly line?: number
}

/** A file left out for one of these gets a neutral name, no digest and no size: each of them can be guessed from. */
export function isSecretReason(reason: ExclusionReason): boolean {
  return reason === 'secret-like-material' || reason === 'signed-url'
}

/** What can be told of a candidate without opening it; the first reason that matches. */
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

/** A picture that we drew ourselves, as the sealed manifest says; those of others stay out. */
export function isOwnPicture({path, origin, record}: Candidate): boolean {
  return isPicture(path) && origin === 'assay' && record !== undefined
}

/** Whether a file of evidence is to be a picture instead of text. */
export function isPicture(path: string): boolean {
  return path.endsWith('.png')
}

/** Under `items/` results are committed by hard link; anywhere else a second name is a way in from outside. */
export function isLink(facts: FileFacts, path: string): boolean {
  return facts.kind === 'link' || (facts.kind === 'file' && facts.links > 1 && !path.startsWith('items/'))
}

const HOST_RULES: ReadonlySet<string> = new Set(['home-path', 'host-path'])
const URL_RULES: ReadonlySet<string> = new Set(['signed-url', 'url-query', 'url-fragment'])
const WORST_FIRST = ['secret-like-material', 'signed-url', 'host-local-path'] as const

/** Whether what a rule hits is merely where something lies on this host, no secret. */
export function isHostRule(rule: string): boolean {
  return HOST_RULES.has(rule)
}

/** The exclusion that findings call for, the worst first; `undefined` when there are none. */
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
