import type {Verdict} from '#contract/generated/types'
import {verdict as verdictContract} from '#contract/generated/verdict'
import {parse} from '#contract/parse'
import {AssayError} from '#error/assay-error'

/** What pages tell of a verdict. */
export type ToldVerdict = Pick<Verdict, 'rules' | 'caveats'>

export const NO_VERDICT: ToldVerdict = {rules: [], caveats: []}

/** A verdict that is none is for the verifier to judge: it stays in the bundle, and tells the pages nothing. */
export function toldVerdict(text: string): ToldVerdict {
  try {
    return parse(verdictContract, JSON.parse(text))
  } catch (error) {
    if (error instanceof AssayError || error instanceof SyntaxError) return NO_VERDICT
    throw error
  }
}
