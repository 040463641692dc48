/** A node of ours that is wrong in one way, or in none, and the checks that must say so. */
export interface OwnRow {
  readonly name: string
  readonly seenBy: readonly string[]
  /** Set while it is asked, each with its arguments. */
  readonly faults?: Readonly<Record<string, object>>
  /** Which launcher runs; 1.0.1 where absent. */
  readonly release?: string
  /** It does not come to serve: there is no verdict on it. */
  readonly isDown?: true
  /** Set on 1.0.0, kept for the start of the release. */
  readonly kept?: Readonly<Record<string, object>>
  /** It is asked while it starts; afterwards it comes to serve. */
  readonly isStarting?: true
  /** The name by which deliveries find the receiver; its address where absent. */
  readonly hookHost?: string
  /** Nothing is wrong by it: those that are asked must pass. */
  readonly isBorne?: true
  /** It shows over minutes alone: memory is judged from eight scrapes on, and there is one in 15 s. */
  readonly isSlow?: true
  /** It holds whoever asks until their patience ends: nobody else is asked. */
  readonly isStill?: true
}

const fault = (name: string, args: object, ...seenBy: string[]): OwnRow => ({
  name: `${name} ${Object.values(args).map(String).join(' ')}`.trim(),
  seenBy,
  faults: {[name]: args},
})
const release = (name: string, ...seenBy: string[]): OwnRow => ({name, seenBy, release: name})

const kept = (name: string, args: object, ...seenBy: string[]): OwnRow => ({
  name: `${name} ${Object.values(args).join(' ')}`,
  seenBy,
  release: '1.1.0',
  kept: {[name]: args},
})
/** A name that leads nowhere but by the fault. */
const hookName = (address: string): OwnRow => ({
  ...fault('hook_resolver', {map: {'receiver.example': [address]}}, 'hook.delivery'),
  name: `hook_resolver ${address}`,
  hookHost: 'receiver.example',
  isStill: true,
})

const EVERY_CHECK_OF_DATA = ['data.repos', 'data.refs', 'data.accounts']

/** Every fault that a node alone can have, and every release that is broken. */
export const OWN_ROWS: readonly OwnRow[] = [
  fault('latency', {route: '*', ms: 60}, 'met.compare'),
  fault('error', {route: '/api/*', status: 500, ratio: 0.05}, 'met.compare'),
  fault('error', {route: '/health/ready', status: 503}, 'health.ready'),
  fault('error', {route: '/git/*', status: 500}, 'git.roundtrip', 'data.refs'),
  {...fault('hang', {route: '/health/live'}, 'health.live'), isStill: true},
  {...fault('hang', {route: 'POST /git/:owner/:repo/git-receive-pack'}, 'git.roundtrip'), isStill: true},
  fault('drop', {route: '/health/startup'}, 'health.startup'),
  fault('drop', {route: '/api/repos'}, 'api.repos', 'data.repos', 'page.walk'),
  fault('store_full', {}, 'health.ready', 'token.lifecycle', 'ssh.key.lifecycle', 'git.roundtrip'),
  fault('git_enospc', {}, 'git.roundtrip', 'hook.delivery'),
  fault('clock', {offset_ms: 90_000}, 'res.clock'),
  fault('clock', {offset_ms: -90_000}, 'res.clock'),
  fault('metrics_off', {}, 'met.scrape'),
  {...fault('leak', {mb_per_min: 60}, 'met.compare'), isSlow: true},
  fault('not_ready', {}, 'health.ready'),
  {...hookName('127.0.0.1'), isBorne: true},
  hookName('192.0.2.1'),
  {...kept('slow_migration', {step: 2, ms: 300_000}, 'health.ready', 'health.startup', 'api.repos'), isStarting: true},
  {...kept('failed_migration', {step: 2}), isDown: true},
  release('1.0.2-slow', 'met.compare'),
  release('1.0.2-errors', 'met.compare'),
  {...release('1.0.2-leak', 'met.compare'), isSlow: true},
  release('1.0.2-empty', ...EVERY_CHECK_OF_DATA, 'auth.positive'),
  release('1.0.2-badconfig', 'cfg.drift'),
  {...release('1.0.2-nostart'), isDown: true},
  {...release('1.1.1-stuckmig'), isDown: true},
]

/** The release that a launcher says it is. */
export function versionOf({release: name = '1.0.1'}: OwnRow): string {
  return name.replace(/-.*/, '')
}
