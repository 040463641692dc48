import type {Pick} from './alphabets.ts'
import type {Mask} from './recall.ts'
import {type Half, harmlessLines, identifierForms} from './tables.ts'
import {fillForm} from './template.ts'

/** Names of the trade that a redactor changes: each alone, in a sentence, as a field and in a line of a log. */
export function changedIdentifiers(half: Half, mask: Mask, options: {readonly samples: number; readonly pick: Pick}) {
  const forms = identifierForms(half)
  const changed = forms.flatMap(({field, template}) => {
    for (let sample = 0; sample < options.samples; sample++) {
      const {text} = fillForm(template, options.pick)
      const place = placesOf(field, text).find((one) => mask(one) !== one)
      if (place !== undefined) return [`${place} became ${mask(place)}`]
    }
    return []
  })
  return {all: forms.length, changed}
}

/** Lines that only speak of secrets and are changed all the same. */
export function changedLines(half: Half, mask: Mask): {readonly all: number; readonly changed: readonly string[]} {
  const lines = harmlessLines(half)
  const changed = lines.filter((line) => mask(line) !== line).map((line) => `${line} became ${mask(line)}`)
  return {all: lines.length, changed}
}

function placesOf(field: string, text: string): string[] {
  return [
    text,
    `We looked at ${text} again on Tuesday.`,
    JSON.stringify({[field]: text}),
    `${field}: ${text}`,
    `level=info ${field}=${text} step=3`,
  ]
}
