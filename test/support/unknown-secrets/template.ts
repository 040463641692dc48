import {ALPHABETS, drawFrom, oneOf, type Pick} from './alphabets.ts'
import {SHAPES} from './shapes.ts'

/** A filled template; `secrets` are the parts that must not be readable afterwards. */
export interface Filled {
  readonly text: string
  readonly secrets: readonly string[]
}

const PLACE = /\{(?:(?<open>~?)(?<name>[A-Za-z]+)(?<length>\d*)|(?<choice>[^{}\s:"'|]+(?:\|[^{}\s:"'|]*)+))\}/g

/** One token: its secret reaches from the first to the last drawn character, fixed parts between them included. */
export function fillToken(template: string, pick: Pick): Filled {
  const {text, drawn} = fill(template, pick)
  return {text, secrets: [text.slice(drawn[0]?.[0] ?? 0, drawn.at(-1)?.[1] ?? text.length)]}
}

/** A file or a command: every drawn value is a secret of its own. */
export function fillForm(template: string, pick: Pick): Filled {
  const {text, drawn} = fill(template, pick)
  return {text, secrets: drawn.map(([from, to]) => text.slice(from, to))}
}

/** `drawn`: where the secret values stand. Braces that name no draw are text. */
function fill(template: string, pick: Pick): {text: string; drawn: readonly (readonly [number, number])[]} {
  const drawn: [number, number][] = []
  let text = ''
  let at = 0
  for (const {0: whole, index, groups = {}} of template.matchAll(PLACE)) {
    const {open, name = '', length = '', choice} = groups
    const value = choice === undefined ? drawNamed(name, length, pick) : oneOf(choice.split('|'), pick)
    if (value === undefined) continue
    text += template.slice(at, index)
    if (choice === undefined && open === '') drawn.push([text.length, text.length + value.length])
    text += value
    at = index + whole.length
  }
  return {text: text + template.slice(at), drawn}
}

function drawNamed(name: string, length: string, pick: Pick): string | undefined {
  if (length === '') return SHAPES[name]?.(pick)
  const alphabet = ALPHABETS[name]
  return alphabet === undefined ? undefined : drawFrom(alphabet, Number(length), pick)
}
