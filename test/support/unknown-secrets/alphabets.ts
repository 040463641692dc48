/** A number from 0 to count - 1. */
export type Pick = (count: number) => number

const DIGITS = '0123456789'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const HEX = `${DIGITS}abcdef`
export const ALNUM = UPPER + LOWER + DIGITS
export const WITH_SIGNS = `${ALNUM}!#%*+.^_-`

/** Named as in the tables: `{hex40}` draws forty of `hex`. */
export const ALPHABETS: Readonly<Record<string, string>> = {
  d: DIGITS,
  hex: HEX,
  HEX: HEX.toUpperCase(),
  low: LOWER,
  al: LOWER + UPPER,
  l: LOWER + DIGITS,
  u: UPPER + DIGITS,
  an: ALNUM,
  w: `${ALNUM}_-`,
  wt: `${ALNUM}_-~.`,
  anud: `${ALNUM}_.`,
  bs: `${ALNUM}+/`,
  bb: `${UPPER}234567`,
  bech: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
  bechl: 'qpzry9x8gf2tvdw0s3jn54khce6mua7l',
  crock: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
  crypt: `./${ALNUM}`,
  sym: WITH_SIGNS,
}

export function drawFrom(alphabet: string, length: number, pick: Pick): string {
  let text = ''
  for (let at = 0; at < length; at++) text += alphabet[pick(alphabet.length)]
  return text
}

export function oneOf<T>(list: readonly T[], pick: Pick): T {
  return list[pick(list.length)] as T
}
