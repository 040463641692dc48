import {foldName} from './payload-name.ts'

/** Names of one place, and whether a further one is another name of a file or folder that is there already: `a/x` and `A/y` fall together where case does not matter. */
export class NameTwins {
  readonly #known = new Map<string, string>()

  /** Takes the name; true where it differs from one before only by case or Unicode form. */
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
