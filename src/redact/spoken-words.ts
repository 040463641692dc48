import {secrecyOf} from './key-names.ts'
import {isReadable} from './readable.ts'

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
