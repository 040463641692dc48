import {sha256} from '#digest/sha256'
import type {Oxum} from '../model/bag.ts'
import {PUBLIC_KEY_FILE} from '../sign/key.ts'
import {VERIFICATION_BLOCK} from './verification-block.ts'

/** The facts of a bundle that the page states. */
export interface VerificationFacts {
  readonly runId: string
  readonly oxum: Oxum
  readonly keyId?: string
}

/** `VERIFY.md`: how a stranger checks the bundle with ordinary tools. Its block of commands works as printed, in the bundle's folder. */
export function verificationPage({runId, oxum, keyId}: VerificationFacts): string {
  return [
    `# How to check this bundle\n\nEvidence of run \`${runId}\`: ${oxum.files} files, ${oxum.bytes} bytes. It is a BagIt 1.0 bag; no Assay is needed.`,
    '## With ordinary tools',
    'Paste this block into a shell in the folder of the bundle. Its last line begins with GOOD or BAD, and its exit status is 0 or 1. The line before GOOD tells run and verdict as the files have them, and who signed it.',
    `\`\`\`sh\n${VERIFICATION_BLOCK}\n\`\`\``,
    'Whoever changes a bundle can change this page too. The block is the same for every bundle: take it from the page "Bundles" of the documentation of Assay, or from `assay runs verify FOLDER --format json | jq -r .without_assay`.',
    '## Who published it',
    signer(keyId),
    '## With Assay',
    'It also computes the verdict again from the results in the bundle, which no digest can do.',
    `    assay runs verify .${keyId === undefined ? '' : ` --key ../${PUBLIC_KEY_FILE}`}\n`,
  ].join('\n\n')
}

function signer(keyId: string | undefined): string {
  if (keyId === undefined) return 'This bundle is not signed: the digests show that it is whole, not who made it.'
  return `Signed with the Ed25519 key \`${keyId}\` (SHA-256 of its SPKI form). The signature is over the tag manifest, and with it over every other file. Take the public key from a place you trust, not from whoever sent the bundle, and put it at \`../${PUBLIC_KEY_FILE}\`, or set \`key=FILE\` before the block. The block needs \`jq\`, \`openssl\` and \`base64\`.`
}

/**
 * SHA-256 of the pages that earlier versions wrote, with the facts of a particular bundle removed: each version for bundles with and
 * without a signature.
 */
const EARLIER_PAGES: ReadonlySet<string> = new Set([
  'sha256:5c3e5e038892163b3ac2626afce01601a70cbc55e590a50e713e1d7a82f37a58',
  'sha256:8f5bbad884cec9da2f12d0c0602ac9cf7534ff1e9af654f29df948e555ddf6fd',
  'sha256:fddf9f9896f64489a14a56c5929c4d4935dd62c00e896e11d69573739672aa7c',
  'sha256:a57927eb08a952760052976cfdf0f5ecd2fb24e82f4b08d1256173f1fb4f3b4b',
  'sha256:28dc00bcbe9e190618446be798d652a6c7a23801bd22f60c25921de5e1489f5d',
  'sha256:ddcb2aa23750310180a880cef6fba26130512a8b0831c93ceaa8a343f21bcef2',
])

/**
 * Whether a page is exactly that of a bundle: whoever pastes its commands runs them. `signature` is the text of the signature, which
 * contains the key id.
 */
export function isVerificationPage(
  page: string,
  {signature, ...facts}: Omit<VerificationFacts, 'keyId'> & {readonly signature: string | undefined},
): boolean {
  const [, keyId] = /\nSigned with the Ed25519 key `([0-9a-f]{64})` /.exec(page) ?? []
  const isOfKey = keyId === undefined ? signature === undefined : signature?.includes(keyId) === true
  if (!isOfKey) return false
  const told = {...facts, ...(keyId !== undefined && {keyId})}
  return page === verificationPage(told) || EARLIER_PAGES.has(sha256(Buffer.from(withoutFacts(page, told))))
}

function withoutFacts(page: string, {runId, oxum: {files, bytes}, keyId}: VerificationFacts): string {
  const nameless = page
    .replaceAll(`\`${runId}\``, '`RUN`')
    .replace(`: ${files} files, ${bytes} bytes.`, ': FILES files, BYTES bytes.')
    .replace(`must be ${files}, as`, 'must be FILES, as')
    .replace(`-eq ${files}\n`, '-eq FILES\n')
  return keyId === undefined ? nameless : nameless.replaceAll(keyId, 'KEY')
}
