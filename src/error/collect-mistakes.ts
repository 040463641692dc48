import {asMistake, type Mistake, mistakesAsOne} from './gather-mistakes.ts'

/** The mistakes that several steps find, for a caller to hear of all at once. */
export class MistakeList {
  readonly #found: Mistake[] = []

  get any(): boolean {
    return this.#found.length > 0
  }

  add(mistakes: readonly Mistake[]): void {
    this.#found.push(...mistakes)
  }

  /** What the work gives; undefined where it threw a mistake of the caller, which is kept. All else is thrown on. */
  async at<T>(key: string, work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      this.#found.push(asMistake(key, error))
      return undefined
    }
  }

  /** Throws what was found, as `mistakesAsOne` tells it. */
  end(usualHint?: string): void {
    const error = mistakesAsOne(this.#found, usualHint)
    if (error !== undefined) throw error
  }
}
