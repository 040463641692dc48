import type {Check} from './check.ts'
import {ACCESS_CHECKS} from './check-access.ts'
import {BACKUP_CHECKS} from './check-backup.ts'
import {CLEAN_UP_CHECKS} from './check-clean-up.ts'
import {CONSENSUS_CHECKS} from './check-consensus.ts'
import {DATA_CHECKS} from './check-data.ts'
import {EXPOSURE_CHECKS} from './check-exposure.ts'
import {GIT_CHECKS} from './check-git.ts'
import {HEALTH_CHECKS} from './check-health.ts'
import {HOOK_CHECKS} from './check-hooks.ts'
import {KEY_CHECKS} from './check-keys.ts'
import {LATENCY_CHECKS} from './check-latency.ts'
import {LEFTOVER_CHECKS} from './check-leftovers.ts'
import {METRIC_CHECKS} from './check-metrics.ts'
import {PAGE_CHECKS} from './check-pages.ts'
import {RATE_CHECKS} from './check-rates.ts'
import {ROLLBACK_CHECKS} from './check-rollback.ts'
import {SERVICE_CHECKS} from './check-service.ts'
import {STEADINESS_CHECKS} from './check-steadiness.ts'
import {TLS_CHECKS} from './check-tls.ts'
import {UPKEEP_CHECKS} from './check-upkeep.ts'
import {VERSION_CHECKS} from './check-version.ts'
import {WINDOW_CHECKS} from './check-windows.ts'

const ALL: readonly Check[] = [
  ...VERSION_CHECKS,
  ...HEALTH_CHECKS,
  ...UPKEEP_CHECKS,
  ...LATENCY_CHECKS,
  ...SERVICE_CHECKS,
  ...STEADINESS_CHECKS,
  ...CONSENSUS_CHECKS,
  ...METRIC_CHECKS,
  ...EXPOSURE_CHECKS,
  ...TLS_CHECKS,
  ...PAGE_CHECKS,
  ...DATA_CHECKS,
  ...ACCESS_CHECKS,
  ...KEY_CHECKS,
  ...RATE_CHECKS,
  ...GIT_CHECKS,
  ...HOOK_CHECKS,
  ...WINDOW_CHECKS,
  ...BACKUP_CHECKS,
  ...CLEAN_UP_CHECKS,
  ...LEFTOVER_CHECKS,
  ...ROLLBACK_CHECKS,
]

/** Last: they look at everything that the others did, or were told. */
const LATE = ['repo.cleanup', 'sec.exposure', 'post.rollback']

const rank = ({id, mode}: Check): number =>
  LATE.includes(id) ? 3 + LATE.indexOf(id) : mode === 'quick' || mode === 'observe' ? 0 : id.startsWith('data.') ? 1 : 2

/** Every check, in the order in which they are asked: those that only look, the data, the rest. */
export const NODE_CHECKS: readonly Check[] = ALL.toSorted((a, b) => rank(a) - rank(b))

export const CHECK_IDS: readonly string[] = NODE_CHECKS.map(({id}) => id)
