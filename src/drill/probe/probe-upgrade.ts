import {nodesOf} from '#upgrade/model/upgrade-progress'
import {driverOf} from '#upgrade/site/upgrade-claims'
import {SITE_TARGET} from '../model/site-layout.ts'
import {newestUpgrade} from '../site/find-upgrade.ts'
import type {ProbeWay} from './probe-context.ts'

const UNWATCHED = {looks: 0, most_away: 0, fell: 0, grew: 0, leaders: 0}

/** What somebody saw who looked at the nodes all the time. */
export const probeWatch: ProbeWay = async (_, {site}) => site.watch?.seen ?? UNWATCHED

/** The newest upgrade: where it stands, whether somebody drives it, and what became of its steps and nodes. */
export const probeUpgrade: ProbeWay = async (_, {site, ports}) => {
  const driven = driverOf(site.home, SITE_TARGET, ports) !== undefined
  const found = newestUpgrade(site, ports)
  if (found === undefined) return {begun: false, driven, state: 'none', reason: '', done: '', failed: ''}
  const {plan, progress} = found
  return {
    begun: true,
    driven,
    state: progress.state,
    reason: progress.reason,
    done: [...progress.done.forth].join(' '),
    failed: progress.failed.join('; '),
    nodes: Object.fromEntries(nodesOf(plan, progress).map(({name, state}) => [name, state])),
  }
}
