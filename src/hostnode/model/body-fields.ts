import {isRecord} from '#contract/is-record'
import {ApiFailure, type FieldIssue, invalidFields} from './api-failure.ts'

type Code = FieldIssue['code']

/** How long a text may be, in characters. */
export interface TextRule {
  readonly least?: number
  readonly most: number
}

/**
 * Reads the fields of a body and gathers all faults in them. A field that was not read is a fault too: nothing that a caller sent is dropped
 * silently.
 */
export class BodyFields {
  readonly #body: Readonly<Record<string, unknown>>
  readonly #asked = new Set<string>()
  readonly #issues: FieldIssue[] = []

  /** Throws `bad_request` without a body, and `validation_error` for a body that is not an object. */
  constructor(body: unknown) {
    if (body === undefined) throw new ApiFailure('bad_request', 'the request needs a JSON body')
    if (!isRecord(body)) throw invalidFields([{field: '', code: 'type', message: 'the body must be an object'}])
    this.#body = body
  }

  /** Undefined if it is missing or wrong. */
  text(field: string, {least = 1, most}: TextRule): string | undefined {
    const value = this.required(field)
    if (value === undefined) return undefined
    if (typeof value !== 'string') return this.refuse(field, 'type', 'must be a text')
    if (least > 0 && value.trim() === '') return this.refuse(field, 'too_short', 'must not be blank')
    if (value.length < least) return this.refuse(field, 'too_short', `must have at least ${least} characters`)
    if (value.length > most) return this.refuse(field, 'too_long', `must have at most ${most} characters`)
    return value
  }

  /** A list of at least one text, without duplicates. */
  texts(field: string): string[] | undefined {
    const value = this.required(field)
    if (value === undefined) return undefined
    if (!Array.isArray(value)) return this.refuse(field, 'type', 'must be a list of texts')
    if (!value.every((one) => typeof one === 'string')) return this.refuse(field, 'type', 'must be a list of texts')
    if (value.length === 0) return this.refuse(field, 'too_short', 'must have at least one entry')
    if (new Set(value).size < value.length) return this.refuse(field, 'duplicate', 'has an entry twice')
    return value
  }

  flag(field: string): boolean | undefined {
    const value = this.required(field)
    if (value === undefined || typeof value === 'boolean') return value
    return this.refuse(field, 'type', 'must be true or false')
  }

  /** Whether a field is present and not null. */
  has(field: string): boolean {
    this.#asked.add(field)
    return this.#body[field] !== undefined && this.#body[field] !== null
  }

  refuse(field: string, code: Code, message: string): undefined {
    this.#issues.push({field, code, message})
    return undefined
  }

  /** Throws `validation_error` with all faults, including fields that were not read. */
  done(): void {
    for (const field of Object.keys(this.#body))
      if (!this.#asked.has(field))
        this.refuse(field.length > 100 ? '' : field, 'unknown', 'is no field of this request')
    if (this.#issues.length > 0) throw invalidFields(this.#issues)
  }

  /** The value of a field that must be present, of any kind. */
  required(field: string): unknown {
    this.#asked.add(field)
    return this.#body[field] === undefined ? this.refuse(field, 'required', 'is missing') : this.#body[field]
  }
}
