import {secrecyOf} from './key-names.ts'
import {mixOf} from './value-kinds.ts'

/** Each first letter with the letters that often follow it: a quarter of all pairs, nine tenths of those in prose and names. Counted over the documents and sources of this project and the pages of its packages. */
const USUAL = `abcdgilmnprsty be caehklot daeio eacdflmnpqrstvxy faioru ge haeiot icdefglmnorst ke ladeilostuy mabeiopsu
nacdegilostu obdfilmnoprstuvw paelorstu qu radeinorstuy sacehiostu taehiorstuy ueilmnrst vaeio whio ypw`

const IS_USUAL = new Uint8Array(26 * 26)
for (const [first = '', ...next] of USUAL.split(/\s+/)) {
  for (const letter of next) IS_USUAL[pairAt(first.charCodeAt(0), letter.charCodeAt(0))] = 1
}

function pairAt(first: number, second: number): number {
  return ((first | 32) - 97) * 26 + ((second | 32) - 97)
}

/** Which share of the pairs of letters in a text are usual ones: names have nine of ten, letters drawn by chance a quarter. 1 without pairs. */
export function usualPairsOf(text: string): number {
  let pairs = 0
  let usual = 0
  let last = -1
  for (let at = 0; at < text.length && at < 512; at++) {
    const code = text.charCodeAt(at)
    const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
    if (isLetter && last >= 0) {
      pairs++
      usual += IS_USUAL[pairAt(last, code)] ?? 0
    }
    last = isLetter ? code : -1
  }
  return pairs === 0 ? 1 : usual / pairs
}

const SHORTEST = 8
const SURELY_LONG = 10
const LONGEST = 64
/** A new word begins with a capital behind a small letter or digit, or with the last of several capitals. */
const WORD_START = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z\d]+/
const FEWEST_WORDS = 4
const SHORTEST_WORDS = 3
const LEAST_MIX = 0.12

/** Whether letters stand beside each other as in words and names. Too short a text is given the benefit of the doubt. */
export function isReadable(value: string): boolean {
  if (value.length < SHORTEST) return true
  const pairs = usualPairsOf(value)
  const isUsual = value.length < SURELY_LONG ? pairs > 0.35 : pairs > 0.6 && mixOf(value) < 0.4
  return isUsual && !isChopped(value.slice(0, LONGEST))
}

/** `DonHvAsuXCcYit`: capitals so close together as no name in camel case has them. */
function isChopped(value: string): boolean {
  const words = value.split(WORD_START).filter((word) => word !== '')
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  return words.length >= FEWEST_WORDS && letters / words.length < SHORTEST_WORDS && /[a-z]/.test(value)
}

/** Whether a value is no word, number or name: digits between letters, or letters in an order that words do not have. */
export function isDrawn(value: string): boolean {
  if (/^[\d.,:%/-]+$/.test(value) || value.includes('(')) return false
  return (/\d/.test(value) && mixOf(value) >= LEAST_MIX) || !isReadable(value)
}

/** What stands beside a secret word without being a secret: types, states, notes, words for the thing itself. */
const SAID = new Set(
  `any array auto blank bool boolean buffer byte bytes callback change changed char changeme config context data decrypt default
  disabled email empty enabled encrypted env environment error example expired failed false field file forbidden forgot form
  function generated get hash hashed here hidden ignored incorrect input insecure int integer invalid key keys keyword label
  leaked length long mandatory mapping masked match missing mixed must name needed never nil none null number object omitted
  optional option options param parameter passed plain plaintext private prompt protected provided public redacted
  regexp rejected removed required reset result revoked rotated same schema secured self set short some static stdin
  store str string stripped strong symbol synonym text this true type typed undefined unknown unset update updated used user
  username usernames valid validate validated value values varchar var void weak with wrong your bcrypt argon scrypt
  and are but can cannot for from has have is it its may not of on or should that the then there to was when which will
  credentials credential login auth authorization basic bearer digest anonymous ok yes no off`.split(/\s+/),
)
/** The thing itself, or a variable named for it: `hashedPassword`, `pw`, `old_pass`. */
const NAMES_IT =
  /^(?:[A-Za-z]+[_-])*[A-Za-z]*(?:pass(?:w(?:or)?d|phrase)?|pwd|pw|secret|token|cred(?:ential)?s?|apikey|psk)s?(?:[_-]?[A-Z]?[a-z]+)?$/i

/** Whether a single word beside a secret name says something about the secret, or stands for it in a program. */
export function isSpoken(word: string): boolean {
  const bare = word.replace(/[.,;:!?)]+$/, '')
  if (SAID.has(bare.toLowerCase())) return true
  return (NAMES_IT.test(bare) || (/^[A-Za-z_]+$/.test(bare) && secrecyOf(bare) !== undefined)) && isReadable(bare)
}
