import {SEED} from '../seed.ts'
import {DEEP} from './sample-calls.ts'

/** One in so many, evenly over the list and other ones with another seed; all of them when deep. For what another test runs whole in another place. */
export function rotated<Item>(items: readonly Item[], oneIn: number): readonly Item[] {
  return DEEP ? items : items.filter((_, at) => at % oneIn === SEED % oneIn)
}
