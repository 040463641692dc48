import {Tensor} from '#world/tensor/tensor'

const NOT_ASCII = /[\u0080-\uffff]/g

/** The parts of a text, in order. They are joined once, at the end: joined at each depth of a request they would be copied each time, and a picture takes half a megabyte. */
type Pieces = string[]

/**
 * A value as JSON in ASCII: bytes as base64, and tensors that only say how they are filled written out, for a host knows neither. The text of
 * base64 is put in as it is: `JSON.stringify` looks at each of its characters, which takes ten times as long as making them. Throws `invalid_tensor`.
 */
export function wireJson(value: unknown): string {
  return piecesOf(value).join('')
}

/** A value as one line of such JSON, in bytes. */
export function wireLine(value: unknown): Uint8Array {
  const pieces = piecesOf(value)
  const line = Buffer.allocUnsafe(pieces.reduce((sum, {length}) => sum + length, 1))
  let at = 0
  for (const piece of pieces) at += line.write(piece, at, 'latin1')
  line.write('\n', at, 'latin1')
  return line
}

function piecesOf(value: unknown): Pieces {
  const pieces: Pieces = []
  if (!put(value, pieces)) pieces.push('null')
  return pieces
}

/** False, and nothing was put, for what JSON leaves out. */
function put(value: unknown, pieces: Pieces): boolean {
  if (typeof value !== 'object' || value === null || (!isBytes(value) && 'toJSON' in value)) {
    const text = plain(value)
    if (text !== undefined) pieces.push(text)
    return text !== undefined
  }
  if (value instanceof Tensor) putTensor(value, pieces)
  else if (value instanceof Uint8Array) pieces.push('"', base64(value), '"')
  else if ('dtype' in value && 'shape' in value && ('seed' in value || 'fill' in value))
    putTensor(Tensor.from(value), pieces)
  else if (Array.isArray(value)) putList(value, pieces)
  else putObject(value, pieces)
  return true
}

function isBytes(value: object): boolean {
  return value instanceof Tensor || value instanceof Uint8Array
}

function putTensor(tensor: Tensor, pieces: Pieces): void {
  if (tensor.isListed) return void pieces.push(plain(tensor) ?? 'null')
  const {dtype, shape, bytes} = tensor
  pieces.push(`{"dtype":"${dtype}","shape":[${shape.join(',')}],"b64":"`, base64(bytes), '"}')
}

function putList(list: readonly unknown[], pieces: Pieces): void {
  if (list.every((item) => typeof item === 'number')) return void pieces.push(JSON.stringify(list))
  for (const [at, item] of list.entries()) {
    pieces.push(at === 0 ? '[' : ',')
    if (!put(item, pieces)) pieces.push('null')
  }
  pieces.push(']')
}

function putObject(value: object, pieces: Pieces): void {
  let before = '{'
  for (const [key, item] of Object.entries(value)) {
    const at = pieces.push(`${before}${plain(key)}:`)
    if (put(item, pieces)) before = ','
    else pieces.length = at - 1
  }
  pieces.push(before === '{' ? '{}' : '}')
}

function plain(value: unknown): string | undefined {
  return JSON.stringify(value)?.replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
}
