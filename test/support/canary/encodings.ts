/** How a program on the way may write a value, spelled out here without a look at the redactor. One encoding may have several spellings. */
export const ENCODINGS = {
  raw: (value: string) => [value],
  json: (value: string) => [
    inJson(value),
    inJson(value).replaceAll('/', '\\/'),
    ascii(inJson(value)),
    value.replaceAll('~', '~0').replaceAll('/', '~1'),
  ],
  percent: (value: string) => [
    encodeURIComponent(value),
    percentOf(value, (byte) => /[A-Za-z0-9\-._~]/.test(byte)),
    percentOf(value, () => false),
  ],
  form: (value: string) => [percentOf(value, (byte) => /[A-Za-z0-9\-._*]/.test(byte)).replaceAll('%20', '+')],
  base64: (value: string) => base64At(Buffer.from(value)),
  base64url: (value: string) =>
    base64At(Buffer.from(value)).map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  hex: (value: string) => {
    const hex = Buffer.from(value).toString('hex')
    return [hex, hex.toUpperCase()]
  },
  xml: (value: string) => [
    escapeXml(value, '&quot;', '&apos;'),
    escapeXml(value, '&quot;', '&#39;'),
    escapeXml(value, '"', "'"),
  ],
  shell: (value: string) => [`'${value.replaceAll("'", `'\\''`)}'`, `"${value.replace(/["\\$`]/g, '\\$&')}"`],
  utf16: (value: string) => base64At(Buffer.from(value, 'utf16le')),
  percentTwice: (value: string) => [encodeURIComponent(percentOf(value, () => false))],
  unicode: (value: string) => [unitsOf(value, (code) => `\\u${code.toString(16).padStart(4, '0')}`)],
  entities: (value: string) => [
    [...value].map((character) => `&#${character.codePointAt(0)};`).join(''),
    [...value].map((character) => `&#x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()};`).join(''),
  ],
  escapes: (value: string) => [bytesOf(value, (byte) => `\\x${hexByte(byte)}`, '')],
  hexParted: (value: string) => [
    bytesOf(value, hexByte, ':'),
    bytesOf(value, hexByte, ' '),
    bytesOf(value, (byte) => hexByte(byte).toUpperCase(), '-'),
    bytesOf(value, (byte) => `0x${hexByte(byte)}`, ', '),
  ],
  byteList: (value: string) => [
    bytesOf(value, String, ', '),
    bytesOf(value, String, ','),
    bytesOf(value, String, ' '),
    bytesOf(value, (byte) => String(byte > 127 ? byte - 256 : byte), ', '),
  ],
  base32: (value: string) => base32At(Buffer.from(value)),
} as const satisfies Record<string, (value: string) => string[]>

export type Encoding = keyof typeof ENCODINGS
export const ENCODING_NAMES = Object.keys(ENCODINGS) as Encoding[]

/** A value in every spelling of one encoding, as a careless program would say it. */
export function plantOf(value: string, encoding: Encoding): string {
  if (encoding !== 'base64' && encoding !== 'base64url' && encoding !== 'utf16')
    return ENCODINGS[encoding](value).join(' , ')
  const bytes = Buffer.from(value, encoding === 'utf16' ? 'utf16le' : 'utf8')
  const texts = [0, 1, 2].map((offset) => {
    const framed = Buffer.concat([Buffer.from('::'.slice(0, offset)), bytes, Buffer.from(':'.repeat(2 - offset))])
    return framed.toString(encoding === 'base64url' ? 'base64url' : 'base64')
  })
  return texts.join(' , ')
}

function unitsOf(value: string, write: (code: number) => string): string {
  return Array.from({length: value.length}, (_, at) => write(value.charCodeAt(at))).join('')
}

function bytesOf(value: string, write: (byte: number) => string, joint: string): string {
  return [...Buffer.from(value)].map(write).join(joint)
}

const hexByte = (byte: number) => byte.toString(16).padStart(2, '0')

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1)
}

function ascii(text: string): string {
  return Array.from({length: text.length}, (_, at) => {
    const code = text.charCodeAt(at)
    return code < 0x20 || code > 0x7e ? `\\u${code.toString(16).padStart(4, '0')}` : (text[at] ?? '')
  }).join('')
}

function percentOf(value: string, stays: (byte: string) => boolean): string {
  return [...Buffer.from(value)]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      return byte < 128 && stays(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}

function escapeXml(value: string, quote: string, apostrophe: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', quote)
    .replaceAll("'", apostrophe)
}

/** At each of the three places in a group of bytes: the characters that hold bits of the value and of nothing else. */
function base64At(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const bits = Array.from(Buffer.concat([Buffer.alloc(offset), bytes]), (byte) => byte.toString(2).padStart(8, '0'))
    const all = bits.join('')
    const first = Math.ceil((offset * 8) / 6)
    const count = Math.floor(all.length / 6) - first
    return Array.from(
      {length: count},
      (_, at) => BASE64[Number.parseInt(all.slice((first + at) * 6, (first + at) * 6 + 6), 2)],
    ).join('')
  })
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** At each of the five places in a group of forty bits. */
function base32At(bytes: Buffer): string[] {
  return [0, 1, 2, 3, 4].map((offset) => {
    const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
    const skipped = (5 - ((offset * 8) % 5)) % 5
    const count = Math.floor((bits.length - skipped) / 5)
    return Array.from(
      {length: count},
      (_, at) => BASE32[Number.parseInt(bits.slice(skipped + at * 5, skipped + at * 5 + 5), 2)],
    ).join('')
  })
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
