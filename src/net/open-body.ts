import {promisify} from 'node:util'
import {brotliDecompress, gunzip, inflate} from 'node:zlib'
import {ProviderError} from '#error/provider-error'

const DECODERS: Readonly<Record<string, (body: Uint8Array, limit: {maxOutputLength: number}) => Promise<Uint8Array>>> =
  {
    gzip: promisify(gunzip),
    'x-gzip': promisify(gunzip),
    deflate: promisify(inflate),
    br: promisify(brotliDecompress),
  }

/**
 * A body without its compression, at most `limitBytes` of it: a small body that unpacks to a huge one ends here, and its size is never
 * held. Throws `contract_violation`.
 */
export async function openBody(body: Uint8Array, encoding: string, limitBytes: number): Promise<Uint8Array> {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity') return body
  const decode = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined
  if (decode === undefined) throw violation('the reply is packed in a way that nobody asked for')
  try {
    return await decode(body, {maxOutputLength: limitBytes})
  } catch (cause) {
    const isHuge = cause instanceof RangeError
    throw violation(
      isHuge ? `the reply unpacks to more than ${limitBytes} bytes` : 'the reply cannot be unpacked',
      cause,
    )
  }
}

function violation(message: string, cause?: unknown): ProviderError {
  return new ProviderError('contract_violation', message, {retryable: false, cause})
}
