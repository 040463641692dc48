import {ALL_LAYERS} from '#redact/layers'
import {Redactor} from '#redact/redactor'
import {findFormerUrlParts, findUrlParts} from '#redact/urls'

/** Marks count by document: the same secret may have another number in a document that was made from others. */
const MARK = /\[redacted:([a-z0-9-]+)(?:#\d+)?\]/g
/** Columns are as wide as their widest cell, so a mark with one digit more moves the others. */
const GAP = / {2,}/g

/** Where masked text begins, also where the cut went through its mark: what stood there may have been longer or shorter. */
const MASKED = /\[redacted:|<(?:workspace|cwd|home|temp|path)>|<[a-z]{0,9}…$/
const CUT = '…'

/** Knows no value of anybody: made once, for a redactor's tables cost more than most of the texts that are compared. */
const unaware = new Redactor()

const FORMER_FINDERS = ALL_LAYERS.finders.map((find) => (find === findUrlParts ? findFormerUrlParts : find))
/** Masks as earlier versions did: behind an address they took the number of an entity for a fragment, with the line after it. */
const former = new Redactor({}, {...ALL_LAYERS, finders: FORMER_FINDERS, escapes: false})

/** What is made of masked values, as whoever wrote it masked it once more. */
export function maskedAgain<T>(value: T): T {
  return unaware.value(value)
}

/**
 * Whether two texts say the same, but for how their redaction marks are counted and how much was left of them after a mark. What is made of masked
 * values was masked once more when it was written, and what a format puts around a value, such as an escape, may have made it look like a secret.
 */
export function isSameText(told: string, made: string): boolean {
  if (told === made || isSamePlain(plain(told), plain(made))) return true
  if (isSamePlain(plain(told), plain(unaware.text(made)))) return true
  return told.includes('[redacted:url-') && isSamePlain(plain(told), plain(former.text(made)))
}

/**
 * A text that was cut and then masked is cut elsewhere than one that was masked and then cut. Up to the first mark both are as they were, so
 * both must hold at least that, and one must go on as the other does.
 */
function isSamePlain(told: string, made: string): boolean {
  if (told === made) return true
  const [short, long] = [told, made].toSorted((a, b) => a.length - b.length) as [string, string]
  if (!short.endsWith(CUT)) return false
  const kept = short.slice(0, -CUT.length)
  const mask = long.search(MASKED)
  // A value that would have been halved was left out from its beginning.
  const safe = long.slice(0, Math.max(0, mask)).search(/\S*$/)
  return mask >= 0 && kept.length >= safe && long.startsWith(kept)
}

function plain(text: string): string {
  return text.replaceAll(MARK, '[redacted:$1]').replaceAll(GAP, ' ')
}

/** Pointer to the first place where two JSON values differ; undefined where they say the same. */
export function firstDifference(told: unknown, made: unknown): string | undefined {
  return differenceAt('', told, JSON.parse(JSON.stringify(made)))
}

function differenceAt(pointer: string, told: unknown, made: unknown): string | undefined {
  if (isTree(told) && isTree(made) && Array.isArray(told) === Array.isArray(made)) {
    const members = new Map(Object.entries(told))
    const others = new Map(Object.entries(made))
    for (const key of new Set([...members.keys(), ...others.keys()])) {
      const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (!members.has(key) || !others.has(key)) return at
      const inner = differenceAt(at, members.get(key), others.get(key))
      if (inner !== undefined) return inner
    }
    return undefined
  }
  const isSame = typeof told === 'string' && typeof made === 'string' ? isSameText(told, made) : told === made
  return isSame ? undefined : pointer || '/'
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null
