import {generateKeyPairSync, type KeyObject} from 'node:crypto'
import {basename, dirname, join} from 'node:path'
import type {KeysGenerateResult} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {exitNamed} from '#error/exit'
import type {Files} from '#path/files'
import type {Redactor} from '#redact/redactor'
import {BUNDLES, RUNS, WORKSPACE_FILE} from '#run/layout'
import {readHalfPair} from './half-pair.ts'
import {keyIdOf, MOST_KEY_BYTES, PRIVATE_KEY_FILE, PUBLIC_KEY_FILE, parsePrivateKey, publicPem} from './key.ts'

/**
 * Makes an Ed25519 pair, `key.pem` (PKCS#8, mode 0600) and `key.pub.pem` (SPKI), or completes one that a crash left incomplete. Throws
 * `key_exists` if a name is taken by anything else, `path_unsafe` for a folder whose content is published, `file_missing` if the folder
 * does not exist. `shown` is the folder as the caller named it.
 */
export async function makeKeyPair(
  request: {readonly folder: string; readonly shown: string},
  ports: {readonly files: Files; readonly redactor: Redactor},
): Promise<KeysGenerateResult> {
  const {files} = ports
  const real = openFolder(request, files)
  const paths = {secret: join(real, PRIVATE_KEY_FILE), open: join(real, PUBLIC_KEY_FILE)}
  const begun = readHalfPair(paths, files.reader)
  for (const path of begun.unfinished) await files.writer.remove(path)
  const privateKey = begun.privateKey ?? generateKeyPairSync('ed25519').privateKey
  await writePair(paths, {privateKey, isSecretThere: begun.privateKey !== undefined}, ports)
  await files.directories.sync(real)
  const shown = (name: string) => (request.shown === '.' ? name : join(request.shown, name))
  return {
    schema_version: 1,
    command: 'keys generate',
    exit: exitNamed(
      'ok',
      begun.privateKey ? 'the public half of key.pem was missing and was written' : 'the pair was written',
    ),
    algorithm: 'ed25519',
    key_id: keyIdOf(privateKey),
    key_file: shown(PRIVATE_KEY_FILE),
    public_key_file: shown(PUBLIC_KEY_FILE),
    next: [
      `assay runs bundle RUN_ID --sign ${shown(PRIVATE_KEY_FILE)}`,
      `assay runs verify BUNDLE --key ${shown(PUBLIC_KEY_FILE)}`,
    ],
  }
}

interface Paths {
  readonly secret: string
  readonly open: string
}

/** Writes the private half to disk before the public one, from which a later call can complete the pair. */
async function writePair(
  paths: Paths,
  {privateKey, isSecretThere}: {readonly privateKey: KeyObject; readonly isSecretThere: boolean},
  ports: {readonly files: Files; readonly redactor: Redactor},
): Promise<void> {
  const {files} = ports
  const open = publicPem(privateKey)
  if (!isSecretThere) {
    const secret = Buffer.from(privateKey.export({type: 'pkcs8', format: 'pem'}))
    await write(paths.secret, secret, {isPrivate: true}, ports)
  }
  try {
    await write(paths.open, open, {isPrivate: false}, ports)
  } catch (error) {
    if (!isSecretThere) await files.writer.remove(paths.secret).catch(() => undefined)
    throw error
  }
  const written = parsePrivateKey(files.reader.read(paths.secret, MOST_KEY_BYTES))
  if (keyIdOf(written) !== keyIdOf(privateKey))
    throw new AssayError('key_exists', 'another process made keys here at the same time; remove both files')
}

/** The folder for the keys. Runs and bundles are uploaded and attached: a private key must not lie among them. */
function openFolder(
  {folder, shown: given}: {readonly folder: string; readonly shown: string},
  {reader}: Pick<Files, 'reader'>,
): string {
  const real = reader.real(folder)
  if (real === undefined)
    throw new AssayError('file_missing', 'the folder for the keys does not exist', {
      given,
      hint: 'Make the folder first, or name another one.',
    })
  if (reader.facts(real)?.kind !== 'directory')
    throw new AssayError('invalid_input', 'the place for the keys is not a folder', {given})
  for (let at = real; at !== dirname(at); at = dirname(at)) {
    const isPublished = basename(at) === RUNS || basename(at) === BUNDLES
    if (isPublished && reader.facts(join(dirname(at), RUNS, WORKSPACE_FILE))) {
      throw new AssayError('path_unsafe', 'keys cannot be kept among runs or bundles: their content is published')
    }
  }
  return real
}

async function write(
  path: string,
  pem: Uint8Array,
  how: {readonly isPrivate: boolean},
  {files, redactor}: {readonly files: Files; readonly redactor: Redactor},
): Promise<void> {
  const file = await files.writer.open(path, 'new', {private: how.isPrivate})
  try {
    await file.write(redactor.bytes(pem))
    await file.sync()
  } finally {
    await file.close()
  }
}
