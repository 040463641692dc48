import type {Network} from '#net/ip'
import type {CompatShape} from '../model/compat-names.ts'

/** The address of a listener. Port 0: the machine chooses. */
export interface ListenAddress {
  /** An IP address, or a name. */
  readonly host: string
  readonly port: number
}

/** All settings of `serve`, from flags, variables and the file. */
export interface NodeSettings {
  readonly dataDir: string
  readonly apiAddr: ListenAddress
  /** Undefined for `off`. */
  readonly metricsAddr: ListenAddress | undefined
  readonly peerAddr: ListenAddress | undefined
  readonly tlsCert: string | undefined
  readonly tlsKey: string | undefined
  readonly insecureHttp: boolean
  readonly bootstrapUser: string | undefined
  readonly bootstrapTokenFile: string | undefined
  readonly validators: string | undefined
  readonly allowHookTarget: readonly string[]
  /** Waits before the first attempt of a delivery and after each failed one, in ms. */
  readonly hookSchedule: readonly number[]
  readonly webhookBrand: string
  /** Without a trailing slash. */
  readonly publicUrl: string | undefined
  readonly trustProxy: readonly Network[]
  readonly idleTimeoutMs: number
  readonly drainDelayMs: number
  readonly drainTimeoutMs: number
  readonly readyFile: string | undefined
  readonly allowFaults: boolean
  readonly compat: readonly CompatShape[]
}

/** One setting, by its flag without dashes; a file names it with underscores, a variable as `HOSTNODE_` and capitals. */
export interface SettingForm {
  readonly kind: 'text' | 'list' | 'switch'
  readonly otherwise?: string
  readonly help: string
}

export const SETTINGS: Readonly<Record<string, SettingForm>> = {
  'data-dir': {kind: 'text', otherwise: './hostnode-data', help: 'everything the node keeps'},
  'api-addr': {kind: 'text', otherwise: '127.0.0.1:8080', help: 'address of the API; port 0 lets the machine choose'},
  'metrics-addr': {kind: 'text', otherwise: '127.0.0.1:9090', help: 'address of the metrics, or off'},
  'peer-addr': {
    kind: 'text',
    otherwise: '127.0.0.1:9000',
    help: 'address of the validator link, with --validators; off is for a node that stands alone',
  },
  'tls-cert': {kind: 'text', help: 'file of the certificate chain (PEM)'},
  'tls-key': {kind: 'text', help: 'file of the private key (PEM)'},
  'insecure-http': {kind: 'switch', help: 'serve an address that others reach without TLS'},
  'bootstrap-user': {kind: 'text', help: 'first start only: a user of that name'},
  'bootstrap-token-file': {kind: 'text', help: 'first start only: where an admin token of that user is written'},
  validators: {kind: 'text', help: 'file of the validator network to join'},
  'allow-hook-target': {kind: 'list', help: 'IP[/n][:PORT] that webhooks may reach though it is not public'},
  'hook-schedule': {
    kind: 'text',
    otherwise: '0s,5s,5m,30m,2h,5h,10h,14h,20h,24h',
    help: 'waits between attempts of a delivery, separated by commas',
  },
  'webhook-brand': {kind: 'text', otherwise: 'Host', help: 'word in the headers of webhooks'},
  'public-url': {kind: 'text', help: 'how callers reach the API'},
  'trust-proxy': {kind: 'list', help: 'network whose X-Forwarded-For is believed'},
  'idle-timeout': {
    kind: 'text',
    otherwise: '60s',
    help: 'how long a caller may send and take nothing, and take for the body of a request to the API',
  },
  'drain-delay': {kind: 'text', otherwise: '0s', help: 'wait at the stop before connections are refused'},
  'drain-timeout': {kind: 'text', otherwise: '30s', help: 'how long requests in flight may take at the stop'},
  'ready-file': {kind: 'text', help: 'file that is written when the node serves'},
  'allow-faults': {kind: 'switch', help: 'open the socket that sets faults, for drills'},
  compat: {kind: 'list', help: 'shapes of other services to speak, for tests; legacy: all'},
}

/** Names of variables that are no settings. */
export const OTHER_VARIABLES: readonly string[] = ['HOSTNODE_CONFIG', 'HOSTNODE_CRASH_AT', 'HOSTNODE_FROM']

/** The variable of a setting. */
export function settingVariable(flag: string): string {
  return `HOSTNODE_${flag.replaceAll('-', '_').toUpperCase()}`
}
