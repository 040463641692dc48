/** How far a name says that its value is secret. `likely`: of many such names some mean something else, so the value has a say. */
export type Secrecy = 'secret' | 'likely'

const SECRET_WORDS = wordSet(
  `password passwd passphrase passcode pwd secret token credential cred authorization bearer cookie signature sig
  apikey dsn jwt jsessionid phpsessid sessid sessionid`,
)
/** Only as the last word: `stripe_key`, `basic_auth`; not `key_press`, `auth_mode`. */
const LIKELY_LAST = wordSet('pass pw auth oauth key pat pin salt')
const KEY_KINDS = wordSet(
  `api access priv private secret account signing encryption master app license session ssh deploy auth shared service
  cipher hmac`,
)
const SECRET_PAIRS = new Set([
  'client secret',
  'signed url',
  'connection string',
  'secret id',
  'auth config',
  'connect sid',
])
/** Last words that are only part of a name of their own: `PGPASSWORD`, `sshpass`, `dbpassword`, `accesstoken`. */
const GLUED = /.(?:password|passwd|passphrase|passcode|pwd|secret|token|credential|apikey)$/
const GLUED_PASS =
  /^(?:ssh|db|pg|my|sql|mysql|redis|mail|smtp|imap|ftp|user|root|admin|http|proxy|ldap|app|key|store)pass$/
const GLUED_KEY =
  /^(?:api|access|priv|private|secret|account|signing|encryption|master|license|session|ssh|deploy|auth|shared|service|rsa|aes|hmac)key$/
const FREE_FIRST = wordSet('max min total num has is public')
const FREE_LAST = wordSet(
  `count limit usage type kind scope name id hint ok valid verified present required env var method scheme algorithm
  second`,
)
/** A shell keeps its directories in these, which are no passwords. */
const DIRECTORIES = new Set(['PWD', 'OLDPWD'])
const MOST_REMEMBERED = 4_096
const remembered = new Map<string, Secrecy | undefined>()

/** Whether a member of this name holds a secret whatever its value looks like: `db_password`, `apiKey`; not `max_tokens`, `key_id`, `author`. */
export function isSecretKey(key: string): boolean {
  return secrecyOf(key) === 'secret'
}

/** Whether the name of a variable says that its value is secret. A likely name is enough: nobody writes counts or sort keys there. */
export function isSecretVariable(name: string): boolean {
  return !DIRECTORIES.has(name) && secrecyOf(name) !== undefined
}

export function secrecyOf(key: string): Secrecy | undefined {
  const known = remembered.get(key)
  if (known !== undefined || remembered.has(key)) return known
  const answer = key.length <= 200 ? judge(keyWords(key)) : undefined
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  if (key.length <= 64) remembered.set(key, answer)
  return answer
}

/** Lower-case words of a name, split at case changes and at anything that is no letter or digit. */
export function keyWords(key: string): string[] {
  const parts = key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
  return parts.filter((part) => part !== '').map((part) => part.toLowerCase())
}

function judge(all: readonly string[]): Secrecy | undefined {
  const words = all.map(bare)
  const last = words.at(-1) ?? ''
  const pairs = words.map((word, at) => `${words[at - 1] ?? ''} ${word}`)
  if (pairs.at(-1) === 'secret id') return 'secret'
  if (FREE_FIRST.has(words[0] ?? '') || FREE_LAST.has(last)) return undefined
  if (words.some((word, at) => isSecretWord(word, words[at - 1] ?? '')) || pairs.some((pair) => SECRET_PAIRS.has(pair)))
    return 'secret'
  return LIKELY_LAST.has(last) || GLUED_PASS.test(last) ? 'likely' : undefined
}

function isSecretWord(word: string, before: string): boolean {
  if (SECRET_WORDS.has(word) || GLUED.test(word) || GLUED_KEY.test(word)) return true
  return (word === 'key' && KEY_KINDS.has(before)) || SECRET_WORDS.has(`${before}${word}`)
}

/** Without the number of a series and the ending of a plural: `password2`, `tokens`. */
function bare(word: string): string {
  const one = word.replace(/\d{1,3}$/, '') || word
  return one.length > 3 && /[^s]s$/.test(one) ? one.slice(0, -1) : one
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}
