/** Protocols by how their servers begin to speak. HTTP may also send a page without headers: that is how servers answer what they cannot read. */
const SPEAKERS: readonly (readonly [RegExp, string])[] = [
  [/^HTTP\/|^\s*<(!doctype|html|head)/i, 'a server of HTTP'],
  // A frame of SETTINGS, on the stream of the connection.
  [/^\0..\x04.\0\0\0\0/s, 'a server of HTTP/2, such as one of gRPC,'],
  [/^[\x15\x16]\x03[\0-\x04]/, 'a server of TLS'],
  [/^SSH-/, 'a server of SSH'],
]
const LONGEST_START = 64

/** What kind of server says this at first, as far as its first bytes tell. */
export function speakerOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, LONGEST_START)).toString('latin1')
  return SPEAKERS.find(([form]) => form.test(start))?.[1] ?? 'a server of another kind'
}
