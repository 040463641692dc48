import {resolve} from 'node:path'
import {AssayError} from '#error/assay-error'
import {gatherMistakes, type InputCheck} from '#error/collect-mistakes'
import type {MeasurementPorts} from '#measurement/ports'
import type {Variables} from '#process/variables'
import {type HookSecret, MOST_SECRET_BYTES} from './hook-secret.ts'

/** By which names secrets are given: variables, and files as the caller names them. */
export interface SecretNames {
  readonly secretEnv: readonly string[]
  readonly secretFiles: readonly string[]
}

/**
 * The secrets by their names, as they are: a line end at the end of a file is part of what was read. From here on none leaves the process.
 * `others`: further checks of the same input, so that all mistakes are told at once. Throws `invalid_input`, `file_missing`,
 * `file_unreadable`, `document_size`, `usage`.
 */
export function readSecrets(
  names: SecretNames,
  ports: Pick<MeasurementPorts, 'env' | 'cwd' | 'files' | 'redactor'>,
  others: readonly InputCheck[] = [],
): readonly HookSecret[] {
  const found: HookSecret[] = []
  const keep = (secret: HookSecret) => {
    if (secret.bytes.length === 0) throw new AssayError('invalid_input', `${secret.name} is empty`)
    ports.redactor.register(Buffer.from(secret.bytes).toString('utf8').trim())
    found.push(secret)
  }
  const {secretEnv, secretFiles} = names
  gatherMistakes([
    {key: 'secret-env', check: () => mustBeSome(secretEnv.length + secretFiles.length)},
    ...secretEnv.map((name) => ({key: 'secret-env', check: () => keep(ofVariable(name, ports.env))})),
    ...secretFiles.map((name) => ({key: 'secret-file', check: () => keep(ofFile(name, ports))})),
    ...others,
  ])
  return found
}

function mustBeSome(count: number): void {
  if (count > 0) return
  throw new AssayError('invalid_input', 'no secret is given', {
    hint: 'Name the variable that holds it with --secret-env, or a file with --secret-file.',
  })
}

function ofVariable(name: string, env: Variables): HookSecret {
  const value = env[name]
  if (value !== undefined && value !== '') return {name, bytes: Buffer.from(value)}
  throw new AssayError('invalid_input', 'a variable that should hold a secret is not set', {
    hint: 'Give the name of a variable, not its value.',
    given: name,
  })
}

function ofFile(name: string, {files, cwd}: Pick<MeasurementPorts, 'files' | 'cwd'>): HookSecret {
  return {name, bytes: files.reader.read(resolve(cwd, name), MOST_SECRET_BYTES)}
}
