import type {DrillStep} from '#contract/generated/types'

export type AnswerKind = NonNullable<DrillStep['answer']>

const LONGEST = 200
const FORMS: Readonly<Record<AnswerKind, {readonly form: RegExp; readonly asked: string}>> = {
  role: {form: /^\p{L}[\p{L}\p{N} ./&-]{2,59}$/u, asked: 'the name of a role, such as: duty engineer east'},
  time: {form: /^([01][0-9]|2[0-3]):[0-5][0-9]$/, asked: 'a time, such as 08:30'},
  words: {form: /^(?=.*[\p{L}\p{N}]).{2,200}$/u, asked: 'what was found, in a few words; "none" is one'},
}

/** What a person is asked for. */
export const askedFor = (kind: AnswerKind): string => FORMS[kind].asked

/** What was typed, where it is an answer of the kind; undefined where it is none. */
export function answerIn(kind: AnswerKind, typed: string): string | undefined {
  const text = typed.trim()
  return text.length <= LONGEST && FORMS[kind].form.test(text) ? text : undefined
}
