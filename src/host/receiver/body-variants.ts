/** What may have been signed instead of these bytes, and what would explain it. */
export interface Variant {
  /** Empty for the bytes as they are. */
  readonly change: string
  readonly bytes: Uint8Array
}

/** The usual ways in which a body is not what the sender signed. The first is the body itself. */
export function bodyVariants(body: Uint8Array): readonly Variant[] {
  const text = Buffer.from(body).toString('utf8')
  const changed = [
    ...lineEnds(text),
    variant('body_bom', text.startsWith('\ufeff') ? text.slice(1) : `\ufeff${text}`),
    ...serialisations(text),
    variant('body_form_encoded', new URLSearchParams({payload: text}).toString()),
    variant('body_empty', ''),
  ]
  return [{change: '', bytes: body}, ...changed]
}

function lineEnds(text: string): Variant[] {
  const lf = text.replaceAll('\r\n', '\n')
  return [
    variant('body_crlf', lf === text ? text.replaceAll('\n', '\r\n') : lf),
    variant('body_final_newline', text.replace(/(?<!\n)(?:\r?\n)+$/, '')),
    variant('body_final_newline', `${text}\n`),
    variant('body_final_newline', `${text}\r\n`),
  ]
}

/** JSON as others write it: compact, indented, as Python, Go and PHP do by default, with sorted keys. */
function serialisations(text: string): Variant[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return []
  }
  const compact = JSON.stringify(value)
  const texts = [
    compact,
    ...[2, 4, '\t'].map((indent) => JSON.stringify(value, null, indent)),
    asciiOnly(spaced(value)),
    spaced(value),
    asciiOnly(compact),
    compact.replaceAll(/[<>&]/g, escaped),
    asciiOnly(compact.replaceAll('/', '\\/')),
    JSON.stringify(sorted(value)),
  ]
  return texts.map((one) => variant('body_reserialised', one))
}

/** With `, ` and `: ` between parts. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}: ${spaced(one)}`)
    .join(', ')}}`
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]))
}

function asciiOnly(text: string): string {
  return text.replaceAll(/[\u0080-\uffff]/g, escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function variant(change: string, text: string): Variant {
  return {change, bytes: Buffer.from(text)}
}
