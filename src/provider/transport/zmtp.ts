import {speakerOf} from './speaker.ts'

/** Bytes of a greeting: signature, version, mechanism, role and filler. */
export const GREETING_BYTES = 64
const MECHANISM = {from: 12, to: 32}
/** Bits of the first byte of a frame. */
export const FLAGS = {more: 1, long: 2, command: 4} as const
const LONGEST_SHORT = 255
/** Socket types allowed at the other end of a REQ socket. Source: RFC 28/REQREP. */
const ANSWERERS = ['REP', 'ROUTER']

/** Eight bytes of the signature that say nothing to ZeroMQ. */
const PADDING = '\r\n\r\n\r\n\r\n'

/**
 * The greeting of a ZMTP 3.0 peer without security. Its padding ends a line and a head: a server of HTTP, or of anything else that reads lines,
 * answers it instead of waiting for more until time is over. Source: RFC 23/ZMTP.
 */
export function greeting(): Uint8Array {
  const bytes = Buffer.alloc(GREETING_BYTES)
  bytes[0] = 0xff
  bytes.write(PADDING, 1, 'latin1')
  bytes[9] = 0x7f
  bytes[10] = 3
  bytes.write('NULL', MECHANISM.from, 'latin1')
  return bytes
}

export interface GreetingFault {
  readonly fault: 'down' | 'wrong_service' | 'incompatible'
  readonly message: string
}

/** What is wrong with the bytes a server began with; undefined as long as they may become a good greeting. */
export function greetingFault(bytes: Uint8Array): GreetingFault | undefined {
  const isSigned = (bytes[0] ?? 0xff) === 0xff && ((bytes[9] ?? 0x7f) & 1) === 1
  if (!isSigned)
    return {fault: 'wrong_service', message: `${speakerOf(bytes)} answers there, which does not speak ZeroMQ`}
  if ((bytes[10] ?? 3) < 3) return {fault: 'incompatible', message: 'server speaks a ZeroMQ older than version 3'}
  if (bytes.length < GREETING_BYTES) return undefined
  const mechanism = Buffer.from(bytes.subarray(MECHANISM.from, MECHANISM.to)).toString('latin1').replace(/\0+$/, '')
  if (mechanism === 'NULL') return undefined
  return {fault: 'incompatible', message: 'server wants a ZeroMQ security mechanism'}
}

/** What stands before the bytes of a frame. */
export function frameHead(flags: number, sizeBytes: number): Uint8Array {
  if (sizeBytes <= LONGEST_SHORT) return Uint8Array.of(flags, sizeBytes)
  const head = Buffer.alloc(9)
  head[0] = flags | FLAGS.long
  head.writeBigUInt64BE(BigInt(sizeBytes), 1)
  return head
}

/** A command as a frame: its name, then its data. */
export function commandFrame(name: string, data: Uint8Array): Uint8Array {
  const head = frameHead(FLAGS.command, 1 + name.length + data.length)
  return Buffer.concat([head, Uint8Array.of(name.length), Buffer.from(name, 'latin1'), data])
}

/** The command READY of a socket of this type. */
export function readyFrame(socketType: string): Uint8Array {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(socketType.length)
  const name = 'Socket-Type'
  return commandFrame(
    'READY',
    Buffer.concat([Uint8Array.of(name.length), Buffer.from(name), length, Buffer.from(socketType)]),
  )
}

/** A command taken apart; undefined for bytes that are none. */
export function commandOf(body: Uint8Array): {readonly name: string; readonly data: Uint8Array} | undefined {
  const end = 1 + (body[0] ?? 0)
  if (end === 1 || end > body.length) return undefined
  return {name: Buffer.from(body.subarray(1, end)).toString('latin1'), data: body.subarray(end)}
}

/** What is wrong with a server whose READY says this; undefined for one that answers requests. */
export function readyFault(data: Uint8Array): GreetingFault | undefined {
  const type = propertiesOf(data).get('socket-type')
  if (type !== undefined && ANSWERERS.includes(type)) return undefined
  const found = type !== undefined && /^[A-Z]{1,16}$/.test(type) ? `a socket of type ${type}` : 'no kind of socket'
  return {
    fault: 'wrong_service',
    message: `another ZeroMQ service listens there: it says it is ${found}, not one that answers requests`,
  }
}

/** Names without regard to case, with their values; ends where the bytes are none. */
function propertiesOf(data: Uint8Array): ReadonlyMap<string, string> {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length)
  const found = new Map<string, string>()
  for (let at = 0; at < bytes.length; ) {
    const value = at + 1 + (bytes[at] ?? 0) + 4
    if (value > bytes.length) break
    const end = value + bytes.readUInt32BE(value - 4)
    found.set(bytes.toString('latin1', at + 1, value - 4).toLowerCase(), bytes.toString('latin1', value, end))
    at = end
  }
  return found
}
