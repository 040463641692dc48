import type {Stream} from '#random/stream'

/** Usual numbers of rows stay below two to this power, large ones between it and two to the other. */
const USUAL = 6
const LARGE = 10
/** One question of so many is a large one. */
const LARGE_EACH = 8
/** Elsewhere each question costs time of others: one magnitude of so many is asked. */
const ELSEWHERE_EACH = 3

/** A number below two to `octaves` and not below two to `from`, each doubling as likely: what goes wrong at a size goes wrong at sizes of its magnitude. */
export function drawSize(stream: Stream, octaves: number, from = 0): number {
  return sizeIn(stream, from + stream.int(octaves - from))
}

/** A whole number between two, both of them too. */
export function drawWithin({least, most}: {readonly least: number; readonly most: number}, stream: Stream): number {
  return least + stream.int(most - least + 1)
}

/** Rows of a batch, from one to about a thousand; never more than `most`. */
export function drawRows(stream: Stream, most: number): number {
  const rows = stream.int(LARGE_EACH) === 0 ? drawSize(stream, LARGE, USUAL) : drawSize(stream, USUAL)
  return Math.min(rows, most)
}

/**
 * A size of each magnitude from two to about a thousand, none above `most`; of one that lives elsewhere a third of them. Half of them are powers of
 * two: planners ask for so many, and pieces of that size are what answers are cut into.
 */
export function drawSizes(stream: Stream, most: number, isHere: boolean): readonly number[] {
  const first = 1 + (isHere ? 0 : stream.int(ELSEWHERE_EACH))
  const sizes: number[] = []
  for (let octave = first; octave < LARGE; octave += isHere ? 1 : ELSEWHERE_EACH)
    sizes.push(stream.int(2) === 0 ? 2 ** octave : sizeIn(stream, octave))
  return sizes.filter((size) => size <= most)
}

function sizeIn(stream: Stream, octave: number): number {
  const least = 2 ** octave
  return least + stream.int(least)
}
