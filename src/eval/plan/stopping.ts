import {AssayError} from '#error/assay-error'
import type {Gate} from '#gate/gate-document'
import type {EvalRequest, EvalSettings} from './settings.ts'

/** When trials end before all of them ran. */
export interface StoppingSettings {
  /** Trials end once the rules of their place are decided; `maxN` of them at most, absent as many as the size says. */
  readonly untilDecided?: {readonly maxN?: number}
  /** The run ends once a rule that decides has failed for good. */
  readonly failFast?: boolean
}

/** What the flags say. Throws `usage` for flags that contradict each other. */
export function stoppingOf({untilDecided, maxN, failFast, noGate, episode}: EvalRequest): StoppingSettings {
  const asked = untilDecided ? '--until-decided' : failFast ? '--fail-fast' : undefined
  if (untilDecided && noGate) throw contradiction('--no-gate', '--until-decided', 'Without rules nothing is decided.')
  if (asked && episode !== undefined) throw contradiction('--episode', asked, 'It runs one trial, whatever that shows.')
  return {
    ...(untilDecided && {untilDecided: maxN === undefined ? {} : {maxN}}),
    ...(failFast && {failFast}),
  }
}

/** A gate that extends asks for the same as --until-decided. Throws `usage` for --max-n where nothing is extended. */
export function stoppingUnder(gate: Gate | undefined, settings: EvalSettings, {maxN}: EvalRequest): EvalSettings {
  if (gate?.extendTo !== undefined && !settings.only) {
    return {...settings, untilDecided: {maxN: maxN ?? gate.extendTo}}
  }
  if (maxN === undefined || settings.untilDecided) return settings
  throw new AssayError('usage', '--max-n says how far trials may be extended, but nothing extends them', {
    hint: 'Give --until-decided with it, or use a gate with on_inconclusive: extend. A fixed number of trials is --n.',
  })
}

function contradiction(one: string, other: string, hint: string): AssayError {
  return new AssayError('usage', `${one} and ${other} contradict each other`, {hint})
}
