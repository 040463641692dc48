import {AssayError, type ErrorOptions, type Issue} from './assay-error.ts'
import {CODES} from './codes.ts'
import {cutText} from './cut-text.ts'
import {nearestHint} from './nearest.ts'

/** One thing that a caller may have got wrong: the key it was given by, what was given, and what throws where it is wrong. */
export interface InputCheck {
  readonly key: string
  /** For the caller's own terminal. */
  readonly given?: string
  readonly check: () => unknown
}

/** What is wrong with what a caller gave by a key; an empty one where its issues say their places themselves. */
export interface Mistake {
  readonly key: string
  readonly error: AssayError
}

/** Makes every check, so that a caller hears of all mistakes at once. Throws as `mistakesAsOne` does. What is no caller's mistake is thrown at once. */
export function gatherMistakes(all: readonly InputCheck[]): void {
  const error = mistakesAsOne(all.flatMap(mistakesIn))
  if (error !== undefined) throw error
}

/** The mistake that a check finds, if any. What it throws beside mistakes of the caller is thrown on. */
export function mistakesIn({key, given, check}: InputCheck): Mistake[] {
  try {
    check()
    return []
  } catch (error) {
    return [asMistake(key, error, given)]
  }
}

/** What was thrown as a mistake of the caller. Throws it on where it is none. */
export function asMistake(key: string, error: unknown, given?: string): Mistake {
  if (!(error instanceof AssayError) || error.exit !== 'usage') throw error
  return {key, error: given === undefined || error.given !== undefined ? error : changed(error, {given})}
}

/**
 * One mistake as it is; of several `usage` with an issue for each, or for each of its issues. Undefined where there is none. `usualHint`: what to do
 * about one that says nothing of it; among others it would be noise.
 */
export function mistakesAsOne(mistakes: readonly Mistake[], usualHint = ''): AssayError | undefined {
  const [first] = mistakes
  if (first === undefined) return undefined
  if (mistakes.length === 1) return first.error.hint === '' ? changed(first.error, {hint: usualHint}) : first.error
  const told = mistakes.flatMap(issuesOf)
  return new AssayError('usage', `${told.length} things are wrong`, {
    hint: 'Correct every listed issue.',
    issues: told.map(({issue}) => issue),
    givens: told.map(({given}) => given),
  })
}

function issuesOf({key, error}: Mistake): {readonly issue: Issue; readonly given: string | undefined}[] {
  const at = key === '' ? '' : `/${key}`
  const own = {issue: {pointer: at, rule: error.code, message: withHint(error)}, given: error.given}
  if (error.issues.length === 0) return [own]
  return error.issues.map((issue, index) => ({
    issue: {...issue, pointer: `${at}${issue.pointer}`},
    given: error.givens[index],
  }))
}

function changed(error: AssayError, change: Pick<ErrorOptions, 'given' | 'hint'>): AssayError {
  const {code, message, hint, detail, issues, given, givens, path, cause} = error
  return new AssayError(code, message, {hint, detail, issues, given, givens, path, cause, ...change})
}

/** What happened in one line; a hint that is more than the catalogue's, such as the nearest names, is told as well. */
export function withHint({code, message, hint}: AssayError): string {
  return hint === '' || hint === CODES[code].next ? message : `${message} (${hint})`
}

/** A check of each of several names. */
export function checkEach(
  key: string,
  names: readonly string[] | undefined,
  check: (name: string) => unknown,
): InputCheck[] {
  return (names ?? []).map((name) => ({key, given: name, check: () => check(name)}))
}

/** The mistakes that several steps find, for a caller to hear of all at once. */
export class MistakeList {
  readonly #found: Mistake[] = []

  get any(): boolean {
    return this.#found.length > 0
  }

  has(key: string): boolean {
    return this.#found.some((mistake) => mistake.key === key)
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

/** What is wrong with an option of a program that calls us. */
export interface WrongOption {
  readonly key: string
  readonly message: string
  readonly hint?: string
}

/** A name as programs write one; anything else may be a value that went to the wrong place. */
const PLAIN_NAME = /^[A-Za-z_]\w{0,40}$/
const MOST_CHARACTERS = 500

/** An option that nobody knows, and the nearest that are known. `name`: what it was given to. */
export function unknownOption(name: string, key: string, known: readonly string[]): WrongOption {
  const shown = PLAIN_NAME.test(key) ? `the option ${key}` : 'an option'
  return {key, message: `${name} was given ${shown}, which it does not know`, hint: nearestHint(key, known)}
}

/** Throws `invalid_input` where an option is wrong: the one as it is, of several an issue for each. */
export function demandOptions(wrong: readonly WrongOption[]): void {
  const [first] = wrong
  if (first === undefined) return
  const {key: given, message, hint} = first
  if (wrong.length === 1) throw new AssayError('invalid_input', message, {given, ...(hint !== undefined && {hint})})
  const told = wrong.map((one) => (one.hint === undefined ? one.message : `${one.message} (${one.hint})`))
  throw new AssayError(
    'invalid_input',
    `${told.length} options are wrong: ${cutText(told.join('; '), MOST_CHARACTERS)}`,
    {
      hint: 'Correct every listed issue.',
      issues: wrong.map(({key}, at) => ({
        pointer: PLAIN_NAME.test(key) ? `/${key}` : '',
        rule: 'invalid_input',
        message: told[at] ?? '',
      })),
      givens: wrong.map(({key}) => key),
    },
  )
}
