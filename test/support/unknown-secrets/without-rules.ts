import {ALL_LAYERS} from '#redact/layers'
import {Redactor} from '#redact/redactor'
import type {Span} from '#redact/span'
import {TOKEN_FAMILIES} from '#redact/token-families'
import {findTokens, tokenFinder} from '#redact/tokens'
import type {Pick} from './alphabets.ts'
import type {Mask} from './recall.ts'
import {type Half, tokenForms} from './tables.ts'
import {fillToken} from './template.ts'

const TRIES = 10

/** As shipped; paths of the host are another matter and stay. */
export function shippedMask(): Mask {
  const redactor = new Redactor({}, {...ALL_LAYERS, hostPaths: false})
  return (text) => redactor.text(text)
}

/** As shipped, less every vendor's rule that knows a token of this half: what is left are the general layers. */
export function maskWithoutRulesFor(half: Half, pick: Pick): Mask {
  const known = new Set<string>()
  for (const {template} of tokenForms('distinctive', half)) {
    for (let sample = 0; sample < TRIES; sample++) {
      const found: Span[] = []
      findTokens(` ${fillToken(template, pick).text} `, found)
      for (const {rule} of found) known.add(rule)
    }
  }
  const families = TOKEN_FAMILIES.filter(({name}) => !known.has(name))
  const finders = ALL_LAYERS.finders.map((find) => (find === findTokens ? tokenFinder(families) : find))
  const redactor = new Redactor({}, {...ALL_LAYERS, finders})
  return (text) => redactor.text(text)
}

/** With the layers that look for what nobody registered switched off. */
export function maskWithoutLayers(): Mask {
  const redactor = new Redactor({}, {...ALL_LAYERS, finders: [], keyNames: false})
  return (text) => redactor.text(text)
}
