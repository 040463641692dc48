import type {JobStep} from '#contract/generated/types'
import {measuringStep} from './run-measuring-step.ts'
import type {StepRunner} from './step-runner.ts'

/** What does the work of each `use`, loaded when a job has such a step. */
export const RUNNERS: Readonly<Record<JobStep['use'], () => Promise<StepRunner>>> = {
  doctor: async () => (await import('./run-doctor-step.ts')).prepareDoctorStep,
  'provider.health': async () => (await import('./run-health-step.ts')).prepareHealthStep,
  eval: async () => measuringStep((await import('#eval/eval-kind')).evalKind),
  benchmark: async () => measuringStep((await import('#benchmark/benchmark-kind')).benchmarkKind),
  drill: async () => measuringStep((await import('#drill/drill-kind')).drillKind),
  'node.check': async () => measuringStep((await import('#host/check-kind')).nodeCheckKind),
  'node.baseline': async () => measuringStep((await import('#host/baseline-kind')).nodeBaselineKind),
  'node.upgrade': async () => measuringStep((await import('#upgrade/upgrade-kind')).upgradeStepKind),
  exec: async () => (await import('./run-exec-step.ts')).prepareExecStep,
}
