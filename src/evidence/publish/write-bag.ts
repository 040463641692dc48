import type {KeyObject} from 'node:crypto'
import {bundleLedger} from '#contract/generated/bundle-ledger'
import {evidenceManifest} from '#contract/generated/evidence-manifest'
import type {BundleLedger, EvidenceManifest, IncludedFile} from '#contract/generated/types'
import type {Digest, RunId} from '#contract/ids'
import {parse} from '#contract/parse'
import {canonicalJson} from '#digest/canonical-json'
import {AssayError} from '#error/assay-error'
import type {Redactor} from '#redact/redactor'
import {BAGIT_TEXT, bagInfoText, bagManifestText, type Oxum} from '../model/bag.ts'
import {
  BAG_INFO,
  BAGIT,
  EVIDENCE_MANIFEST,
  ISSUE,
  LEDGER_PAGE,
  PAYLOAD_MANIFEST,
  PREDICATE,
  SIGNATURE,
  SUMMARY,
  TAG_MANIFEST,
  VERIFY_PAGE,
} from '../model/bundle-layout.ts'
import {type Contents, incompleteReasons, makeEvidenceManifest} from '../model/evidence-manifest.ts'
import type {EvidencePorts} from '../model/evidence-ports.ts'
import {issuePage, summaryPage} from '../model/pages.ts'
import {checkStaged} from '../scan/check-staged.ts'
import {indented, maskText} from '../scan/scan-text.ts'
import {signedBundleText} from '../sign/envelope.ts'
import {keyIdOf} from '../sign/key.ts'
import {describeRun, makeStatement, manifestLines} from '../sign/predicate.ts'
import {verificationPage} from '../verify/verification-page.ts'
import type {Payload} from './record-payload.ts'
import type {Staging, WrittenFile} from './write-staging.ts'

/** The documents and digests that identify a finished bag. */
export interface Bag {
  readonly manifest: EvidenceManifest
  readonly manifestSha256: Digest
  readonly tagManifestSha256: Digest
  readonly oxum: Oxum
}

/** Writes everything except the payload: pages, evidence manifest, bag files and, with a key, the signature. */
export async function writeBag(
  bundle: {
    readonly runId: RunId
    readonly payload: Payload
    readonly generatedAt: string
    readonly version: string
    readonly namesRedacted: boolean
    readonly key?: KeyObject
    readonly ledger?: BundleLedger
  },
  staging: Staging,
  ports: EvidencePorts,
): Promise<Bag> {
  const {runId, payload, key, ledger} = bundle
  const oxum = {bytes: sizeOf(payload.included), files: payload.included.length}
  const contents = contentsOf(bundle)
  const write = (path: string, text: string) => writeSafe(staging, path, text, ports.redactor)
  const predicate = describeRun(payload.run)
  const pages = [
    await write(SUMMARY, ports.redactor.text(summaryPage(contents))),
    await write(ISSUE, ports.redactor.text(issuePage(contents))),
    await write(VERIFY_PAGE, verificationPage({runId, oxum, ...(key && {keyId: keyIdOf(key)})})),
    await write(PREDICATE, indented(predicate.body)),
    ...(ledger ? [await write(LEDGER_PAGE, indented(parse(bundleLedger, ledger)))] : []),
  ]
  const manifest = parse(evidenceManifest, makeEvidenceManifest(contents, pages.map(pageRecord)))
  const payloadLines = manifestLines(payload.included)
  const tags = [
    ...pages,
    await write(EVIDENCE_MANIFEST, indented(manifest)),
    await write(BAGIT, BAGIT_TEXT),
    await write(BAG_INFO, bagInfoText(runId, oxum)),
    await write(PAYLOAD_MANIFEST, bagManifestText(payloadLines)),
  ]
  const tagManifest = await write(TAG_MANIFEST, bagManifestText(tags))
  await mustBeClean(staging, [...tags, tagManifest], ports)
  if (key) {
    const statement = canonicalJson(makeStatement(tagManifest.sha256, payloadLines, predicate))
    await staging.write(SIGNATURE, ports.redactor.bytes(Buffer.from(signedBundleText(statement, key))))
  }
  const manifestSha256 = tags.find(({path}) => path === EVIDENCE_MANIFEST)?.sha256 ?? tagManifest.sha256
  return {manifest, manifestSha256, tagManifestSha256: tagManifest.sha256, oxum}
}

function contentsOf(bundle: {
  runId: RunId
  payload: Payload
  generatedAt: string
  version: string
  namesRedacted: boolean
  ledger?: BundleLedger
}): Contents {
  const {runId, payload, generatedAt, version, namesRedacted, ledger} = bundle
  const {run, rules, caveats, manifestFile, included, excluded, redactions} = payload
  const incomplete = incompleteReasons({runId, status: run.status}, {included, excluded})
  const manifestSha256 = manifestLines([manifestFile])[0]?.sha256
  if (manifestSha256 === undefined) throw new AssayError('bug', 'a bundle without a run manifest')
  const told = ledger ? {ledgerSentence: ledger.summary.sentence} : {}
  return {
    run,
    rules,
    caveats,
    runId,
    manifestSha256,
    generatedAt,
    version,
    namesRedacted,
    included,
    excluded,
    incomplete,
    redactions,
    ...told,
  }
}

/** Writes a text of Assay's own, which the redactor must leave unchanged; otherwise nothing is published. */
async function writeSafe(staging: Staging, path: string, text: string, redactor: Redactor): Promise<WrittenFile> {
  const safe = maskText(path, text, redactor)
  if (safe !== text) refuse(path)
  return await staging.write(path, safe)
}

async function mustBeClean(staging: Staging, files: readonly WrittenFile[], ports: EvidencePorts): Promise<void> {
  const {reader} = ports.files
  const bad = await checkStaged({folder: staging.folder, files, withheld: []}, {reader, redactor: ports.redactor})
  for (const path of bad.keys()) refuse(path)
}

function refuse(path: string): never {
  throw new AssayError('evidence_refused', `${path} would hold secret-like material`, {detail: {path}})
}

function pageRecord({path, sha256, sizeBytes}: WrittenFile): IncludedFile {
  return {path, kind: 'page', included: true, safe_to_attach: true, redactions: 0, sha256, size_bytes: sizeBytes}
}

const sizeOf = (files: readonly IncludedFile[]) => files.reduce((sum, {size_bytes}) => sum + size_bytes, 0)
