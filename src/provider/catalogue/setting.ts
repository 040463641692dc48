import type {ProviderConfigField} from '#contract/generated/types'
import type {Variables} from '#process/variables'

type SettingKind = 'text' | 'host' | 'port' | 'target' | 'url' | 'http_url' | 'positive' | 'boolean' | 'command'

/** One variable a provider reads, with other names it may have. */
export interface Setting {
  readonly name: string
  readonly kind: SettingKind
  readonly aliases?: readonly string[]
  readonly isRequired?: boolean
  readonly isSecret?: boolean
  /** Somebody else's variable: what does not read as plain is taken for secret. */
  readonly mayBeSecret?: boolean
  /** In a few words for whoever sets it. */
  readonly means: string
  /** What holds where it is not set. */
  readonly usual?: string
}

/** Whether a value of the kind `boolean` says yes; what is not set does not. */
export function saysYes(value: string | undefined): boolean {
  return /^(true|1)$/i.test(value ?? '')
}

/** What each kind of value looks like, for whoever sets it. */
const TAKES: Readonly<Record<SettingKind, string>> = {
  text: 'text',
  host: 'a host name or address',
  port: '1 to 65535',
  target: 'HOST:PORT',
  url: 'an http or ws URL',
  http_url: 'an http or https URL',
  positive: 'a number above 0',
  boolean: 'true or false',
  command: 'a JSON list of texts',
}

const SCHEMES = ['http:', 'https:', 'ws:', 'wss:']
const HOST = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?)$/

/** What is wrong with a value, in words that never hold it. */
const CHECKS: Readonly<Record<SettingKind, (value: string) => string | undefined>> = {
  text: () => undefined,
  host: (value) => (HOST.test(value) ? undefined : 'is not a host name or address'),
  port: (value) =>
    isWhole(value) && Number(value) >= 1 && Number(value) <= 65_535 ? undefined : 'is not a port from 1 to 65535',
  target: targetFault,
  url: urlFault,
  http_url: (value) => (/^wss?:/i.test(value) ? 'is not an http URL' : urlFault(value)),
  positive: (value) => (/^[0-9]+(\.[0-9]+)?$/.test(value) && Number(value) > 0 ? undefined : 'is not a number above 0'),
  boolean: (value) => (/^(true|false|1|0)$/i.test(value) ? undefined : 'is not true or false'),
  command: commandFault,
}

/** The first of a setting's names that is set, an empty value included. */
export function variableOf(setting: Setting, env: Variables): {name: string; value: string} | undefined {
  for (const name of [setting.name, ...(setting.aliases ?? [])]) {
    const value = env[name]
    if (value !== undefined) return {name, value}
  }
  return undefined
}

/** The setting as a summary shows it: where it comes from and whether it can be used, never what it says. */
export function describeSetting(setting: Setting, env: Variables): ProviderConfigField {
  const found = variableOf(setting, env)
  const fault = found && valueFault(setting, found.value)
  return {
    name: setting.name,
    present: found !== undefined,
    source: found !== undefined ? `env:${found.name}` : setting.usual !== undefined ? 'default' : 'unset',
    required: setting.isRequired ?? false,
    secret: setting.isSecret ?? false,
    valid: fault === undefined,
    detail: fault ?? (found === undefined ? 'not set' : 'set'),
    aliases: [...(setting.aliases ?? [])],
    means: setting.means,
    takes: TAKES[setting.kind],
    ...(setting.usual !== undefined && {default: setting.usual}),
  }
}

function valueFault(setting: Setting, value: string): string | undefined {
  if (value.trim() === '' && !mayBeEmpty(setting)) return 'is empty'
  return CHECKS[setting.kind](value) ?? (setting.isSecret ? headerFault(value) : undefined)
}

/** What is only handed on to a program means there whatever it means: `CUDA_VISIBLE_DEVICES=` says that no card is to be used. */
function mayBeEmpty({mayBeSecret, isRequired}: Setting): boolean {
  return mayBeSecret === true && isRequired !== true
}

/** A secret of a file often has its line end still, and a client that cannot send it says that nobody answers. Source: RFC 9110, 5.5. */
function headerFault(value: string): string | undefined {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
    ? undefined
    : 'holds a line end or another character that no header carries'
}

function isWhole(value: string): boolean {
  return /^[0-9]{1,6}$/.test(value)
}

function targetFault(value: string): string | undefined {
  const colon = value.lastIndexOf(':')
  const isTarget = HOST.test(value.slice(0, colon)) && CHECKS.port(value.slice(colon + 1)) === undefined
  return isTarget ? undefined : 'is not a host and port'
}

function urlFault(value: string): string | undefined {
  const url = URL.parse(value)
  if (url === null || !SCHEMES.includes(url.protocol)) return 'is not an http or ws URL'
  if (url.username !== '' || url.password !== '') return 'holds a user or password'
  return /[?#]/.test(value) ? 'has a query or fragment' : undefined
}

function commandFault(value: string): string | undefined {
  const fault = 'is not a JSON list of texts'
  try {
    const words: unknown = JSON.parse(value)
    return Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === 'string' && word !== '')
      ? undefined
      : fault
  } catch {
    return fault
  }
}
