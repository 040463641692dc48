import type {JobStep} from '#contract/generated/types'
import type {StepRunner} from './step-runner.ts'

/** What does the work of each `use`, loaded when a job has such a step. */
export const RUNNERS: Readonly<Record<JobStep['use'], () => Promise<StepRunner>>> = {
  doctor: async () => (await import('./run-doctor-step.ts')).prepareDoctorStep,
  'provider.health': async () => (await import('./run-health-step.ts')).prepareHealthStep,
  eval: async () => (await import('./run-eval-step.ts')).prepareEvalStep,
  benchmark: async () => (await import('./run-benchmark-step.ts')).prepareBenchmarkStep,
  exec: async () => (await import('./run-exec-step.ts')).prepareExecStep,
}
