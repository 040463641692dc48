import type {RunId} from '#contract/ids'
import {RUNS} from '#run/layout'

/** File names at the root of an issue bundle, which is a BagIt bag too. */
export const EVIDENCE_MANIFEST = 'evidence_manifest.json'
export const SUMMARY = 'summary.md'
export const ISSUE = 'issue.md'
export const VERIFY_PAGE = 'VERIFY.md'
export const PREDICATE = 'predicate.json'
export const LEDGER_PAGE = 'ledger.json'
export const BAGIT = 'bagit.txt'
export const BAG_INFO = 'bag-info.txt'
export const PAYLOAD_MANIFEST = 'manifest-sha256.txt'
export const TAG_MANIFEST = 'tagmanifest-sha256.txt'
export const SIGNATURE = 'evidence.sigstore.json'
export const PAYLOAD = 'data'

/** Written by Assay for readers, listed in the evidence manifest beside the payload. */
export const PAGES = [ISSUE, PREDICATE, SUMMARY, VERIFY_PAGE] as const

/** The files that the tag manifest lists: every root file except itself and the signature. Sorted. */
export const TAG_FILES = [...PAGES, BAG_INFO, BAGIT, EVIDENCE_MANIFEST, PAYLOAD_MANIFEST].sort()

/** Tag files of a bundle with a ledger, which is optional. */
export const TAG_FILES_WITH_LEDGER = [...TAG_FILES, LEDGER_PAGE].sort()

/** All files that may lie at the root. `fetch.txt` is not among them: it would load payload from elsewhere. */
export const ROOT_FILES: ReadonlySet<string> = new Set([...TAG_FILES_WITH_LEDGER, TAG_MANIFEST, SIGNATURE])

/** The path in the bundle of a file of the run. */
export function payloadPath(runId: RunId, path: string): string {
  return `${PAYLOAD}/${RUNS}/${runId}/${path}`
}
