import {AssayError} from '#error/assay-error'

/** What a reader made of an input: refused with a code and words, or read. `fault` when it read what does not stand there. */
export type Answer =
  | {readonly how: 'refused'; readonly code: string; readonly words: string}
  | {readonly how: 'read'; readonly fault?: string}

/** One way into Assay: a good input, and how inputs of its kind are read. */
export interface HostileReader {
  readonly name: string
  readonly good: Uint8Array
  readonly read: (content: Uint8Array) => Promise<Answer>
}

export const READ: Answer = {how: 'read'}

export function refused(code: string, words = ''): Answer {
  return {how: 'refused', code, words}
}

/** An Assay error is an answer; anything else that is thrown is a crash and goes on its way. */
export async function answerOf(work: () => Promise<Answer> | Answer): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    const {code, message, hint, detail, issues} = error
    // A pointer names a key, which is told on purpose where it is no secret.
    return refused(
      code,
      JSON.stringify({message, hint, detail, issues: issues.map(({rule, message}) => ({rule, message}))}),
    )
  }
}

/** Whether the value is what the platform's own parser reads in the text. */
export function sameAsJson(content: Uint8Array, value: unknown): Answer {
  const expected: unknown = JSON.parse(new TextDecoder().decode(content))
  return JSON.stringify(value) === JSON.stringify(expected) ? READ : {how: 'read', fault: 'was read as something else'}
}
