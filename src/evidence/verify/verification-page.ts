import {sha256} from '#digest/sha256'
import type {Oxum} from '../model/bag.ts'
import {PUBLIC_KEY_FILE} from '../sign/key.ts'
import {VERIFICATION_BLOCK} from './verification-block.ts'

/** What the page tells of a bundle. */
export interface VerificationFacts {
  readonly runId: string
  readonly oxum: Oxum
  readonly keyId?: string
}

/** `VERIFY.md`: how a stranger checks the bundle with ordinary tools. Its block works as printed, in the bundle's folder. */
export function verificationPage({runId, oxum, keyId}: VerificationFacts, block = VERIFICATION_BLOCK): string {
  return [
    `# How to check this bundle\n\nEvidence of run \`${runId}\`: ${oxum.files} files, ${oxum.bytes} bytes. It is a BagIt 1.0 bag; no Assay is needed.`,
    '## With ordinary tools',
    'Paste this block into a shell in the folder of the bundle. Its last line begins with GOOD or BAD, and its exit status is 0 or 1. The line before GOOD tells run and verdict as the files have them, and who signed it.',
    `\`\`\`sh\n${block}\n\`\`\``,
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

/** SHA-256 of the blocks that earlier versions printed. */
const EARLIER_BLOCKS: ReadonlySet<string> = new Set([
  'sha256:f40e3f32d810b285bc7720aafcbd851bf9baff1d01ca8f81c6b8cb88ad62a2e9',
  'sha256:d78ef173f220bed4d8c3fd4fac6fe7cf853095de360d3935eb03ca1403b24d0a',
])

/** Whether a page is that of a bundle, to the letter: whoever pastes its block runs it. `signature` is the text of the signature, which names its key. */
export function isVerificationPage(
  page: string,
  {signature, ...facts}: Omit<VerificationFacts, 'keyId'> & {readonly signature: string | undefined},
): boolean {
  const [, block = ''] = /\n```sh\n([\s\S]*?)\n```\n/.exec(page) ?? []
  if (block !== VERIFICATION_BLOCK && !EARLIER_BLOCKS.has(sha256(Buffer.from(block)))) return false
  const [, keyId] = /\nSigned with the Ed25519 key `([0-9a-f]{64})` /.exec(page) ?? []
  if (signature === undefined || keyId === undefined)
    return signature === undefined && page === verificationPage(facts, block)
  return signature.includes(keyId) && page === verificationPage({...facts, keyId}, block)
}
