/** Rounds over all pairs; ten are many. */
const MOST_ROUNDS = 40

/**
 * Rows of numbers, `[n, d]`, in coordinates along the axes of their spread: at most min(n, d) columns of n numbers, at right angles to each other. The mean is
 * taken out. Source: one-sided Jacobi rotations, Hestenes, J. SIAM 6 (1958).
 */
export function principalColumns(rows: readonly (readonly number[])[]): Float64Array[] {
  const [count, width] = [rows.length, rows[0]?.length ?? 0]
  const columns = Array.from({length: width}, (_, at) => centred(Float64Array.from(rows, (row) => row[at] ?? 0)))
  if (width <= count) {
    rotateAll(
      columns,
      columns.map(() => new Float64Array()),
    )
    return columns
  }
  // Fewer rows than columns: rows are rotated, and what became of each row is kept beside.
  const turned = rows.map((_, at) => Float64Array.from(columns, (column) => column[at] ?? 0))
  const shares = rows.map((_, at) => Float64Array.from({length: count}, (_, other) => Number(at === other)))
  rotateAll(turned, shares)
  return shares.map((share, at) => {
    const length = Math.sqrt(dot(turned[at] ?? share, turned[at] ?? share))
    return share.map((value) => value * length)
  })
}

function centred(column: Float64Array): Float64Array {
  const mean = column.reduce((sum, value) => sum + value, 0) / column.length
  return column.map((value) => value - mean)
}

type Vectors = readonly Float64Array[]

/** Turns pairs of vectors until all stand at right angles; `beside` is turned along. */
function rotateAll(vectors: Vectors, beside: Vectors): void {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let turns = 0
    for (let one = 0; one < vectors.length; one++) {
      for (let other = one + 1; other < vectors.length; other++) turns += rotatePair(vectors, beside, [one, other])
    }
    if (turns === 0) return
  }
}

/** 1 where the two had to be turned. */
function rotatePair(vectors: Vectors, beside: Vectors, pair: readonly [number, number]): 0 | 1 {
  const [left = NONE, right = NONE] = pair.map((at) => vectors[at])
  const [a, b, c] = [dot(left, left), dot(right, right), dot(left, right)]
  if (Math.abs(c) <= Number.EPSILON * Math.sqrt(a * b)) return 0
  const lean = (b - a) / (2 * c)
  const tangent = (lean < 0 ? -1 : 1) / (Math.abs(lean) + Math.sqrt(1 + lean * lean))
  const cosine = 1 / Math.sqrt(1 + tangent * tangent)
  const [leftShare = NONE, rightShare = NONE] = pair.map((at) => beside[at])
  rotate(left, right, cosine, cosine * tangent)
  rotate(leftShare, rightShare, cosine, cosine * tangent)
  return 1
}

const NONE = new Float64Array()

function rotate(left: Float64Array, right: Float64Array, cosine: number, sine: number): void {
  for (let at = 0; at < left.length; at++) {
    const [one, other] = [left[at] ?? 0, right[at] ?? 0]
    left[at] = cosine * one - sine * other
    right[at] = sine * one + cosine * other
  }
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}
