import type {DoctorCheck} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import type {MeasurementPorts} from '#measurement/ports'
import {isOpenState, isUnderWay} from '../model/upgrade-progress.ts'
import {listUpgrades} from '../site/find-upgrades.ts'
import {driverOf} from '../site/upgrade-claims.ts'

const LONGEST = 500

/** Upgrades of this workspace that nobody drives and that are not over, for `doctor`; nothing where there is none. Reads only. */
export function checkOpenUpgrades(
  workspace: string,
  ports: Pick<MeasurementPorts, 'files' | 'processes'>,
): DoctorCheck[] {
  const {kept, unreadable} = listUpgrades(workspace, ports)
  const open = kept.filter(
    ({plan, progress}) => isOpenState(progress.state) && driverOf(workspace, plan.target, ports) === undefined,
  )
  if (open.length + unreadable.length === 0) return []
  const told = [
    ...unreadable.map(({message}) => message),
    ...open.map(({id, plan, progress}) => `the upgrade ${id} of ${plan.target} stands in ${progress.state}`),
  ]
  const isBad = unreadable.length > 0 || open.some(({progress}) => isUnderWay(progress.state))
  const detail = cutText(`assay node status --target FILE tells what is left to do: ${told.join(', ')}`, LONGEST)
  return [{name: 'upgrades', status: isBad ? 'failed' : 'warning', detail}]
}
