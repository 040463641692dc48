import {createHash} from 'node:crypto'
import {LAYERS} from '#redact/layers'
import {Redactor} from '#redact/redactor'
import type {Span} from '#redact/span'
import {TOKEN_FAMILIES} from '#redact/token-families'
import type {TokenFamily} from '#redact/token-family'
import {findTokens, tokenFinder} from '#redact/tokens'
import {seeded} from './seeded.ts'
import {CONTEXTS, type Draw, TOKEN_FORMATS, type TokenFormat} from './token-samples.ts'

/** How many samples were found; `missed`: format and context of those that were not. */
export interface Recall {
  readonly samples: number
  readonly found: number
  readonly rate: number
  readonly missed: readonly string[]
}

/** Half of the formats, by the hash of the name: nobody chose them. */
export const HELD_OUT = TOKEN_FORMATS.filter(({name}) => (createHash('sha256').update(name).digest()[0] ?? 0) % 2 === 0)

/** The shipped table without the vendor rules that know a held-out format, so that only the general layers can find it. */
export function familiesWithout(formats: readonly TokenFormat[], seed: number): readonly TokenFamily[] {
  const draw = drawFrom(seed)
  const known = new Set<string>()
  for (const format of formats) {
    for (let sample = 0; sample < 10; sample++) {
      const found: Span[] = []
      findTokens(` ${format.make(draw)} `, found)
      for (const span of found) known.add(span.rule)
    }
  }
  return TOKEN_FAMILIES.filter(({name}) => !known.has(name))
}

/** Every format in every context, some samples each. */
export function recallOf(
  formats: readonly TokenFormat[],
  options: {readonly seed: number; readonly samples: number; readonly families?: readonly TokenFamily[]},
): Recall {
  const draw = drawFrom(options.seed)
  const finders = LAYERS.finders.map((find) =>
    find === findTokens && options.families ? tokenFinder(options.families) : find,
  )
  const redactor = new Redactor({}, {...LAYERS, finders})
  const missed: string[] = []
  let samples = 0
  for (const format of formats) {
    for (const [context, place] of Object.entries(CONTEXTS)) {
      for (let sample = 0; sample < options.samples; sample++) {
        const token = format.make(draw)
        samples++
        const shown: string = redactor.text(place(token, format.variable))
        if (isShown(shown, token)) missed.push(`${format.name} in ${context}: ${shown.slice(0, 120)}`)
      }
    }
  }
  return {samples, found: samples - missed.length, rate: 1 - missed.length / samples, missed}
}

/** A secret is out when more than a third of it can still be read in one piece. An address keeps its host: there the password counts. */
function isShown(text: string, token: string): boolean {
  const secret = /:\/\/[^/]*:([^@/]+)@/.exec(token)?.[1] ?? /(?:services|webhooks)\/(.*)$/.exec(token)?.[1] ?? token
  const length = Math.max(8, Math.ceil(secret.length / 3))
  for (let at = 0; at + length <= secret.length; at++) if (text.includes(secret.slice(at, at + length))) return true
  return false
}

function drawFrom(seed: number): Draw {
  const pick = seeded(seed)
  return (alphabet, length) => Array.from({length}, () => alphabet[pick(alphabet.length)]).join('')
}
