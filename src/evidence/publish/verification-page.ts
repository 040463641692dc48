import type {Oxum} from '../model/bag.ts'
import {PUBLIC_KEY_FILE} from '../sign/key.ts'
import {VERIFICATION_BLOCK} from '../verify/verification-block.ts'

/** `VERIFY.md`: how a stranger checks the bundle with ordinary tools. Its block works as printed, in the bundle's folder. */
export function verificationPage(facts: {
  readonly runId: string
  readonly oxum: Oxum
  readonly keyId?: string
}): string {
  const {runId, oxum, keyId} = facts
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
