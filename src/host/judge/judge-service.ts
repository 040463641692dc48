import {type CheckFinding, failed, passed, unclear, warned} from '../model/finding.ts'
import type {ServiceFacts} from '../model/service-facts.ts'
import {startedBefore} from './started-before.ts'

/** What is held against what the manager of a service says. */
export interface ServiceTerms {
  /** What it said when the baseline was taken. */
  readonly old: ServiceFacts | undefined
  /** When an upgrade began at the latest, as ms since 1970; undefined where none is looked at. */
  readonly upgradedSinceMs: number | undefined
  /** The program has said that it is active by its end alone. */
  readonly isTold: boolean
}

/** Two looks at a service, one a little after the other: active, started after the upgrade, and not started again by itself. */
export function judgeService(first: ServiceFacts, second: ServiceFacts, terms: ServiceTerms): CheckFinding {
  const {old, upgradedSinceMs, isTold} = terms
  const {isActive, startedAtMs, restarts} = second
  const seen = {
    expected: `active${upgradedSinceMs === undefined ? '' : ', started after the baseline'}, not started again by itself`,
    observed: {
      active: isActive ?? null,
      started_at: startedAtMs === undefined ? null : new Date(startedAtMs).toISOString(),
      restarts: restarts ?? null,
      restarts_before: old?.restarts ?? null,
    },
    fieldPaths: ['ActiveState', 'ExecMainStartTimestamp', 'NRestarts'],
  }
  if (first.isActive === false || isActive === false) return failed('the service is not active', seen)
  if (!isTold && isActive === undefined) return unclear('nothing says whether the service is active', seen)
  if (restarts !== first.restarts || startedAtMs !== first.startedAtMs)
    return failed('the service was started again while it was looked at', seen)
  return staleness(startedAtMs, upgradedSinceMs, seen) ?? restartFinding(restarts, old?.restarts, seen)
}

type Seen = Parameters<typeof passed>[0]

/** A service from before an upgrade; undefined for one from after it, and where none is looked at. */
function staleness(
  startedAtMs: number | undefined,
  upgradedSinceMs: number | undefined,
  seen: Seen,
): CheckFinding | undefined {
  if (upgradedSinceMs === undefined) return undefined
  if (startedAtMs === undefined) return unclear('nothing tells when the service was started', seen)
  return startedBefore(startedAtMs, upgradedSinceMs)
    ? failed('the service was not started anew since the baseline', seen)
    : undefined
}

/** A manager begins to count anew when somebody starts the service: as many as before, or none. */
function restartFinding(restarts = 0, before: number | undefined, seen: Seen): CheckFinding {
  if (restarts === 0 || restarts === before) return passed(seen)
  return before === undefined
    ? warned(`the service ended by itself before (${restarts} restarts)`, seen)
    : failed(`the service ended by itself (${restarts} restarts)`, seen)
}
