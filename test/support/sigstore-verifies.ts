import type {KeyObject} from 'node:crypto'
import {bundleFromJSON} from '@sigstore/bundle'
import {TrustedRoot} from '@sigstore/protobuf-specs'
import {toSignedEntity, toTrustMaterial, Verifier} from '@sigstore/verify'

/** What the verifier of the Sigstore project says of a signature file when it trusts this key. */
export function sigstoreVerifies(document: unknown, trusted: KeyObject): boolean {
  const material = toTrustMaterial(TrustedRoot.fromJSON({}), () => ({publicKey: trusted, validFor: () => true}))
  const verifier = new Verifier(material, {tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0})
  try {
    verifier.verify(toSignedEntity(bundleFromJSON(document)))
    return true
  } catch {
    return false
  }
}
