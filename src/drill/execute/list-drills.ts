import type {DrillsListResult} from '#contract/generated/types'
import type {Order} from '#measurement/order'
import type {MeasurementPorts} from '#measurement/ports'
import type {DrillRequest} from '../model/drill-options.ts'
import {listedDrills} from '../report/list-report.ts'
import {loadChosen} from './plan-drills.ts'

type Ports = Pick<MeasurementPorts, 'files' | 'redactor' | 'programs'>

/** What there is, or what a request would do: checked as far as the drills themselves, and nothing is started. Throws `drill_unknown`, `drill_invalid`. */
export async function listDrills(
  order: Pick<Order<DrillRequest>, 'request' | 'workingDirectory'>,
  command: DrillsListResult['command'],
  ports: Ports,
) {
  const drills = await loadChosen(order, ports)
  return listedDrills(
    drills.map(({drill}) => drill),
    command,
  )
}
