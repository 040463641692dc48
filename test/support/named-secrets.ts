import {ALL_SECRET_NAMES} from './secret-names.ts'
import {seeded} from './seeded.ts'

/** What stands under a name, and what of it must not get out. */
export interface NamedSecret {
  readonly name: string
  readonly value: string
  readonly secret: string
}

const LETTERS = 'abcdefghijkmnopqrstuvwxyz'
const MIXED = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

/** Every name with a secret of its own: random, mixed, words, in addresses and in JSON, as the name suggests. */
export function namedSecrets(seed: number): NamedSecret[] {
  const pick = seeded(seed)
  const drawn = (alphabet: string, count: number) =>
    Array.from({length: count}, () => alphabet[pick(alphabet.length)]).join('')
  const shapes = [
    () => drawn(MIXED, 24),
    () => `${drawn(LETTERS, 5)}${10 + pick(90)}`,
    () => drawn(LETTERS, 11),
    () => `${drawn(MIXED, 7)}!${drawn(MIXED, 6)}`,
  ]
  return ALL_SECRET_NAMES.map((name, at) => {
    if (/(?:URL|URI|DSN)$/.test(name)) return inAddress(name, drawn(MIXED, 26))
    if (/AUTH_CONFIG$|COMPOSER_AUTH|CREDENTIALS$/.test(name)) return inJson(name, `${drawn(MIXED, 14)}`)
    if (/HTTP_AUTH|BASIC_AUTH|NEO4J_AUTH/.test(name)) return afterUser(name, drawn(MIXED, 12))
    const isSaidByName = !/_ID$|__/.test(name)
    const secret = (isSaidByName ? shapes[at % shapes.length] : shapes[0])?.() ?? ''
    return {name, value: secret, secret}
  })
}

function inAddress(name: string, secret: string): NamedSecret {
  const value = /WEBHOOK/.test(name)
    ? `https://hooks.example.com/services/T0000/B0000/${secret}`
    : `amqps://app:${secret}@db.example.com:5432/main`
  return {name, value, secret}
}

function inJson(name: string, secret: string): NamedSecret {
  return {name, value: JSON.stringify({auths: {'registry.example.com': {username: 'ci', password: secret}}}), secret}
}

function afterUser(name: string, secret: string): NamedSecret {
  return {name, value: `operator:${secret}`, secret}
}
