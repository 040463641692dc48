import type {JobHealthWith, ProviderHealth} from '#contract/generated/types'
import {checkEach, gatherMistakes} from '#error/collect-mistakes'
import type {VerdictState} from '#error/exit'
import {chosenProviders} from '#measurement/chosen-providers'
import {openAssay} from '#measurement/open-assay'
import type {MeasurementPorts} from '#measurement/ports'
import {healthVerdict} from '#provider/health/health-verdict'
import type {PolicyChoice} from '#provider/model/request-policy'
import {bareVerdict} from '#run/end-run'
import type {RunOutcome, RunRecorder} from '#run/run-recorder'
import type {PlannedJobItem} from './plan-job.ts'
import {healthTable, healthWhy} from './step-facts.ts'
import type {PreparedStep, StepTerms} from './step-runner.ts'
import {stateOfHealth} from './step-states.ts'

/** Probes the named providers; healthy is pass, a wrong one fails, one that cannot be reached has no verdict. */
export async function prepareHealthStep(
  item: PlannedJobItem,
  ports: MeasurementPorts,
  {limits}: StepTerms,
): Promise<PreparedStep> {
  const {providers} = item.unit.with as JobHealthWith
  await using library = openAssay(ports)
  const known = await library.doctor()
  gatherMistakes(checkEach('providers', providers, (name) => chosenProviders([name], known)))
  return {providers, operations: ['health'], run: (trial, signal) => probe(providers, trial, {ports, limits, signal})}
}

interface Row {
  readonly provider: string
  readonly state: VerdictState
  readonly health: ProviderHealth
  readonly why: string
}

async function probe(
  providers: readonly string[],
  trial: RunRecorder,
  {ports, limits, signal}: {ports: MeasurementPorts; limits: PolicyChoice; signal: AbortSignal},
): Promise<RunOutcome> {
  await using library = openAssay(ports, {limits, eventHandler: trial.eventHandler})
  const rows: Row[] = []
  for (const provider of providers) {
    await trial.steps.start({stepId: provider, operation: 'health', provider})
    const health = await library.health(provider, {signal})
    // A probe that was cut off says that the provider is ill, which nobody knows.
    signal.throwIfAborted()
    const state = healthVerdict(health)
    const why = healthWhy(health)
    await trial.steps.finish(provider, {
      status: state === 'pass' ? 'success' : 'failed',
      ...(state !== 'pass' && {errorSummary: why}),
    })
    rows.push({provider, state, health, why})
  }
  return outcomeOf(rows)
}

function outcomeOf(rows: readonly Row[]): RunOutcome {
  const state = stateOfHealth(rows.map(({health}) => health))
  const ill = rows.filter((row) => row.state !== 'pass').map((row) => `${row.provider}: ${row.why}`)
  const reason = ill.join('; ') || 'all healthy'
  return {
    verdict: bareVerdict(state, reason),
    reasonCode: state,
    result: {
      providers: rows.map(({provider, health}) => ({
        provider,
        status: health.status,
        level_reached: health.level_reached,
      })),
    },
    timing: {providers: rows.map(({health}) => health)},
    resultSummary: {providers: rows.length, healthy: rows.filter((row) => row.state === 'pass').length},
    report: {
      title: 'Provider health',
      status: state,
      facts: [{label: 'Providers', value: rows.length}],
      tables: [healthTable(rows.map(({health}) => health))],
      cases: [],
      remarks: [],
    },
  }
}
