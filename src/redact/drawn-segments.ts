import {usualPairsOf} from './readable.ts'
import {entropyOf, isIdentifier, mixOf} from './value-kinds.ts'

const SHORTEST = 8
const LONGEST_HEAD = 24
const SHORTEST_HEX = 30
/** Four to seven characters in an order that names do not have; they count, but alone they are nothing. */
const SHORT_DRAWN = /^(?=.{4,7}$)(?=[A-Za-z]*\d)(?=.*(?:\d[A-Za-z]|[a-z][A-Z])).*[A-Za-z].*$/
const HEX = /^(?:[\da-f]+|[\dA-F]+)$/
const HEAD_WORD = /^(?:[A-Za-z]{1,12}\d{0,3}|[A-Za-z\d]{1,8}|\d{1,20})$/
/** What ids begin with that name a thing and open no door. */
const THINGS = new Set(
  `acl acct act ami ap arn artifact asst batch call chatcmpl ckpt clip cmpl container conv ctr ctx cus dataset dep deployment doc dpl ds ecs ep episode eval evt eni exec exp eip elb file frame ft
  gen gpu i id ids im img inv item job kaniko layer line model msg node obj object oid op operation order org page part pi pod pred prj
  proj project ray rec rel resource req request resp room row run sb seg seq series shard snap snapshot span step
  sub sandbox subnet task team thread toolu tg trace trc trial txn u user usr vec ver video vm vol vpc vs worker workspace world wf workflow ws`.split(
    /\s+/,
  ),
)
/** Words before a digest. */
const DIGESTED = new Set(
  `asset assets blake3 blob build bundle cache canary checksum chunk commit crc32 dev digest etag git hash head image
  index latest lib linux lock main master md5 nightly pack patch prod ref release rev rust sha sha1 sha256 sha384
  sha512 staging tag tree v vendor version weights xxh64`.split(/\s+/),
)
/** Words by which a vendor says that what follows is secret: wherever they stand, or right before it. */
const SECRET_ANYWHERE = /(?:^|[_.-])(?:secret|token|sk|pat|apikey)[_.-]/i
const SECRET_GLUED = /(?:api|key|tok|sec|auth|pwd)\w{0,4}[_-]$/i
const SECRET_LAST =
  /(?:^|[_.-])(?:api|auth|key|live|private|[asu]at|test|access|cli|sec|rk|pk)[_.-](?:[a-z]{2,3}\d?[_-]){0,2}$/i

/** A run of letters, digits, `_` and `-`: how many of its characters look drawn by chance, and what stands before those. */
export interface DrawnPart {
  readonly head: string
  readonly drawn: number
  readonly longest: number
  readonly isHex: boolean
}

/** Looks at the parts between `_` and `-`; digits and letters that no name would mix count as drawn, and so do `shortestHex` hexadecimal digits. */
export function drawnPartOf(run: string, shortestHex = SHORTEST_HEX): DrawnPart {
  let headEnd = run.length
  let drawn = 0
  let longest = 0
  let isHex = true
  let at = 0
  for (const segment of run.split(/[_-]/)) {
    const isShort = segment.length < SHORTEST
    if (isShort ? SHORT_DRAWN.test(segment) : isDrawn(segment, shortestHex)) {
      headEnd = Math.min(headEnd, at)
      drawn += segment.length
      longest = Math.max(longest, segment.length)
      isHex &&= isShort || HEX.test(segment)
    }
    at += segment.length + 1
  }
  return {head: run.slice(0, headEnd), drawn, longest, isHex: drawn > 0 && isHex}
}

function isDrawn(segment: string, shortestHex: number): boolean {
  if (isIdentifier(`_${segment}`)) return false
  if (HEX.test(segment)) return segment.length >= shortestHex && /\d/.test(segment) && /[a-f]/i.test(segment)
  const mix = mixOf(segment)
  if (!/\d/.test(segment)) return segment.length >= 16 && mix >= 0.15 && usualPairsOf(segment) <= 0.45
  return (
    /[A-Za-z]/.test(segment) &&
    mix >= 0.15 &&
    entropyOf(segment) >= 2.5 &&
    (usualPairsOf(segment) <= 0.6 || mix >= 0.35)
  )
}

/** Whether what stands before the drawn part is the prefix of a token and not the name of a thing or a digest. */
export function isTokenHead(head: string, isHex: boolean): boolean {
  const words = wordsOf(head)
  if (head.length > LONGEST_HEAD || !words.every((word) => HEAD_WORD.test(word)) || isThing(head)) return false
  if (!isHex || SECRET_ANYWHERE.test(head)) return true
  return !isDigestHead(head) && (words.length <= 2 || saysSecret(head))
}

/** `run-`, `chatcmpl-`: what follows finds something and opens nothing. */
export function isThing(head: string): boolean {
  return THINGS.has((wordsOf(head).at(-1) ?? '').toLowerCase()) && !/^api_/.test(head)
}

function wordsOf(head: string): string[] {
  return head.split(/[_.-]/).filter((word) => word !== '')
}

/** `sha256-`, `build_`: what follows is a digest. */
export function isDigestHead(head: string): boolean {
  return head.split(/[_.-]/).some((word) => DIGESTED.has(word.toLowerCase()))
}

/** Of an UUID: behind `api-` it is a key, behind `run-` an id. */
export function isKeyOfUuid(head: string): boolean {
  if (/id[_-]$/i.test(head) || !isTokenHead(head, true)) return false
  return saysSecret(head) || SECRET_GLUED.test(head) || /^[a-z]{3,6}_$/.test(head)
}

/** `sk_live_`, `thog-secret-`, `pat-na1-`: the prefix itself says what it is. */
export function saysSecret(head: string): boolean {
  return SECRET_ANYWHERE.test(head) || SECRET_LAST.test(head)
}
