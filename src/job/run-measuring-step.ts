import {askedByStep} from '#measurement/asked'
import type {SharedRequest} from '#measurement/order'
import type {MeasurementPorts} from '#measurement/ports'
import type {MeasuringKind} from '#measurement/run-kind'
import type {PolicyChoice} from '#provider/model/request-policy'
import type {RunOutcome} from '#run/run-recorder'
import {placeIn} from './inside-path.ts'
import type {PlannedJobItem} from './plan-job.ts'
import type {PreparedStep, StepRunner, StepTerms} from './step-runner.ts'

/** A request that takes the limits of a job. */
type Limited = SharedRequest & {readonly policy?: PolicyChoice | undefined}

/** A kind of run as a step: the same plan, work and verdict as its command, inside the job's run. */
export function measuringStep<Request extends Limited, Plan, Outcome extends RunOutcome, Result>(
  kind: MeasuringKind<Request, Plan, Outcome, Result>,
): StepRunner {
  return (item, ports, terms) => prepareMeasuringStep(kind, item, ports, terms)
}

async function prepareMeasuringStep<Request extends Limited, Plan, Outcome extends RunOutcome, Result>(
  kind: MeasuringKind<Request, Plan, Outcome, Result>,
  item: PlannedJobItem,
  ports: MeasurementPorts,
  {limits, lanes, workspace, usualProviders, commandArgv}: StepTerms,
): Promise<PreparedStep> {
  const asked = askedByStep<Request>(kind.options, item.unit.with, (key, path) => placeIn(key, path, ports))
  // Steps that run side by side share the cores.
  const threads = {start: ports.threads.start, cores: () => Math.floor(ports.threads.cores() / lanes)}
  const own: MeasurementPorts = {...ports, threads}
  const order = {
    commandArgv: [kind.name, ...commandArgv],
    workingDirectory: ports.cwd,
    workspace,
    request: {...asked, policy: limits},
    usualProviders,
  }
  const {plan} = await kind.plan(order, own, new AbortController().signal)
  const {providers, operations, inputs, inputSummary: summary} = kind.describe(plan)
  return {
    providers,
    operations,
    summary,
    async run(trial, signal, progress) {
      for (const input of inputs) await trial.write(input)
      return await kind.measure(plan, trial, {...own, progress}, signal)
    },
  }
}
