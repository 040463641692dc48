import {SEED} from './seed.ts'

/** Whether everything is asked that is otherwise asked in part: `npm run deep`. */
export const DEEP = process.env['ASSAY_TEST_DEPTH'] === 'deep'

/** One in so many, evenly over the list and other ones with another seed; all of them when deep. For rows that are held alike, or that another test holds too. */
export function rotated<Item>(items: readonly Item[], oneIn: number): readonly Item[] {
  return DEEP ? items : items.filter((_, at) => at % oneIn === SEED % oneIn)
}
