import type {Pick} from './alphabets.ts'
import {CONTEXTS, type Context, NOT_FOR_ADDRESSES, WITHOUT_NAMES} from './places.ts'
import {putToken} from './put-token.ts'
import {type Form, type Half, textForms, tokenForms, UNTUNED} from './tables.ts'
import {fillForm} from './template.ts'

export type Mask = (text: string) => string
export type Kind = 'distinctive token' | 'ambiguous token' | 'file' | 'command' | 'private key'

/** How many secrets of one kind in one context were found. `missed`: owner and kind of each form that was not, and what could be read. */
export interface Recall {
  readonly kind: Kind
  readonly context: Context | 'whole'
  readonly samples: number
  readonly rate: number
  readonly missed: ReadonlyMap<string, string>
}

interface Options {
  readonly samples: number
  readonly pick: Pick
}

/** Eight characters in a row, of a short secret two of five, are enough to call it shown. */
const SHOWN = {length: 8, share: 0.4, least: 4}

/** Every kind in every context that suits it, `samples` a form. */
export function measureRecall(half: Half, mask: Mask, options: Options): Recall[] {
  const tokens = (kind: Kind, forms: readonly Form[], contexts: readonly Context[]) =>
    contexts.map((context) => {
      const asked = forms.filter(({template}) => !(isAddress(template) && NOT_FOR_ADDRESSES.includes(context)))
      return recallOf({kind, context}, asked, {...options, mask, make: makerFor(context, options)})
    })
  const whole = (kind: Kind, table: 'files' | 'commands' | 'keys') =>
    recallOf({kind, context: 'whole'}, textForms(table, half), {
      ...options,
      mask,
      make: ({template}) => fillForm(template, options.pick),
    })
  const contexts = Object.keys(CONTEXTS) as Context[]
  return [
    ...tokens('distinctive token', tokenForms('distinctive', half), contexts),
    ...tokens(
      'ambiguous token',
      tokenForms('ambiguous', half),
      contexts.filter((context) => !WITHOUT_NAMES.includes(context)),
    ),
    whole('file', 'files'),
    whole('command', 'commands'),
    whole('private key', 'keys'),
  ]
}

export function isShown(shown: string, text: string, secret: string): boolean {
  const length = Math.max(SHOWN.least, Math.min(SHOWN.length, Math.ceil(secret.length * SHOWN.share)))
  const around = text.replaceAll(secret, '\n')
  for (let at = 0; at + length <= secret.length; at++) {
    const piece = secret.slice(at, at + length)
    if (shown.includes(piece) && !around.includes(piece)) return true
  }
  return false
}

type Make = (form: Form, at: number) => {readonly text: string; readonly secrets: readonly string[]}

/** Files of the set that no rule was written for. */
export function measureUntuned(mask: Mask, options: Options): Recall {
  const make = (form: Form) => fillForm(form.template, options.pick)
  return recallOf({kind: 'file', context: 'whole'}, textForms('files', UNTUNED), {...options, mask, make})
}

/** The places of a context in turn, so that each stands for as many samples as the others. */
function makerFor(context: Context, {pick}: Options): Make {
  const places = CONTEXTS[context]
  return (form, at) => {
    const place = places[at % places.length]
    if (!place) throw new Error(`no place for ${context}`)
    const {text, secret} = putToken(form, place, pick)
    return {text, secrets: [secret]}
  }
}

function recallOf(
  what: {readonly kind: Kind; readonly context: Context | 'whole'},
  forms: readonly Form[],
  {samples, mask, make}: Options & {readonly mask: Mask; readonly make: Make},
): Recall {
  const missed = new Map<string, string>()
  const count = {all: 0, missed: 0}
  let at = 0
  for (const form of forms) {
    for (let sample = 0; sample < samples; sample++) {
      const {text, secrets} = make(form, at++)
      const shown = mask(text)
      count.all += secrets.length
      const left = secrets.filter((secret) => isShown(shown, text, secret)).length
      count.missed += left
      if (left > 0) missed.set(`${form.owner} ${form.kind}`, shown)
    }
  }
  return {...what, samples: count.all, rate: 1 - count.missed / count.all, missed}
}

function isAddress(template: string): boolean {
  return template.startsWith('https://')
}
