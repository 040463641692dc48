/** Shorter encoded forms would be found by chance in ordinary text. */
const SHORTEST = 6
const SHORTEST_OTHER_CASE = 12

/** A known value as it may stand in text: raw and in every encoding a program on the way may have given it. */
export function encodingsOf(value: string): string[] {
  const text = value.toWellFormed()
  const utf8 = Buffer.from(text, 'utf8')
  const utf16 = Buffer.from(text, 'utf16le')
  const hex = utf8.toString('hex')
  const forms = new Set([
    value,
    text,
    ...jsonForms(text),
    ...percentForms(text, hex),
    ...markupForms(text),
    ...shellForms(text),
    // As part of a JSON pointer, in which issues of Assay name keys of callers. Source: RFC 6901, section 3.
    text.replaceAll('~', '~0').replaceAll('/', '~1'),
    ...base64Forms(utf8),
    ...base64Forms(utf16),
    ...base32Forms(utf8),
    hex,
    hex.toUpperCase(),
    ...utf16HexForms(utf16),
    ...nulledForms(text),
  ])
  // Most programs log in JSON or tell in CSV, whatever the value was written in before.
  const logged = [...forms].flatMap((form) => [inJson(form), form.replaceAll('"', '""')])
  return [...forms.union(new Set(logged))].filter((form) => form === value || form.length >= SHORTEST)
}

/** The value in capitals and in small letters, where it is long enough to be nothing else; each to be found whole. */
export function otherCasesOf(value: string): string[] {
  const cases = [value.toUpperCase(), value.toLowerCase()]
  return cases.filter((form) => form !== value && form.length >= SHORTEST_OTHER_CASE)
}

/** Hex of UTF-16 in both byte orders; of ASCII, one lies within the other, but for a zero at either end. */
function utf16HexForms(little: Buffer): string[] {
  const big = Buffer.from(little).swap16()
  const isAscii = little.every((byte, at) => at % 2 === 0 || byte === 0)
  const orders = isAscii ? [big.subarray(1)] : [little, big]
  return orders.flatMap((bytes) => [bytes.toString('hex'), bytes.toString('hex').toUpperCase()])
}

/** UTF-16 of ASCII as programs print bytes: a zero between one character and the next, written out. */
function nulledForms(text: string): string[] {
  if (!/^[\x20-\x7e]+$/.test(text)) return []
  const zeros = ['\\x00', '\\u0000', '\\0', '\\000'].map((zero) => [...text].join(zero))
  return [...zeros, [...text].map((character) => encodeURIComponent(character)).join('%00')]
}

/** The forms of a value as bytes read as Latin-1, with raw UTF-16 in both byte orders. */
export function byteForms(value: string): string[] {
  const little = Buffer.from(value.toWellFormed(), 'utf16le')
  const big = Buffer.from(little).swap16()
  const forms = encodingsOf(value).map((form) => Buffer.from(form, 'utf8').toString('latin1'))
  return [...new Set([...forms, little.toString('latin1'), big.toString('latin1')])]
}

function jsonForms(text: string): string[] {
  const once = inJson(text)
  const forms = [once, inJson(once), once.replaceAll('/', '\\/'), once.replace(/[<>&]/g, unicodeEscape)]
  const ascii = once.replace(/[^\x20-\x7e]/g, unicodeEscape)
  return [...forms, ascii, ascii.replace(/\\u[0-9a-f]{4}/g, (made) => `\\u${made.slice(2).toUpperCase()}`)]
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function percentForms(text: string, hex: string): string[] {
  const component = encodeURIComponent(text)
  const strict = component.replace(/[!'()*]/g, percentEscape)
  const form = new URLSearchParams([['', text]]).toString().slice(1)
  const forms = [
    component,
    strict,
    encodeURI(text),
    form,
    strict.replaceAll('%20', '+'),
    hex.toUpperCase().replace(/../g, '%$&'),
  ]
  return [...forms, ...forms.map((made) => made.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))]
}

function percentEscape(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

function markupForms(text: string): string[] {
  const body = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const quoted = body.replaceAll('"', '&quot;')
  const apostrophes = ['&apos;', '&#39;', '&#x27;', '&#039;'].flatMap((apostrophe) => [
    quoted.replaceAll("'", apostrophe),
    body.replaceAll('"', '&#34;').replaceAll("'", apostrophe),
  ])
  return [body, quoted, ...apostrophes]
}

function shellForms(text: string): string[] {
  return [
    text.replaceAll("'", `'\\''`),
    text.replaceAll("'", `'"'"'`),
    text.replaceAll("'", "''"),
    text.replace(/["\\$`!]/g, '\\$&'),
    text.replace(/["\\$`]/g, '\\$&'),
    text.replace(/[\\']/g, '\\$&'),
    text.replace(/[^\w@%+=:,./-]/g, '\\$&'),
  ]
}

/** The characters that hold nothing but the value, at each of the three places it can take in a group of bytes. */
export function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes])
    const pure = whole.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((whole.length * 8) / 6))
    return [pure, pure.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 of bytes at each of the five places in a group. Source: RFC 4648, section 6. */
function base32Forms(bytes: Buffer): string[] {
  return [0, 1, 2, 3, 4].map((offset) => {
    const whole = base32(Buffer.concat([Buffer.alloc(offset), bytes]))
    return whole.slice(Math.ceil((offset * 8) / 5), Math.floor(((offset + bytes.length) * 8) / 5))
  })
}

function base32(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(held >>> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return text
}
