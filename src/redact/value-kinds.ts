import {isAlphanumeric} from './text-runs.ts'

const COUNTS = new Uint32Array(128)

/** Shannon entropy in bits a character; characters beyond ASCII count as one. Looks at 512 characters at most. */
export function entropyOf(text: string): number {
  const length = Math.min(text.length, 512)
  COUNTS.fill(0)
  for (let at = 0; at < length; at++) {
    const code = Math.min(127, text.charCodeAt(at))
    COUNTS[code] = (COUNTS[code] ?? 0) + 1
  }
  let bits = 0
  for (let code = 0; code < 128; code++) {
    const count = COUNTS[code] ?? 0
    if (count > 0) bits -= (count / length) * Math.log2(count / length)
  }
  return bits
}

/** How often, from one letter or digit to the next, a digit meets a letter or a capital follows a small letter: random text does it all the time, names seldom. 0 to 1. */
export function mixOf(text: string): number {
  let changes = 0
  let seen = 0
  let last = -1
  for (let at = 0; at < text.length && at < 512; at++) {
    const code = text.charCodeAt(at)
    if (!isAlphanumeric(code)) continue
    const kind = code < 58 ? 0 : code < 97 ? 1 : 2
    if (last >= 0 && kind !== last && (kind === 0 || last === 0 || kind === 1)) changes++
    last = kind
    seen++
  }
  return seen === 0 ? 0 : changes / seen
}

/** UUIDs, digests, git ids and ULIDs, in small letters or in capitals: chance mixes them. Source: github.com/ulid/spec. */
const IN_ONE_CASE =
  /^(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|[\da-f]{16}|[\da-f]{40}|[\da-f]{64}|[\da-f]{128}|[0-7][\da-hjkmnp-tv-z]{25})$/i
/** TypeIDs and our item ids, content ids of IPFS, ids of Twilio except those of its keys, named digests, our run ids. Source: github.com/jetify-com/typeid, docs.ipfs.tech/concepts/content-addressing, twilio.com/docs/glossary/what-is-a-sid. */
const OTHER_IDENTIFIERS =
  /^(?:(?:[a-z]{2,5}_)?[\da-hjkmnp-tv-z]{26}|Qm[1-9A-HJ-NP-Za-km-z]{44}|(?!SK)[A-Z]{2}[\da-f]{32}|(?:sha|SHA)(?:1|256|384|512)[:-][\w+/=-]+|\d{8}T\d{9}Z-[a-z2-7]{6})$/

/** Whether a text is a UUID, digest, git id, ULID, run or item id: long, mixed and no secret. */
export function isIdentifier(text: string): boolean {
  if (OTHER_IDENTIFIERS.test(text)) return true
  return IN_ONE_CASE.test(text) && (text === text.toLowerCase() || text === text.toUpperCase())
}

/** How stores spread what they keep: git, package indexes, buckets. The rest of the digest stands behind its first digits. */
const IN_SHARDS = /(?<=^|\/)[\da-f]{2}\/(?:[\da-f]{2}\/)?[\da-f]{36,62}(?=[/.]|$)/

/** A path without the digest by which a store spreads its files: `objects/3b/18e5…` is what it keeps, and no secret. */
export function withoutShards(path: string): string {
  return path.replace(IN_SHARDS, '')
}

const WORDS = /^[A-Za-z]+(?:[-_.:/ ]+[A-Za-z]+)*$/
const USUAL_MIX = 0.2

/** Whether a text reads as words or names rather than as characters drawn by chance. */
export function isWordy(text: string): boolean {
  return WORDS.test(text) && mixOf(text) < USUAL_MIX
}

/** Whether a text of twenty characters or more was drawn by chance and is no identifier. */
export function isRandom(text: string): boolean {
  return text.length >= 20 && mixOf(text) >= USUAL_MIX && entropyOf(text) >= 3.5 && !isIdentifier(text)
}

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
/** A name with its number, or a number with its unit. */
const NUMBERED = /^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)\d+$|^\d+(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)$/
/** Source: support.google.com/accounts/answer/185833. */
const FOUR_FOURS = /^[a-z]{4}(?: [a-z]{4}){3}$/
/** A group of a code in at least four even groups that looks drawn: letters beside digits, or a capital behind a small letter. */
const UNEVEN = /^(?=.{4})(?:(?=.*\d)(?=.*[A-Za-z])|.*[a-z][A-Z])/
const IPV6 = /^[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}$/i

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
  return value.length <= 200 && value.split(JOINTS).every(isReadable) && !isCode(value)
}

/** How recovery codes, licence keys and passwords of applications are written, so that people can type them: groups too short to be told from names alone. */
function isCode(value: string): boolean {
  if (FOUR_FOURS.test(value)) return true
  if (IPV6.test(value)) return false
  const groups = value.split(JOINTS)
  const mixed = groups.filter(isMixed).length
  if (mixed >= 2) return true
  const areEven = groups.length > 2 && groups.every(({length}) => length === groups[0]?.length)
  return areEven && (mixed === 1 || (groups.length > 3 && groups.some((group) => UNEVEN.test(group))))
}

/** Letters and digits in turn, or in both cases: `Zp4x`, `mQ3`; not `H100`, `80GB`, `Qwen2`. */
function isMixed(part: string): boolean {
  return part.length >= 3 && /\d/.test(part) && /[A-Za-z]/.test(part) && !NUMBERED.test(part)
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
