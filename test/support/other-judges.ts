import {spawnSync} from 'node:child_process'
import type {KeyObject} from 'node:crypto'
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {sigstoreVerifies} from './sigstore-verifies.ts'

/** Whom a bundle is shown to. Each sees its part only: `subject` compares the signed statement with the tag manifest. */
export const JUDGES = ['sha256sum', 'find', 'openssl', 'sigstore', 'subject'] as const
export type Judge = (typeof JUDGES)[number]

/** Where a bundle lies, and the public key that its publisher is known by. */
export interface Shown {
  readonly folder: string
  readonly keyFile: string
  readonly key: KeyObject
}

const SCRIPTS = {
  sha256sum:
    'sha256sum -c --strict --quiet manifest-sha256.txt && sha256sum -c --strict --quiet tagmanifest-sha256.txt',
  find: `test "$(find data -type f | wc -l)" = "$(sed -n 's/^Payload-Oxum: [0-9]*\\.//p' bag-info.txt)"`,
  openssl: `t=$(mktemp -d); trap 'rm -r "$t"' EXIT
    jq -r .dsseEnvelope.payload evidence.sigstore.json | base64 -d > "$t/body"
    jq -r '.dsseEnvelope.signatures[0].sig' evidence.sigstore.json | base64 -d > "$t/sig"
    (printf 'DSSEv1 28 application/vnd.in-toto+json %d ' "$(wc -c < "$t/body")"; cat "$t/body") > "$t/pae"
    openssl pkeyutl -verify -pubin -inkey "$KEY" -rawin -in "$t/pae" -sigfile "$t/sig"`,
  subject: `test "$(jq -r .dsseEnvelope.payload evidence.sigstore.json | base64 -d | jq -r '.subject[0].digest.sha256')" = "$(sha256sum < tagmanifest-sha256.txt | cut -d ' ' -f 1)"`,
} as const

/** What each of them says of a bundle; true is good. */
export function askOthers(shown: Shown): Record<Judge, boolean> {
  return {
    sha256sum: shell(SCRIPTS.sha256sum, shown),
    find: shell(SCRIPTS.find, shown),
    openssl: shell(SCRIPTS.openssl, shown),
    sigstore: sigstore(shown),
    subject: shell(SCRIPTS.subject, shown),
  }
}

function shell(script: string, {folder, keyFile}: Shown): boolean {
  const env = {...process.env, KEY: keyFile, LC_ALL: 'C'}
  const {status, error} = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {cwd: folder, env, stdio: 'ignore'})
  if (error) throw error
  return status === 0
}

function sigstore({folder, key}: Shown): boolean {
  try {
    return sigstoreVerifies(JSON.parse(readFileSync(join(folder, 'evidence.sigstore.json'), 'utf8')), key)
  } catch {
    return false
  }
}
