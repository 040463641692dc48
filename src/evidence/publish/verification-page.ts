import type {Oxum} from '../bag.ts'
import {BAG_INFO, PAYLOAD, PAYLOAD_MANIFEST, SIGNATURE, TAG_MANIFEST} from '../bundle-layout.ts'
import {PAYLOAD_TYPE} from '../envelope.ts'
import {PUBLIC_KEY_FILE} from '../key.ts'

/** `VERIFY.md`: how a stranger checks the bundle with ordinary tools. The shell blocks work as printed, in the bundle's folder. */
export function verificationPage(facts: {
  readonly runId: string
  readonly oxum: Oxum
  readonly keyId?: string
}): string {
  const {runId, oxum, keyId} = facts
  return [
    `# How to check this bundle\n\nEvidence of run \`${runId}\`: ${oxum.files} files, ${oxum.bytes} bytes. It is a BagIt 1.0 bag; no Assay is needed.`,
    '## Nothing was changed',
    'Each command ends with exit code 0 only if every file is as it was published.',
    block([`sha256sum -c --strict ${PAYLOAD_MANIFEST}`, `sha256sum -c --strict ${TAG_MANIFEST}`]),
    '## Nothing was added',
    `\`sha256sum\` does not see added files. This count must be ${oxum.files}, as \`Payload-Oxum\` in \`${BAG_INFO}\` says.`,
    block([`test "$(find ${PAYLOAD} -type f | wc -l)" -eq ${oxum.files}`]),
    '## Who published it',
    ...(keyId === undefined
      ? ['This bundle is not signed: the digests show that it is whole, not who made it.']
      : signed(keyId)),
    '## With Assay',
    `    assay runs verify .${keyId === undefined ? '' : ` --key ../${PUBLIC_KEY_FILE}`}\n`,
  ].join('\n\n')
}

function signed(keyId: string): string[] {
  return [
    `Signed with the Ed25519 key \`${keyId}\` (SHA-256 of its SPKI form). Take the public key from a place you trust, not from whoever sent the bundle.`,
    block([
      `key=../${PUBLIC_KEY_FILE}`,
      't=$(mktemp -d)',
      `jq -r .dsseEnvelope.payload ${SIGNATURE} | base64 -d > "$t/body"`,
      `jq -r '.dsseEnvelope.signatures[0].sig' ${SIGNATURE} | base64 -d > "$t/sig"`,
      `(printf 'DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} %d ' "$(wc -c < "$t/body")"; cat "$t/body") > "$t/pae"`,
      'openssl pkeyutl -verify -pubin -inkey "$key" -rawin -in "$t/pae" -sigfile "$t/sig"',
      `test "$(jq -r '.subject[0].digest.sha256' "$t/body")" = "$(sha256sum < ${TAG_MANIFEST} | cut -d ' ' -f 1)"`,
      'rm -r "$t"',
    ]),
    'The last comparison ties the signature to the tag manifest, and with it to every other file.',
  ]
}

const block = (lines: readonly string[]) => ['```sh', ...lines, '```'].join('\n')
