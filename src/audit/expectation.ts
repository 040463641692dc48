import type {RunManifest} from '#contract/generated/types'
import type {RunOutcome} from '#run/run-recorder'

/** A document that follows from others: what it must hold. */
export interface ExpectedDocument {
  readonly path: string
  readonly content: {readonly json: unknown} | {readonly text: string} | {readonly png: Uint8Array}
}

/** What a run, or an item of a job, must say because of what it measured. */
export interface Expectation {
  readonly outcome: RunOutcome
  readonly documents: readonly ExpectedDocument[]
  /** Digests that the manifest must tell, where what they are of is known. */
  readonly digests: {readonly input_digest?: string; readonly gate_digest?: string}
  /** What the manifest must repeat of what was asked for. */
  readonly asked?: Partial<Pick<RunManifest, 'providers' | 'operations' | 'capabilities' | 'input_summary'>>
}

/** Why nothing can be computed again. `isFault`: files that must be there are not, or say what no run says. */
export interface NoExpectation {
  readonly why: string
  readonly path: string
  readonly isFault: boolean
}

/** Runs of older versions keep too little to be computed again; they are told, and never signed. */
export const KEPT_TOO_LITTLE = 'it keeps too little of what was asked for, as runs of older versions do'

export const isExpectation = (found: Expectation | NoExpectation): found is Expectation => !('why' in found)
