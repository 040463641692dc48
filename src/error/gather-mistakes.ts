import {AssayError, type Issue} from './assay-error.ts'
import {CODES} from './codes.ts'

/** One thing that a caller may have got wrong: the key it was given by, and what throws where it is wrong. */
export interface InputCheck {
  readonly key: string
  readonly check: () => unknown
}

/**
 * Makes every check, so that a caller hears of all mistakes at once. Throws the one mistake as it is; of several `usage` with an issue for
 * each. What is no caller's mistake is thrown at once.
 */
export function gatherMistakes(all: readonly InputCheck[]): void {
  const found: {readonly key: string; readonly error: AssayError}[] = []
  for (const {key, check} of all) {
    try {
      check()
    } catch (error) {
      if (!(error instanceof AssayError) || error.exit !== 'usage') throw error
      found.push({key, error})
    }
  }
  const [first] = found
  if (first === undefined) return
  if (found.length === 1) throw first.error
  throw new AssayError('usage', `${found.length} things are wrong`, {
    hint: 'Correct every listed issue.',
    issues: found.map(({key, error}): Issue => ({pointer: `/${key}`, rule: error.code, message: withHint(error)})),
  })
}

/** What happened in one line; a hint that is more than the catalogue's, such as the nearest names, is told as well. */
export function withHint({code, message, hint}: AssayError): string {
  return hint === CODES[code].next ? message : `${message} (${hint})`
}

/** A check of each of several names. */
export function checkEach(
  key: string,
  names: readonly string[] | undefined,
  check: (name: string) => unknown,
): InputCheck[] {
  return (names ?? []).map((name) => ({key, check: () => check(name)}))
}
