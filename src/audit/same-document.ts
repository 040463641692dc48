/** Marks count by document: the same secret may have another number in a document that was made from others. */
const MARK = /\[redacted:([a-z0-9-]+)(?:#\d+)?\]/g
/** Columns are as wide as their widest cell, so a mark with one digit more moves the others. */
const GAP = / {2,}/g

/** Whether two texts say the same, but for how their redaction marks are counted. */
export function isSameText(told: string, made: string): boolean {
  return told === made || plain(told) === plain(made)
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
