import {join} from 'node:path'
import type {MeasurementPorts} from '#measurement/ports'
import {absolutePath} from '#path/safe-relative-path'

/** Variables in which a caller names a file of authorities in place of those of the machine. */
const OF_GIT = ['GIT_SSL_CAINFO', 'SSL_CERT_FILE']

/** `folder`: where a file may be made. `trusted`: all that Node trusts, in PEM. */
interface AuthoritiesPlace {
  readonly folder: string
  readonly trusted: () => readonly string[]
}

/**
 * The file of authorities that git is to trust, so that it trusts what our own requests do: that of the caller, or all that Node trusts where it was told of
 * one more, which git cannot be; undefined where nothing was said.
 */
export async function makeAuthorities(
  {folder, trusted}: AuthoritiesPlace,
  {env, cwd, files, redactor}: Pick<MeasurementPorts, 'env' | 'cwd' | 'files' | 'redactor'>,
): Promise<string | undefined> {
  const given = OF_GIT.map((name) => env[name]).find(Boolean)
  if (given) return absolutePath(cwd, given)
  if (!env['NODE_EXTRA_CA_CERTS']) return undefined
  const path = join(folder, 'authorities.pem')
  const file = await files.writer.open(path, 'new')
  await file.write(redactor.bytes(Buffer.from(`${trusted().join('\n')}\n`)))
  await file.close()
  return path
}
