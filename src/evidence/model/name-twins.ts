import {foldName} from './payload-name.ts'

/**
 * Collects the names of one place, and detects further names for a file or folder that is already there: `a/x` and `A/y` collide where case
 * is ignored.
 */
export class NameTwins {
  readonly #known = new Map<string, string>()

  /** Adds the name; true if it differs from an earlier one only by case or Unicode form. */
  isTwin(name: string): boolean {
    let isTwin = false
    for (let end = name.indexOf('/'); ; end = name.indexOf('/', end + 1)) {
      const head = end < 0 ? name : name.slice(0, end)
      const folded = foldName(head)
      const other = this.#known.get(folded)
      if (other === undefined) this.#known.set(folded, head)
      else if (other !== head) isTwin = true
      if (end < 0) return isTwin
    }
  }
}
