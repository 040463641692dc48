import {isAgainstContract} from '../../model/episode-error.ts'

/** A step as it was answered, or why there is no answer. */
export interface AnsweredStep {
  readonly from: ArrayLike<number>
  readonly command: Float64Array
  readonly truth: Float64Array
  readonly answer: ArrayLike<number> | undefined
  /** What there is instead of an answer. */
  readonly lack?: string | undefined
  readonly asked: string
  /** The step that was made before it in the same question, which rounded as well; nobody asked where that one ended. */
  readonly before?: Pick<AnsweredStep, 'from' | 'command'>
  /** Where it ends from another state, if it begins where the provider itself said: which may have gone on from a finer one that it rounds to `from`. */
  readonly endFrom?: (state: Float64Array) => Float64Array
  /** How many steps were made since the question, each of which may be off: one, unless more are said. */
  readonly steps?: number
}

/** An answer against the contract, such as one that is no number, is a wrong answer, and `lack` says what is against it; what else is raised is an error of the trial. */
export async function unlessBroken<T>(
  work: () => Promise<T>,
): Promise<{readonly answer: T; readonly lack?: undefined} | {readonly answer: undefined; readonly lack: string}> {
  try {
    return {answer: await work()}
  } catch (error) {
    if (!isAgainstContract(error)) throw error
    return {answer: undefined, lack: error.message}
  }
}
