const SECRET_WORDS = new Set(
  'password passwd passphrase pwd secret token credential authorization bearer cookie signature sig apikey dsn'.split(
    ' ',
  ),
)
const SECRET_PAIRS = new Set([
  ...['api', 'access', 'private', 'secret', 'account', 'signing', 'encryption', 'master', 'app', 'license'].map(
    (word) => `${word} key`,
  ),
  'client secret',
  'signed url',
  'connection string',
])
const FREE_FIRST = new Set('max min total num has is public'.split(' '))
const FREE_LAST = new Set(
  'count limit usage type kind scope name id hint ok valid verified present required env var method scheme algorithm second'.split(
    ' ',
  ),
)
const MOST_REMEMBERED = 4_096
const remembered = new Map<string, boolean>()

/** Whether a member of this name holds a secret whatever its value looks like: `db_password`, `apiKey`; not `max_tokens`, `key_id`, `author`. */
export function isSecretKey(key: string): boolean {
  const known = remembered.get(key)
  if (known !== undefined) return known
  const answer = key.length <= 200 && judge(keyWords(key))
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

function judge(words: readonly string[]): boolean {
  const first = words[0] ?? ''
  const last = words.at(-1) ?? ''
  if (FREE_FIRST.has(first) || FREE_LAST.has(singular(last))) return false
  return words.some((word, at) => {
    const one = singular(word)
    return (
      SECRET_WORDS.has(one) ||
      SECRET_PAIRS.has(`${words[at - 1] ?? ''} ${one}`) ||
      SECRET_WORDS.has(`${words[at - 1] ?? ''}${one}`)
    )
  })
}

function singular(word: string): string {
  return word.endsWith('s') && word.length > 3 ? word.slice(0, -1) : word
}
