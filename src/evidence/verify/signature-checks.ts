import type {KeyObject} from 'node:crypto'
import type {RunManifest, VerifySignature} from '#contract/generated/types'
import {canonicalJson} from '#digest/canonical-json'
import type {ManifestLine} from '../model/bag.ts'
import {PREDICATE, SIGNATURE, TAG_MANIFEST} from '../model/bundle-layout.ts'
import {indented} from '../scan/scan-text.ts'
import {isSignedBy, parseBundle} from '../sign/envelope.ts'
import {describeRun, makeStatement} from '../sign/predicate.ts'
import {type ReadTree, treeText} from './bag-checks.ts'
import type {CheckBook} from './check-book.ts'

/** The caller's requirement for the signature. */
export interface SignatureRequirement {
  readonly key?: KeyObject
  readonly requireSignature: boolean
}

export const UNSIGNED: VerifySignature = {present: false, verified: null, key_id: null}

/** Checks that the unsigned predicate, provided for other signers, agrees with the run manifest. */
export function checkPredicate(run: RunManifest, tree: ReadTree, book: CheckBook): void {
  if (treeText(tree, PREDICATE) !== indented(describeRun(run).body)) {
    book.fail('predicate', 'predicate_contradiction', 'does not follow from the run manifest', PREDICATE)
  }
  book.done('predicate')
}

/**
 * Checks the signature of a bundle. Without a key only its form and its statement are checked, not who made it; if a signature is required
 * that is not enough.
 */
export function checkSignature(
  bundle: {readonly tree: ReadTree; readonly payload: readonly ManifestLine[]; readonly run: RunManifest | undefined},
  demand: SignatureRequirement,
  book: CheckBook,
): VerifySignature {
  const {tree, run} = bundle
  if (!tree.files.has(SIGNATURE)) return checkAbsent(demand, book)
  const fail = (message: string) => book.fail('signature-form', 'signature_invalid', message, SIGNATURE)
  const envelope = parseBundle(treeText(tree, SIGNATURE) ?? '')
  if ('fault' in envelope) {
    fail(envelope.fault)
    return {present: true, verified: demand.key ? false : null, key_id: null}
  }
  const tagManifest = tree.files.get(TAG_MANIFEST)
  const statement =
    run &&
    tagManifest &&
    canonicalJson(makeStatement(tagManifest.sha256, bundle.payload.toSorted(byPath), describeRun(run)))
  if (statement === undefined || !Buffer.from(statement).equals(envelope.payload))
    fail('is a statement about something else')
  book.done('signature-form')
  return {present: true, verified: checkKey(envelope, demand, book), key_id: envelope.keyId}
}

function checkAbsent(demand: SignatureRequirement, book: CheckBook): VerifySignature {
  book.done('signature-form', 'not signed')
  if (demand.key || demand.requireSignature) {
    book.fail('signature', 'signature_missing', 'the bundle is not signed', SIGNATURE)
  }
  book.done('signature', 'not signed')
  return {...UNSIGNED, verified: demand.key ? false : null}
}

function checkKey(
  envelope: Exclude<ReturnType<typeof parseBundle>, {fault: string}>,
  demand: SignatureRequirement,
  book: CheckBook,
) {
  if (!demand.key) {
    if (demand.requireSignature) {
      book.fail('signature', 'signature_unverified', 'no key was given to check the signature with', SIGNATURE)
    }
    book.done('signature', 'not checked: no key was given')
    return null
  }
  const isGood = isSignedBy(envelope, demand.key)
  if (!isGood)
    book.fail('signature', 'signature_invalid', 'was not made over this statement with the given key', SIGNATURE)
  book.done('signature')
  return isGood && !book.hasFailed('signature-form')
}

const byPath = (a: ManifestLine, b: ManifestLine) => (a.path < b.path ? -1 : 1)
