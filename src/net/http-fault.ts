import {AssayError} from '#error/assay-error'
import {ProviderError} from '#error/provider-error'

/** Set by the peer's own clean goodbye, or by its counting wrong. */
const CUT_OFF = /^(UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|HPE_INVALID_EOF_STATE)$/
/** Somebody listens and says goodbye: what speaks another protocol does so as well. */
const CLOSED = 'UND_ERR_SOCKET'
const NOT_HTTP = /^(HPE_(?!INVALID_EOF_STATE)|UND_ERR_HEADERS_OVERFLOW$)/
/** The first bytes of the answer were none of TLS. */
const NOT_TLS = /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|RECORD_LENGTH_MISMATCH|HTTP_REQUEST))$/
const UNTRUSTED = /^(ERR_TLS_CERT_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

/** The certificate was refused before a request was sent, so the service behind it is not judged. */
export const AFTER_UNTRUSTED =
  'Renew or install the certificate, for the host of the address, or trust who signed it: NODE_EXTRA_CA_CERTS=FILE names an authority of your own.'

/** What an error of a connection means. `isAnswered`: the head of a reply had come. Errors of ours stay as they are. */
export function connectionFault(error: unknown, isAnswered: boolean): unknown {
  if (error instanceof AssayError) return error
  const code = codeIn(error)
  const cause = {cause: error, detail: {code}}
  if (isAnswered && CUT_OFF.test(code))
    return new ProviderError('contract_violation', 'the reply was cut off', {...cause, retryable: true})
  const wrong = NOT_HTTP.test(code)
    ? 'what answers does not speak HTTP'
    : NOT_TLS.test(code)
      ? 'what answers does not speak TLS'
      : code.startsWith('ERR_SSL_') && 'the handshake of TLS failed'
  if (wrong) return new ProviderError('wrong_service', `${wrong} (${code})`, {...cause, fault: 'wrong_service'})
  if (UNTRUSTED.test(code))
    return new ProviderError(
      'wrong_service',
      `the certificate is not one that this machine trusts for the host (${code})`,
      {
        ...cause,
        hint: AFTER_UNTRUSTED,
        fault: 'wrong_service',
      },
    )
  const sentence = isAnswered
    ? 'the connection broke within the reply'
    : code === CLOSED
      ? 'the other side closed the connection without an answer'
      : 'the connection failed'
  return new ProviderError('unreachable', `${sentence} (${code})`, {...cause, fault: 'down'})
}

/** Whether a connection was given up because of the certificate that was shown. */
export function isUntrusted(error: unknown): error is ProviderError {
  return error instanceof ProviderError && UNTRUSTED.test(String(error.detail?.['code']))
}

/** The code of a system or client error; happy-eyeballs attempts come together in one error that has those of its parts. */
function codeIn(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof Error && error.name === 'HTTPParserError') return 'HPE_UNKNOWN'
  if ('errors' in error && Array.isArray(error.errors)) return codeIn(error.errors[0])
  return 'unknown'
}
