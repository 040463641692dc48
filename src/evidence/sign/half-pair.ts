import type {KeyObject} from 'node:crypto'
import {basename} from 'node:path'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {MOST_KEY_BYTES, parsePrivateKey, publicPem} from './key.ts'

/** What a crash left of a pair: files without complete content, and a private key without its public half. */
export interface HalfPair {
  readonly unfinished: readonly string[]
  readonly privateKey?: KeyObject
}

const SECRET_HEAD = '-----BEGIN PRIVATE KEY-----\n'
const SECRET_END = '-----END PRIVATE KEY-----'

/**
 * Examines the files before anything is written. Throws `key_exists` for any file that is no incomplete half of Assay's own: nothing of
 * value is ever removed.
 */
export function readHalfPair(
  paths: {readonly secret: string; readonly open: string},
  reader: Pick<FileReader, 'facts' | 'read'>,
): HalfPair {
  const [secret, open] = [contentOf(paths.secret, reader), contentOf(paths.open, reader)]
  if (secret === undefined && open === undefined) return {unfinished: []}
  if (secret === undefined) throw exists(paths.open)
  if (isBegun(secret) && open === undefined) return {unfinished: [paths.secret]}
  const privateKey = keyIn(secret)
  if (privateKey === undefined) throw exists(paths.secret)
  if (open === undefined) return {unfinished: [], privateKey}
  const whole = publicPem(privateKey).toString()
  if (open.length < whole.length && whole.startsWith(open)) return {unfinished: [paths.open], privateKey}
  throw exists(paths.secret)
}

function contentOf(path: string, reader: Pick<FileReader, 'facts' | 'read'>): string | undefined {
  const facts = reader.facts(path)
  if (facts === undefined) return undefined
  if (facts.kind !== 'file' || facts.sizeBytes > MOST_KEY_BYTES) throw exists(path)
  return Buffer.from(reader.read(path, MOST_KEY_BYTES)).toString('latin1')
}

/** Whether a file is empty or the beginning of a key without its end: nobody can have used such a key. */
function isBegun(secret: string): boolean {
  return SECRET_HEAD.startsWith(secret) || (secret.startsWith(SECRET_HEAD) && !secret.includes(SECRET_END))
}

function keyIn(secret: string): KeyObject | undefined {
  try {
    return parsePrivateKey(Buffer.from(secret, 'latin1'))
  } catch (error) {
    if (error instanceof AssayError) return undefined
    throw error
  }
}

function exists(path: string): AssayError {
  return new AssayError('key_exists', `${basename(path)} is already there; nothing was written`)
}
