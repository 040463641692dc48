import {isSecretKey, secrecyOf} from './key-names.ts'
import {isRandom} from './value-kinds.ts'

const MOST_CHARACTERS = 64 * 1024
const SHORTEST_USER = 16
/** Without a look at the whole scheme, and with an end: of a long run of letters each could begin one. */
const USERINFO = /:\/\/(?<=[a-z\d+.-]:\/\/)([^\s/?#@:]{0,8192})(?::([^\s@]{0,8192}?))?@(?=[^\s@]*(?:$|[\s"',;]))/gi
const PAIR = /(?:^|[;&?\s,])([A-Za-z][\w .-]{0,40})=("[^"]*"|'[^']*'|[^;&\s,"']+)/g
const ADDRESS = /https?:\/\/[^\s"'<>]+/gi
const BASE64 = /^[A-Za-z\d+/_-]{8,}={0,2}$/

/**
 * The secrets inside a value that is more than one: passwords of addresses and of connection strings, what stands under
 * secret names in JSON, and user and password in base64 as registries keep them.
 */
export function secretPartsOf(value: string): string[] {
  if (value.length > MOST_CHARACTERS) return []
  return [...new Set([...userinfoOf(value), ...segmentsOf(value), ...pairsOf(value), ...jsonPartsOf(value)])]
}

/** The password, and the user where that alone is the credential; as written and decoded. */
function userinfoOf(value: string): string[] {
  return [...value.matchAll(USERINFO)].flatMap(([, user = '', password = '']) => {
    const secret = password === '' ? (user.length >= SHORTEST_USER ? user : '') : password
    return secret === '' ? [] : [secret, decoded(secret)]
  })
}

/** Parts of a path that look drawn by chance: what an address of a webhook is secret by. */
function segmentsOf(value: string): string[] {
  const paths = [...value.matchAll(ADDRESS)].map(([address]) => URL.parse(address)?.pathname ?? '')
  return paths.flatMap((path) => path.split('/').filter((segment) => isRandom(segment)))
}

function pairsOf(value: string): string[] {
  return [...value.matchAll(PAIR)].flatMap(([, name = '', quoted = '']) => {
    const plain = quoted.replace(/^(["'])(.*)\1$/s, '$2')
    return secrecyOf(name.trim()) === undefined ? [] : [plain, decoded(plain)]
  })
}

function jsonPartsOf(value: string): string[] {
  if (!/^\s*[[{]/.test(value)) return []
  try {
    const tree: unknown = JSON.parse(value)
    return Array.isArray(tree) ? [...leavesOf(tree, false), ...argumentSecrets(tree)] : leavesOf(tree, false)
  } catch {
    return []
  }
}

/** Values of secret-named flags and assignments in an argument vector: `--token x`, `--db-pass=x`, `PGPASSWORD=x`. */
export function argumentSecrets(words: readonly unknown[]): string[] {
  return words.flatMap((word, at) => {
    const [, name = '', value] = /^(?:--?)?([A-Za-z][\w.-]*)(?:=(.+))?$/s.exec(String(word)) ?? []
    if (secrecyOf(name) === undefined) return []
    if (value !== undefined) return [value]
    const next = words[at + 1]
    return String(word).startsWith('--') && typeof next === 'string' && !next.startsWith('-') ? [next] : []
  })
}

/** Texts under secret names, at any depth below them. The parser bounds the depth by the length of the text. */
function leavesOf(tree: unknown, isSecret: boolean): string[] {
  if (typeof tree === 'string') return isSecret ? [tree, ...basicOf(tree)] : []
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([name, item]) =>
    leavesOf(item, isSecret || isSecretKey(name) || (secrecyOf(name) !== undefined && typeof item === 'string')),
  )
}

/** The password in `user:password` as base64: what a registry and a basic header hold. */
export function basicOf(text: string): string[] {
  if (!BASE64.test(text)) return []
  const password = /^[\x20-\x7e]+?:([\x20-\x7e]+)$/.exec(Buffer.from(text, 'base64').toString('latin1'))?.[1]
  return password === undefined ? [] : [password]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
