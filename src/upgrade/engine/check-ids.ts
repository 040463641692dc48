import type {NodeUpgradePlan} from '#contract/generated/types'

/** Asked of all nodes before anything is done. */
export const PREFLIGHT_IDS: readonly string[] = [
  'health.live',
  'health.ready',
  'health.startup',
  'mig.complete',
  'ver.skew',
  'res.disk',
  'res.clock',
  'cons.status',
  'cons.agree',
  'cons.validators',
  'cons.peers',
]

/** What decides after each node, even where it stays open. */
export const REQUIRED_IDS: readonly string[] = ['ver.running', 'data.repos', 'data.refs', 'data.accounts']

const OWN_IDS: readonly string[] = [
  ...REQUIRED_IDS,
  'health.live',
  'health.ready',
  'health.startup',
  'mig.complete',
  'cfg.drift',
  'auth.positive',
  'auth.negative',
  'api.repos',
  'git.roundtrip',
  'repo.cleanup',
  'hook.delivery',
]

/** Asked of one node that was upgraded, with its baseline. One that stands beside the old one has an address of its own, so another configuration. */
export function nodeCheckIds({
  window_ms,
  strategy,
}: Pick<NodeUpgradePlan, 'window_ms' | 'strategy'>): readonly string[] {
  const own = strategy === 'blue-green' ? OWN_IDS.filter((id) => id !== 'cfg.drift') : OWN_IDS
  return window_ms > 0 ? [...own, 'met.compare'] : own
}

/** The checks of these that are repeated later on a node that passed them. */
export const AGAIN_IDS: ReadonlySet<string> = new Set([
  ...REQUIRED_IDS,
  'health.live',
  'health.ready',
  'mig.complete',
  'cfg.drift',
])

/** The checks of these whose subject users or operators may have changed meanwhile. */
export const PEOPLES_IDS: ReadonlySet<string> = new Set(['data.repos', 'data.refs', 'data.accounts', 'cfg.drift'])

/** Asked of all validators after each of them. */
export const CHAIN_IDS: readonly string[] = ['cons.status', 'cons.progress', 'cons.agree']

/** The checks of those that validators can answer while too few for a block. */
export const FORK_IDS: readonly string[] = ['cons.agree']

/** The checks of a single node that validators fail while they are too few for a block. */
export const READY_IDS: ReadonlySet<string> = new Set(['health.ready', 'health.startup'])

/** Asked of all nodes at the end. */
export const CLOSE_IDS: readonly string[] = ['ver.skew', 'health.ready', ...CHAIN_IDS, 'cons.validators', 'cons.peers']

/** Asked of a node that was put back, with its baseline. */
export const BACK_IDS: readonly string[] = [
  'health.live',
  'health.ready',
  'mig.complete',
  'cfg.drift',
  'data.repos',
  'data.refs',
  'data.accounts',
  'auth.positive',
  'post.rollback',
]
