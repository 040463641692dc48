import {ALL_LAYERS} from '#redact/layers'
import {Redactor} from '#redact/redactor'
import {findFormerUrlParts, findUrlParts} from '#redact/urls'

/** Marks count by document: the same secret may have another number in a document that was made from others. Markdown escapes them. */
const MARK = /\\?\[redacted:([a-z0-9-]+)(?:#\d+)?\\?\]/g
/** Columns are as wide as their widest cell, so a mark with one digit more moves the others. */
const GAP = / {2,}/g

const PLACES = 'workspace|cwd|home|temp|path'
/** Where masked text begins, also where the cut went through its mark: what stood there may have been longer or shorter. */
const MASKED = new RegExp(`\\[redacted:|(?:<|&lt;)(?:${PLACES})(?:>|&gt;)|<[a-z]{0,9}…$`)
/** Marks, each of which may be longer than what it stands for. */
const MARKS = new RegExp(`\\[redacted:[a-z0-9-]+\\]|(?:<|&lt;)(?:${PLACES})(?:>|&gt;)`, 'g')
const CUT = '…'

/** What stands between the cells of a document: line ends, gaps and bars of tables; and in markup and JSON, marks and quotes. */
const EDGE = /(\n| {2}| \| )/
const MARKUP_EDGE = new RegExp(`(\\n| {2}|<(?!(?:${PLACES})>)|(?<!<(?:${PLACES}))>|(?<!\\\\)")`)
const MARKUP = /^[<{]/

/** Knows no value of anybody: made once, for a redactor's tables cost more than most of the texts that are compared. */
const unaware = new Redactor()

const FORMER_FINDERS = ALL_LAYERS.finders.map((find) => (find === findUrlParts ? findFormerUrlParts : find))
/** Masks as earlier versions did: behind an address they took the number of an entity for a fragment, with the line after it, and left tags and fillers unseen. */
const former = new Redactor({}, {...ALL_LAYERS, finders: FORMER_FINDERS, controls: false, escapes: false})

/** What is made of masked values, as whoever wrote it masked it once more. */
export function maskedAgain<T>(value: T): T {
  return unaware.value(value)
}

/**
 * Whether two documents say the same, cell by cell, but for how their redaction marks are counted and how much was left of a cell after a mark. What
 * is made of masked values was masked once more when it was written, and what a format puts around a value, such as an escape, may have made it
 * look like a secret.
 */
export function isSameText(told: string, made: string): boolean {
  return isSameBy(isSamePlain, told, made)
}

/** Whether two tables have as many cells, each with the same text: a cut in one cell must not hide anything of the next. */
function isSamePlain(told: string, made: string): boolean {
  if (told === made) return true
  const edge = MARKUP.test(made) ? MARKUP_EDGE : EDGE
  const [cells, others] = [told.split(edge), made.split(edge)]
  return cells.length === others.length && cells.every((cell, at) => isSameCell(cell, others[at] ?? ''))
}

/** Two values as two documents hold them, as `isSameText` compares cells. */
const isSameValue = (told: string, made: string): boolean => isSameBy(isSameCell, told, made)

function isSameBy(isSame: typeof isSameCell, told: string, made: string): boolean {
  if (told === made || isSame(plain(told), plain(made))) return true
  if (isSame(plain(told), plain(unaware.text(made)))) return true
  return told.includes('[redacted:') && isSame(plain(told), plain(former.text(made)))
}

/**
 * A text that was cut and then masked is cut elsewhere than one that was masked and then cut. Up to the first mark both are as they were, so
 * both must hold at least that, and one must go on as the other does. What is told beyond the cut of what is made has room in its marks.
 */
function isSameCell(told: string, made: string): boolean {
  if (told === made) return true
  const [short, long] = [told, made].toSorted((a, b) => a.length - b.length) as [string, string]
  if (!short.endsWith(CUT)) return false
  const kept = short.slice(0, -CUT.length)
  const mask = long.search(MASKED)
  // A value that would have been halved was left out from its beginning.
  const safe = long.slice(0, Math.max(0, mask)).search(/\S*$/)
  if (mask < 0 || kept.length < safe || !long.startsWith(kept)) return false
  return long === made || long.slice(kept.length).replace(/^\S*/, '').length <= lengthOfMarks(told)
}

const lengthOfMarks = (text: string) => [...text.matchAll(MARKS)].reduce((sum, [mark]) => sum + mark.length, 0)

function plain(text: string): string {
  return text.replaceAll(MARK, '[redacted:$1]').replaceAll(GAP, '  ')
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
  const isSame = typeof told === 'string' && typeof made === 'string' ? isSameValue(told, made) : told === made
  return isSame ? undefined : pointer || '/'
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null
