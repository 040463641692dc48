import {createPrivateKey, X509Certificate} from 'node:crypto'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import type {NodeSettings} from '../config/settings.ts'
import type {TlsFiles} from '../model/listening.ts'

/**
 * Certificate and key of the settings, before anything listens; undefined where there are none. Throws `config_invalid` where they are no PEM or do not
 * belong together, and what the reader says of files that are not there.
 */
export function readTls({tlsCert, tlsKey}: NodeSettings, reader: FileReader): TlsFiles | undefined {
  if (tlsCert === undefined || tlsKey === undefined) return undefined
  const cert = reader.read(tlsCert)
  const key = reader.read(tlsKey)
  const leaf = read('tls-cert', 'holds no certificate', () => new X509Certificate(cert))
  const secret = read('tls-key', 'holds no private key that can be read without a password', () =>
    createPrivateKey(Buffer.from(key)),
  )
  if (!leaf.checkPrivateKey(secret)) throw refused('tls-key', 'is not the key of the first certificate of tls-cert')
  return {cert, key, validFromMs: Date.parse(leaf.validFrom), validToMs: Date.parse(leaf.validTo)}
}

function read<T>(flag: string, fault: string, open: () => T): T {
  try {
    return open()
  } catch {
    // What was thrown may quote the file.
    throw refused(flag, fault)
  }
}

function refused(flag: string, fault: string): AssayError {
  return new AssayError('config_invalid', `the configuration is not acceptable: ${flag} ${fault}`, {
    issues: [{pointer: `/${flag}`, rule: 'tls', message: fault}],
  })
}
