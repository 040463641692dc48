/** Bytes of a greeting: signature, version, mechanism, role and filler. */
export const GREETING_BYTES = 64
const MECHANISM = {from: 12, to: 32}

/** The greeting of a ZMTP 3.0 peer without security. Source: RFC 23/ZMTP. */
export function greeting(): Uint8Array {
  const bytes = Buffer.alloc(GREETING_BYTES)
  bytes[0] = 0xff
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
  if (!isSigned) return {fault: 'wrong_service', message: 'server does not speak ZeroMQ'}
  if ((bytes[10] ?? 3) < 3) return {fault: 'incompatible', message: 'server speaks a ZeroMQ older than version 3'}
  if (bytes.length < GREETING_BYTES) return undefined
  const mechanism = Buffer.from(bytes.subarray(MECHANISM.from, MECHANISM.to)).toString('latin1').replace(/\0+$/, '')
  if (mechanism === 'NULL') return undefined
  return {fault: 'incompatible', message: 'server wants a ZeroMQ security mechanism'}
}
