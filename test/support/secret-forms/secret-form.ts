import {seeded} from '../seeded.ts'

/** A text as programs write it, and the parts of it that must not leave. */
export interface SecretForm {
  readonly name: string
  readonly text: string
  readonly secrets: readonly string[]
}

const pick = seeded(20261122)
const ALNUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const draw = (length: number, alphabet = ALNUM): string =>
  Array.from({length}, () => alphabet[pick(alphabet.length)]).join('')
export const drawHex = (length: number): string => draw(length, '0123456789abcdef')
export const drawBase64 = (length: number): string => draw(length, `${ALNUM}+/`)

/** A password as people choose them: letters with digits behind, nine to twelve characters. */
export const drawPassword = (): string => `${draw(6, 'bcdfghjkmnprstvwz')}${draw(1, 'AEIOU')}${draw(3, '23456789')}`

/** One form whose text is made around one secret. */
export const form = (name: string, secret: string, text: (secret: string) => string): SecretForm => ({
  name,
  text: text(secret),
  secrets: [secret],
})
