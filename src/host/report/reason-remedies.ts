import {spokenReason} from '../judge/fold-rounds.ts'

const ADDRESS = 'correct its address in the target, and check again'

/** What to do where nothing was learnt of what a check is about, by the reason; the first that fits. */
const AFTER_REASON: readonly (readonly [reason: RegExp, remedy: string])[] = [
  [
    /the host did not answer within 10 s before/,
    'See why it says nothing, as one that was stopped or hangs does, and check again: it was asked nothing else.',
  ],
  [
    /the host did not answer within|no TLS connection came about within/,
    'Look at the load of the node and at what stands before it, and check again: the request went out and no answer came in time, so nothing else is known.',
  ],
  [
    /does not speak TLS|came about \((?:EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)\)/,
    'Write http:// in the address where the node has no certificate, or give it one, and check again: what listens there speaks no TLS.',
  ],
  [
    /the handshake of TLS failed|came about \(ERR_(?:SSL|TLS)_/,
    'Look at the versions of TLS and at the certificates of callers that the node wants, and check again: nothing else was asked.',
  ],
  [
    /does not speak HTTP/,
    `Write https:// in the address where the node speaks TLS, or ${ADDRESS}: what listens there answers in another protocol.`,
  ],
  [
    /(?:failed|came about|without an answer) \((?:ECONNRESET|EPIPE|UND_ERR_SOCKET)\)|closed before TLS came about/,
    `Read the log of the node and of what stands before it, or ${ADDRESS}: somebody listens there and ended the connection, as one does that speaks TLS and is asked by http://.`,
  ],
  [
    /the connection broke within the reply|the reply was cut off/,
    'Read the log of the node and of what stands before it, and check again: the answer began and did not end.',
  ],
  [
    /(?:failed|came about) \((?:EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ETIMEDOUT)\)/,
    `Start the node, or ${ADDRESS}: no way leads there from here, or something between lets nothing through.`,
  ],
  [/(?:failed|came about) \(ECONNREFUSED\)/, `Start the node, or ${ADDRESS}: nobody listens there.`],
  [
    /(?:the connection failed|no TLS connection came about) \(/,
    `Start the node, or ${ADDRESS}: no connection came about.`,
  ],
  [
    /the host name leads to no address/,
    'Correct the host of the address in the target, and check again: nobody knows it.',
  ],
  [
    /\banswered 50[234] twice\b/,
    'Look whether the service runs and whether the proxy before it reaches it, and check again: it was not asked.',
  ],
  [
    /\banswered \d{3}, a redirect /,
    'Let what stands before the service, such as a page for signing in, pass this path on, or correct the address, and check again: the service was not asked.',
  ],
  [
    /\/api\/node\/status answered /,
    'Ask the node for /api/node/status by hand, mend what answers there, and check again: what this check reads was not told.',
  ],
  [
    /\/health\/ready answered /,
    'Ask the node for /health/ready by hand and mend what answers there, of which health.ready tells, and check again.',
  ],
  [
    /the answer is no JSON object/,
    'Look at what answers at this address: it may be a page of a proxy, or another service.',
  ],
]

/** One sentence that follows from why a check is not good; undefined where the check itself says what to do. */
export const remedyOfReason = (reason: string): string | undefined => {
  const spoken = spokenReason(reason)
  return AFTER_REASON.find(([one]) => one.test(spoken))?.[1]
}
