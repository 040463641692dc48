import type {Verdict} from '#contract/generated/types'
import {verdict as verdictContract} from '#contract/generated/verdict'
import {parse} from '#contract/parse'
import {AssayError} from '#error/assay-error'

/** The parts of a verdict that the pages show. */
export type ToldVerdict = Pick<Verdict, 'rules' | 'caveats'>

export const NO_VERDICT: ToldVerdict = {rules: [], caveats: []}

/** The verdict for the pages. An invalid one is left for the verifier to judge: it stays in the bundle, and the pages show nothing of it. */
export function toldVerdict(text: string): ToldVerdict {
  try {
    return parse(verdictContract, JSON.parse(text))
  } catch (error) {
    if (error instanceof AssayError || error instanceof SyntaxError) return NO_VERDICT
    throw error
  }
}
