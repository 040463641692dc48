/** What git says of a credential, as far as it is understood here. */
export interface GitCredential {
  readonly protocol?: string
  readonly host?: string
  readonly path?: string
  readonly username?: string
  readonly password?: string
}

/** More than git ever says of one credential. */
export const MOST_CREDENTIAL_BYTES = 64 * 1024

const KEYS = ['protocol', 'host', 'path', 'username', 'password'] as const
const isKey = (key: string): key is (typeof KEYS)[number] => (KEYS as readonly string[]).includes(key)

/**
 * Lines `key=value` up to an empty one or the end; of a key that comes twice the last counts, and other keys are passed over. Undefined for
 * what is no such text: not UTF-8, too long, a line without `=`, a control character, which could begin a line of its own on the way back.
 *
 * Source: git-credential(1), "INPUT/OUTPUT FORMAT".
 */
export function parseGitCredential(bytes: Uint8Array): GitCredential | undefined {
  if (bytes.length > MOST_CREDENTIAL_BYTES) return undefined
  const text = textOf(bytes)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  const end = lines.indexOf('')
  const said = new Map<string, string>()
  for (const line of end < 0 ? lines : lines.slice(0, end)) {
    const at = line.indexOf('=')
    if (at < 1 || /[\x00-\x1f\x7f]/.test(line)) return undefined
    const key = line.slice(0, at)
    if (isKey(key)) said.set(key, line.slice(at + 1))
  }
  return Object.fromEntries([...said].filter(([, value]) => value !== ''))
}

/** Whose repository a path names: what stands before the last part. */
export function ownerOfPath(path: string | undefined): string | undefined {
  return path?.split('/').filter(Boolean).at(-2)
}

/** Both lines of an answer. */
export const gitAnswer = (username: string, password: string): string => `username=${username}\npassword=${password}\n`

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes)
  } catch {
    return undefined
  }
}
