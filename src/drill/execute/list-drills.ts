import type {DrillsListResult} from '#contract/generated/types'
import type {Order} from '#measurement/order'
import type {MeasurementPorts} from '#measurement/ports'
import type {DrillRequest} from '../model/drill-options.ts'
import {listedDrills} from '../report/list-report.ts'
import {openPermitted} from './check-permission.ts'
import {loadChosen} from './plan-drills.ts'

/** What there is, or what a request would do: checked as far as the drills themselves, and nothing is started. Throws `drill_unknown`, `drill_invalid`, and as `openPermitted` where a target is given. */
export async function listDrills(
  order: Pick<Order<DrillRequest>, 'request' | 'workingDirectory' | 'workspace' | 'commandArgv'>,
  command: DrillsListResult['command'],
  ports: MeasurementPorts,
) {
  const drills = await loadChosen(order, ports, command === 'drills list')
  const given = order.request.target === undefined ? undefined : await openPermitted(drills, order, ports)
  return listedDrills(
    drills.map(({drill}) => drill),
    command,
    given?.setting.target.profile,
  )
}
