import type {JobDoctorWith} from '#contract/generated/types'
import {checkMachine} from '#doctor/check-machine'
import {diagnosisResult, doctorReport} from '#doctor/doctor-report'
import type {MeasurementPorts} from '#measurement/ports'
import {bareVerdict} from '#run/end-run'
import type {RunOutcome, RunRecorder} from '#run/run-recorder'
import type {PlannedJobItem} from './plan-job.ts'
import type {PreparedStep} from './step-runner.ts'
import {doctorState} from './step-states.ts'

/** The checks of `assay doctor` as a step; findings fail it only when `strict`. */
export async function prepareDoctorStep(item: PlannedJobItem, ports: MeasurementPorts): Promise<PreparedStep> {
  const asked = item.unit.with as JobDoctorWith
  return {providers: [], operations: ['doctor'], run: (trial, signal) => diagnose(asked, trial, ports, signal)}
}

async function diagnose(
  asked: JobDoctorWith,
  trial: RunRecorder,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<RunOutcome> {
  await trial.steps.start({stepId: 'doctor', operation: 'doctor'})
  const machine = {workspace: ports.cwd, registeredOnly: asked.registered_only ?? false, capability: asked.capability}
  const found = await checkMachine(machine, ports, signal)
  const told = diagnosisResult(found, asked.strict ?? false)
  const isGood = doctorState(told, told.strict) === 'pass'
  await trial.steps.finish('doctor', {status: isGood ? 'success' : 'failed'})
  return {
    verdict: bareVerdict(isGood ? 'pass' : 'fail', told.exit.reason),
    reasonCode: isGood ? 'ok' : 'findings',
    result: {checks: told.checks.map(({name, status}) => ({name, status}))},
    timing: told,
    resultSummary: {checks: told.checks.length, providers: told.providers.length},
    report: doctorReport(told),
  }
}
