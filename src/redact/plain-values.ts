import {isIdentifier, mixOf} from './randomness.ts'

/** Values that say nothing: masking them everywhere would blacken documents and protect no one. */
const ORDINARY = new Set(
  `true false null none nil undefined yes no on off enabled disabled enable disable default auto empty unset
  localhost production development staging testing test local debug info warn warning error passed failed running
  skipped cancelled pass fail assay password passwd secret token changeme example`.split(/\s+/),
)
const NUMBER = /^[+-]?\d{1,3}(?:[_,]?\d{3})*(?:\.\d+)?(?:e[+-]?\d+)?$|^[+-]?\d*\.?\d+(?:e[+-]?\d+)?$/i
const PATH_START = /^(?:~|\.{1,2})?\/|^[A-Za-z]:[\\/]|^\\\\[\w.-]+\\/
const ADDRESS = /^[a-z][a-z\d+.-]*:\/\/[^\s@?#]*$/i
/** Between the parts of names, versions, hosts, models, dates and lists. */
const JOINTS = /[-_./:@+,= ]+/
const LONGEST_WORD = 14
const SHORTEST_DRAWN = 6
const DRAWN_MIX = 0.4
/** Kinds of numbers, digests and devices, which end in digits as weak passwords do. */
const KINDS = /^(?:u?int|b?float|sha|md|utf|base|python|node|cuda|gpu|cpu|x|arm)\d{1,3}$/i
const LONGEST_MIXED = 5

/** A word that everybody uses: never a secret worth blackening a document for. */
export function isOrdinary(value: string): boolean {
  return ORDINARY.has(value.toLowerCase())
}

export function isNumber(value: string): boolean {
  return NUMBER.test(value)
}

/** A path of this or another machine. The characters of base64 include a slash, so no part may look drawn by chance. */
export function isPath(value: string): boolean {
  return PATH_START.test(value) && !/[\n\r]/.test(value) && !value.split(/[\\/:]/).some(isDrawn)
}

function isDrawn(part: string): boolean {
  return part.length >= SHORTEST_DRAWN && mixOf(part) >= DRAWN_MIX && !isIdentifier(part)
}

/**
 * Whether a value reads as something that is told: a number, word, path, version, host, model, date, digest, or an address
 * without credentials. What does not read so may be a secret, whatever its name.
 */
export function isPlain(value: string): boolean {
  if (isOrdinary(value) || isNumber(value) || isPath(value) || isIdentifier(value) || ADDRESS.test(value)) return true
  return value.length <= 200 && value.split(JOINTS).every(isReadable)
}

/** `cosmos`, `Instruct`, `2026`, `7B`, `v1`, `GR00T`; not `hunter2`, `x9Kd82`. */
function isReadable(part: string): boolean {
  if (part.length <= LONGEST_MIXED) return /^[A-Za-z\d]*$/.test(part)
  return (
    /^\d{1,8}$/.test(part) ||
    KINDS.test(part) ||
    (part.length <= LONGEST_WORD && /^[A-Za-z]?[a-z]+$|^[A-Z]+$/.test(part))
  )
}
