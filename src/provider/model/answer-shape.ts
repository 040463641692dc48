import {violation} from './provider-fault.ts'

/** An answer as an object, or `contract_violation`. */
export function answerObject(answer: unknown): Readonly<Record<string, unknown>> {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw violation('provider answered with no object')
  return answer as Readonly<Record<string, unknown>>
}

export function answerText(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.trim() === '') throw violation(`${name} is not a text with content`)
  return value
}

export function answerNumbers(value: unknown, name: string): number[] {
  if (!Array.isArray(value) && !(value instanceof Float32Array) && !(value instanceof Float64Array)) {
    throw violation(`${name} is not a list of numbers`)
  }
  const numbers: unknown[] = [...value]
  return numbers.map((number) => {
    if (typeof number !== 'number' || !Number.isFinite(number))
      throw violation(`${name} holds a value that is no finite number`)
    return number
  })
}

/** Self-assessments and the like: an object or nothing. */
export function answerMetadata(value: unknown, name: string): Readonly<Record<string, unknown>> | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw violation(`${name} is not an object`)
  return value as Readonly<Record<string, unknown>>
}
