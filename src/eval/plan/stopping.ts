import {AssayError} from '#error/assay-error'
import type {Gate} from '#gate/gate-document'
import type {EvalRequest} from '../model/eval-options.ts'
import type {EvalSettings, StoppingSettings} from '../model/eval-settings.ts'

/** What the options say. */
export function stoppingSettings({untilDecided, maxN, failFast}: EvalRequest): StoppingSettings {
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
