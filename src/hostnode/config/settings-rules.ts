import {isRecord} from '#contract/is-record'
import type {Issue} from '#error/assay-error'
import {isLoopback} from '#net/ip'
import {COMPAT_SHAPES, parseCompat} from '../model/compat-names.ts'
import {parseHookTarget} from '../model/hook-targets.ts'
import {isObjectName} from '../model/object-names.ts'
import {parseIdle, parseListen, parseNetworks, parsePublicUrl, parseWait, parseWaits} from './setting-values.ts'
import {type ListenAddress, type NodeSettings, SETTINGS} from './settings.ts'

/** The unchecked value of a flag, a variable or a key of the file. */
export type GivenSetting = string | boolean | readonly string[]

/** Settings from the keys of a file. An unknown key or a value of the wrong kind is an issue. */
export function settingsOfFile(value: unknown): {given: Map<string, GivenSetting>; issues: Issue[]} {
  const given = new Map<string, GivenSetting>()
  const issues: Issue[] = []
  if (!isRecord(value)) return {given, issues: [issue('', 'kind', 'must be a table of settings')]}
  for (const [key, one] of Object.entries(value)) {
    const flag = key.replaceAll('_', '-')
    const kind = Object.hasOwn(SETTINGS, flag) && !key.includes('-') ? SETTINGS[flag]?.kind : undefined
    if (kind === undefined) issues.push(issue(`/${key}`, 'unknown_key', 'is not a known key here'))
    else if (!isOfKind(one, kind)) issues.push(issue(`/${key}`, 'kind', `must be a ${kind}`))
    else given.set(flag, one)
  }
  return {given, issues}
}

function isOfKind(value: unknown, kind: 'text' | 'list' | 'switch'): value is GivenSetting {
  if (kind === 'switch') return typeof value === 'boolean'
  if (kind === 'text') return typeof value === 'string'
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function issue(pointer: string, rule: string, message: string): Issue {
  return {pointer, rule, message}
}

/** Turns given values into settings, with every fault in them. */
export function settingsOf(given: ReadonlyMap<string, GivenSetting>): {settings: NodeSettings; issues: Issue[]} {
  const issues: Issue[] = []
  const text = (flag: string) => {
    const value = given.get(flag) ?? SETTINGS[flag]?.otherwise
    return typeof value === 'string' ? value : undefined
  }
  const list = (flag: string) => {
    const value = given.get(flag)
    if (typeof value === 'string') return value.split(',').filter(Boolean)
    return Array.isArray(value) ? value : []
  }
  const read = <T>(flag: string, parse: (text: string) => T | undefined, must: string): T | undefined => {
    const value = text(flag)
    if (value === undefined) return undefined
    const parsed = parse(value)
    if (parsed === undefined) issues.push(issue(`/${flag}`, 'form', must))
    return parsed
  }
  const listen = (flag: string) => read(flag, parseListen, 'must be host:port')
  const maybe = (flag: string) => (text(flag) === 'off' ? undefined : listen(flag))
  const wait = (flag: string) => read(flag, parseWait, 'must be a time such as 500ms, 30s or 5m') ?? 0
  const networks = parseNetworks(list('trust-proxy'))
  if (networks === undefined) issues.push(issue('/trust-proxy', 'form', 'must be networks such as 10.0.0.0/8'))
  const targets = list('allow-hook-target')
  if (targets.some((one) => parseHookTarget(one) === undefined))
    issues.push(issue('/allow-hook-target', 'form', 'must be IP[/n][:PORT], such as 10.0.0.0/8 or 127.0.0.1:8088'))
  const compat = parseCompat(list('compat'))
  if (compat === undefined)
    issues.push(issue('/compat', 'form', `must be legacy, or some of ${COMPAT_SHAPES.join(' ')}`))
  const settings: NodeSettings = {
    dataDir: read('data-dir', (path) => path || undefined, 'must name a folder') ?? '',
    apiAddr: listen('api-addr') ?? {host: '', port: 0},
    metricsAddr: maybe('metrics-addr'),
    // A node that stands alone has no peers to listen to.
    peerAddr: text('validators') === undefined ? undefined : maybe('peer-addr'),
    tlsCert: text('tls-cert'),
    tlsKey: text('tls-key'),
    insecureHttp: given.get('insecure-http') === true,
    bootstrapUser: text('bootstrap-user'),
    bootstrapTokenFile: text('bootstrap-token-file'),
    validators: text('validators'),
    allowHookTarget: targets,
    hookSchedule: read('hook-schedule', parseWaits, 'must be times separated by commas, such as 0s,5s,5m') ?? [],
    webhookBrand: text('webhook-brand') ?? '',
    publicUrl: read('public-url', parsePublicUrl, 'must be an http or https URL without user, query and fragment'),
    trustProxy: networks ?? [],
    idleTimeoutMs: read('idle-timeout', parseIdle, 'must be a time of at least 100ms, such as 60s') ?? 0,
    drainDelayMs: wait('drain-delay'),
    drainTimeoutMs: wait('drain-timeout'),
    readyFile: text('ready-file'),
    allowFaults: given.get('allow-faults') === true,
    compat: compat ?? [],
  }
  const isLost = settings.validators === undefined && (given.get('peer-addr') ?? 'off') !== 'off'
  if (isLost) issues.push(issue('/peer-addr', 'pair', 'goes with --validators: a node that stands alone has no link'))
  return {settings, issues: [...issues, ...pairIssues(settings)]}
}

/** Faults in settings that depend on one another. */
function pairIssues(settings: NodeSettings): Issue[] {
  const issues: Issue[] = []
  const {bootstrapUser: user, bootstrapTokenFile: file} = settings
  if ((user === undefined) !== (file === undefined))
    issues.push(issue('/bootstrap-user', 'pair', 'goes with --bootstrap-token-file, and neither without the other'))
  if (user !== undefined && !isObjectName(user)) issues.push(issue('/bootstrap-user', 'form', 'is no name of a user'))
  if ((settings.tlsCert === undefined) !== (settings.tlsKey === undefined))
    issues.push(issue('/tls-cert', 'pair', 'goes with --tls-key, and neither without the other'))
  if (!/^[A-Za-z][A-Za-z0-9]{0,31}$/.test(settings.webhookBrand))
    issues.push(issue('/webhook-brand', 'form', 'must be a word of letters and digits'))
  if (settings.validators !== undefined && settings.peerAddr === undefined)
    issues.push(issue('/peer-addr', 'pair', 'must be an address with --validators'))
  return issues
}

/** Why settings are refused although each is well formed; undefined if they are not. */
export function settingsRefusal(settings: NodeSettings): string | undefined {
  if (
    [settings.apiAddr, settings.metricsAddr].some(isOpenAddress) &&
    settings.tlsCert === undefined &&
    !settings.insecureHttp
  )
    return 'an address that others reach needs --tls-cert and --tls-key, or --insecure-http'
  const onlyHere = settings.allowFaults || settings.compat.length > 0
  if (onlyHere && [settings.apiAddr, settings.metricsAddr, settings.peerAddr].some(isOpenAddress))
    return '--allow-faults and --compat are for loopback addresses only'
  return undefined
}

/** Whether other machines can reach an address. */
export function isOpenAddress(address: ListenAddress | undefined): boolean {
  return address !== undefined && address.host !== 'localhost' && !isLoopback(address.host)
}
