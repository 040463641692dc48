import {isSecretVariable} from './key-names.ts'
import type {Registration} from './registered-values.ts'
import {basicOf, secretPartsOf} from './secret-parts.ts'
import {isIdentifier, isNumber, isPath, isPlain} from './value-kinds.ts'

/** A name and what stands under it: a variable, an input of a job, a setting of a provider. */
export interface Named {
  readonly name: string
  readonly value: string
  /** Whether a job, profile or provider file names it; then everything that does not read as plain is taken for secret. */
  readonly isAsked: boolean
}

/** How it is treated: masked as a whole, as a whole word, in part (the password of an address), or why not at all. */
export type Treatment =
  | 'masked'
  | 'masked as a word'
  | 'masked in part'
  | 'not masked: too short or ordinary'
  | 'not masked: reads as no secret'

const LEAST_DIGITS = 4
const SHORTEST_SEGMENT = 10

/** Makes known what of a variable is secret. A path or a short number under a secret name is a place or a count. */
export function registerVariable(
  {name, value, isAsked}: Named,
  register: (value: string) => Registration,
): Treatment | undefined {
  const isSecret = isSecretVariable(name)
  const named = [...webhookPartOf(name, value), ...headerPartsOf(name, value)]
  const loose = isPath(value) ? [] : isSecret ? loosePartsOf(value) : named
  const parts = [...secretPartsOf(value), ...loose].filter((part) => part !== value)
  const inPart = parts.map((part) => register(part)).some((registration) => registration !== 'ignored')
  if (isSecret ? !isPlace(value) : isAsked && !inPart && !isPlain(value)) return treatmentOf(register(value), inPart)
  if (inPart) return 'masked in part'
  if (isSecret && isNumber(value)) return 'not masked: too short or ordinary'
  return isSecret || isAsked ? 'not masked: reads as no secret' : undefined
}

/** `user:password`, or that in base64, under a name such as `BASIC_AUTH`. */
function loosePartsOf(value: string): string[] {
  const password = /^[^\s:/@]{1,64}:([^\s/].*)$/.exec(value)?.[1]
  return [...(password === undefined || password.length < LEAST_DIGITS ? [] : [password]), ...basicOf(value)]
}

/** All behind the host: who knows it may post. What would be an id elsewhere is the key there. */
function webhookPartOf(name: string, value: string): string[] {
  const path = /webhook/i.test(name) ? /^https?:\/\/[^/]+\/(.{8,})$/.exec(value)?.[1] : undefined
  const isKey = (part: string) => part.length >= SHORTEST_SEGMENT && (!isPlain(part) || isIdentifier(part))
  return path === undefined ? [] : [path, ...path.split(/[/?&=@]/).filter(isKey)]
}

/** What goes to a collector of OpenTelemetry as headers: most are keys, some behind a word such as `Bearer`. Written as W3C Baggage has it. */
function headerPartsOf(name: string, value: string): string[] {
  if (!/^OTEL_EXPORTER_OTLP_(?:[A-Z]+_)?HEADERS$/.test(name)) return []
  const values = value.split(',').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
  const plain = values.map((text) =>
    text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
  )
  return [...values, ...plain, ...plain.flatMap((text) => text.split(' '))].filter(Boolean)
}

function isPlace(value: string): boolean {
  return isPath(value) || (isNumber(value) && value.length < LEAST_DIGITS) || /^https?:\/\/[^\s@?#]*$/i.test(value)
}

function treatmentOf(registration: Registration, inPart: boolean): Treatment {
  if (registration === 'registered') return 'masked'
  if (registration === 'whole-word') return 'masked as a word'
  return inPart ? 'masked in part' : 'not masked: too short or ordinary'
}
