import type {MeasurementPorts} from '#measurement/ports'
import type {RunRecorder} from '#run/run-recorder'
import {driverLastLines} from '../report/driver-last-lines.ts'
import {type MeasuredUpgrade, measureUpgrade} from './measure-upgrade.ts'
import type {PlannedUpgrade} from './plan-driver.ts'
import {demandUnchanged} from './prepare-plan.ts'

/** An upgrade as a step of a job: other steps ran since its plan was made, and whoever reads the job's report must find the next command there. */
export async function measureUpgradeStep(
  planned: PlannedUpgrade,
  trial: RunRecorder,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<MeasuredUpgrade> {
  const {plan, site, deed} = planned
  if (deed === 'begin') await demandUnchanged(plan, site, ports, signal)
  const outcome = await measureUpgrade(planned, trial, ports, signal)
  const last = driverLastLines({...outcome, plan}, site.setting.argv).map(({label, value}) => `${label}: ${value}`)
  return {...outcome, report: {...outcome.report, remarks: [...outcome.report.remarks, ...last]}}
}
