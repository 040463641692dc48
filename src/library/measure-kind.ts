import {checkAsked} from '#measurement/asked'
import {conductMeasurement} from '#measurement/conduct-measurement'
import type {Order, SharedRequest} from '#measurement/order'
import type {MeasuringKind} from '#measurement/run-kind'
import type {RunOutcome} from '#run/run-recorder'
import type {Stage} from './stage.ts'

/** A measurement as its command does it: the request held against the table of the kind, then planned, run and told. */
export async function measureKind<Request extends SharedRequest, Plan, Outcome extends RunOutcome, Result>(
  kind: MeasuringKind<Request, Plan, Outcome, Result>,
  {request, commandArgv}: Pick<Order<Request>, 'request' | 'commandArgv'>,
  stage: Stage,
) {
  return await conductMeasurement(kind, checkedOrder(kind, {request, commandArgv}, stage), stage.ports, stage.signal)
}

/** The order of a request. Throws `usage` and `out_of_range` as its command does. */
export function checkedOrder<Request extends SharedRequest>(
  {options}: Pick<MeasuringKind<Request, unknown, RunOutcome, unknown>, 'options'>,
  {request, commandArgv}: Pick<Order<Request>, 'request' | 'commandArgv'>,
  {cwd, workspace}: Stage,
): Order<Request> {
  checkAsked(options, Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)))
  return {commandArgv, workingDirectory: cwd, workspace, request}
}
