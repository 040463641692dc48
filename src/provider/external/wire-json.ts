import {Tensor} from '#world/tensor/tensor'

const NOT_ASCII = /[\u0080-\uffff]/g

/**
 * A value as JSON in ASCII: bytes as base64, and tensors that only say how they are filled written out, for a host knows neither. The text of
 * base64 is put in as it is: `JSON.stringify` looks at each of its characters, which takes ten times as long as making them. Throws `invalid_tensor`.
 */
export function wireJson(value: unknown): string {
  return textOf(value) ?? 'null'
}

/** Undefined for what JSON leaves out. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return plain(value)
  if (value instanceof Tensor) return tensorText(value)
  if (value instanceof Uint8Array) return `"${base64(value)}"`
  if ('toJSON' in value) return plain(value)
  if ('dtype' in value && 'shape' in value && ('seed' in value || 'fill' in value))
    return tensorText(Tensor.from(value))
  return Array.isArray(value) ? listText(value) : objectText(value)
}

function tensorText(tensor: Tensor): string {
  if (tensor.isListed) return plain(tensor) ?? 'null'
  const {dtype, shape, bytes} = tensor
  return `{"dtype":"${dtype}","shape":[${shape.join(',')}],"b64":"${base64(bytes)}"}`
}

function listText(list: readonly unknown[]): string {
  if (list.every((item) => typeof item === 'number')) return JSON.stringify(list)
  return `[${Array.from(list, (item) => textOf(item) ?? 'null').join(',')}]`
}

function objectText(value: object): string {
  const members: string[] = []
  for (const [key, item] of Object.entries(value)) {
    const text = textOf(item)
    if (text !== undefined) members.push(`${plain(key)}:${text}`)
  }
  return `{${members.join(',')}}`
}

function plain(value: unknown): string | undefined {
  return JSON.stringify(value)?.replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
}
