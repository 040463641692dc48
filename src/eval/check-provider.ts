import type {ProviderContractCase, ProviderEvent, ProviderHealth} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {cutText} from '#error/cut-text'
import type {ActivityLog} from '#event/activity-log'
import {type ErrorKind, errorKind} from '#gate/execution-rule'
import {Assay} from '#provider/assay'
import type {AssayOptions, LibraryPorts} from '#provider/assay-options'
import {healthVerdict} from '#provider/health/health-verdict'
import {type Clock, elapsedMs} from '#random/clock'
import type {Redactor} from '#redact/redactor'
import {twoRoom} from '#world/environment/two-room/two-room'
import {checkGiven} from './check-given.ts'
import {SCORE_SIGN} from './check-score-sign.ts'
import {type GivenRequests, policySenses, type SenseCases, scoreSenses} from './check-sensitivity.ts'
import type {ContractFindings} from './contract-report.ts'
import {openEvalLibrary} from './execute/open-library.ts'
import {probeCandidates, scoreRequest} from './kit/contract-input.ts'
import type {Subject} from './model/subject.ts'
import {REAL_CALLS} from './real-calls.ts'
import {contractCases, runContractCase} from './suite/contract/run-contract-case.ts'

export interface ContractOrder {
  readonly provider: string
  /** Makes real calls, which may cost. */
  readonly live: boolean
  /** Limit of one attempt, and of one look of health. */
  readonly timeoutSeconds?: number | undefined
  /** What its author says it can be asked, instead of what every provider is asked. */
  readonly requests?: readonly GivenRequests[] | undefined
}

type Ports = LibraryPorts & {readonly log?: ActivityLog | undefined}

const SEED = 42
/** Cases that end before anything is sent. */
const OFFLINE = /-refusal$/

/**
 * Tries what every provider promises: health layer by layer, bad input refused unseen, and with `live` the answers. One that is not
 * configured is skipped, never kept. Throws `unknown_provider`, `cancelled`, and `inputs_invalid` before anybody is asked.
 */
export async function checkProvider(
  order: ContractOrder,
  ports: Ports,
  signal: AbortSignal,
): Promise<ContractFindings> {
  const {env, redactor, clock, entropy, extras, log} = ports
  const events: ProviderEvent[] = []
  const make = (eventHandler: AssayOptions['eventHandler']) =>
    new Assay({env, redactor, clock, entropy, extras, eventHandler, limits: {timeoutSeconds: order.timeoutSeconds}})
  await using assay = make(log?.event)
  const {provider, live, timeoutSeconds} = order
  if (order.requests !== undefined) await checkGiven(assay, provider, order.requests)
  const health = await assay.health(provider, {
    signal,
    ...(timeoutSeconds !== undefined && {timeoutMs: timeoutSeconds * 1000}),
  })
  const layers = layerCases(health)
  const state = healthVerdict(health)
  if (health.status === 'unconfigured') return {provider, live, state, cases: layers.map(asSkipped)}
  if (state !== 'pass') return {provider, live, state, cases: layers}
  const library = openEvalLibrary(make, (event) => {
    events.push(event)
    log?.event(event)
  })
  const cases = [...layers]
  const capabilities: string[] = []
  try {
    const subject = await library.subject(provider, signal)
    capabilities.push(...subject.capabilities)
    if (order.requests === undefined) cases.push(...(await triedCases(subject, order, {clock, signal})))
    if (live && order.requests === undefined) cases.push(...(await realCases(assay, subject, {clock, signal})))
    if (live) cases.push(...(await sensedCases(assay, subject, order, {clock, signal})))
  } finally {
    await library.close()
  }
  const unasked = live && order.requests === undefined ? unaskedOf(capabilities, cases) : []
  return {provider, live, state, cases: [...cases, ...eventCases(events, redactor)], unasked}
}

/** Capabilities of which no case came as far as an answer: what was refused before anybody was asked says nothing of answers. */
function unaskedOf(capabilities: readonly string[], cases: readonly ProviderContractCase[]): string[] {
  const isAsked = (capability: string) =>
    cases.some(({name, status}) => name.startsWith(`${capability}-`) && !OFFLINE.test(name) && status !== 'skipped')
  return capabilities.filter((capability) => !isAsked(capability))
}

interface Trying {
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** A layer that cannot be reached says nothing of promises: the verdict of health decides. */
function layerCases({layers}: ProviderHealth): ProviderContractCase[] {
  return layers.map(({level, ok, duration_ms, detail}) => ({
    name: `health-${level}`,
    status: ok ? 'passed' : 'error',
    duration_ms,
    detail,
  }))
}

function asSkipped(one: ProviderContractCase): ProviderContractCase {
  return {...one, status: 'skipped'}
}

async function triedCases(
  subject: Subject,
  {live}: ContractOrder,
  {clock, signal}: Trying,
): Promise<ProviderContractCase[]> {
  const found: ProviderContractCase[] = []
  for (const tried of contractCases(subject)) {
    if (!live && !OFFLINE.test(tried.name)) {
      found.push({name: tried.name, status: 'skipped', duration_ms: 0, detail: 'needs --live'})
      continue
    }
    const startedNs = clock.monotonicNs()
    const key = {seed: SEED, environment: twoRoom.key, stratum: twoRoom.strata[0], episode: 0}
    const {success, reason, error} = await runContractCase(tried, {subject, environment: twoRoom, key, signal})
    found.push({
      name: tried.name,
      status: success ? 'passed' : statusOf(error?.kind),
      duration_ms: elapsedMs(clock, startedNs),
      detail: success ? 'kept' : error ? causeOf(error) : (reason ?? 'broken'),
    })
  }
  return found
}

/** One real call of each operation that has no cases of its own. */
async function realCases(assay: Assay, subject: Subject, {clock, signal}: Trying): Promise<ProviderContractCase[]> {
  const found: ProviderContractCase[] = []
  for (const capability of subject.capabilities) {
    const call = REAL_CALLS[capability]
    if (call === undefined) continue
    const name = `${capability}-call`
    const startedNs = clock.monotonicNs()
    const told = await call(assay, subject.name, signal).then(
      () => ({status: 'passed', detail: 'kept'}) as const,
      faultOf,
    )
    found.push({name, duration_ms: elapsedMs(clock, startedNs), ...told})
  }
  return found
}

/** Candidates of a start in a world whose rules are known. */
function knownScores() {
  const key = {seed: SEED, environment: twoRoom.key, stratum: twoRoom.strata[0], episode: 0}
  const probe = {environment: twoRoom, key}
  return scoreRequest(probe, probeCandidates(probe))
}

/** Whether answers follow what was asked: with the author's requests, or from a start of a known world. */
async function sensedCases(
  assay: Assay,
  {name: provider, capabilities, descriptor, deterministic}: Subject,
  {requests}: ContractOrder,
  {clock, signal}: Trying,
): Promise<ProviderContractCase[]> {
  const required = Object.keys(descriptor.required ?? {})
  // The suite judges answers that come back; those that are drawn are told apart here alone.
  const scores = requests?.flatMap(({score}) => score ?? []) ?? (deterministic ? [] : [knownScores()])
  const policies = requests?.flatMap(({policy}) => policy ?? []) ?? []
  const cases: SenseCases = [
    ...(capabilities.includes('score')
      ? scores.flatMap((one, at) => renamed(scoreSenses(one), requests ? numberOf(scores, at) : '-drawn'))
      : []),
    ...(capabilities.includes('score') && requests === undefined ? [SCORE_SIGN] : []),
    ...(capabilities.includes('policy') ? policySenses(policies) : []),
  ]
  const found: ProviderContractCase[] = []
  for (const [name, check] of cases) {
    const startedNs = clock.monotonicNs()
    const told = await check({assay, provider, required, deterministic, signal}).then(
      (broken) => ({
        status: broken === undefined ? ('passed' as const) : ('failed' as const),
        detail: broken ?? 'kept',
      }),
      faultOf,
    )
    found.push({name, duration_ms: elapsedMs(clock, startedNs), ...told})
  }
  return found
}

/** With several questions each has its own cases, numbered so that results can be told apart by name. */
function numberOf({length}: readonly unknown[], at: number): string {
  return length === 1 ? '' : `-${at + 1}`
}

function renamed(cases: SenseCases, suffix: string): SenseCases {
  return cases.map(([name, check]) => [name + suffix, check])
}

/** Input that only a model of its kind can take is not the provider's fault. */
function faultOf(error: unknown): Pick<ProviderContractCase, 'status' | 'detail'> {
  if (!(error instanceof AssayError) || error.code === 'cancelled') throw error
  const detail = causeOf(error)
  return error.kind === 'caller'
    ? {status: 'skipped', detail: cutText(`takes another input. ${detail}`, 500)}
    : {status: statusOf(errorKind(error)), detail}
}

/** The status that evaluations give it: a provider that was asked and raises an error of its own has answered wrongly; one that could not be asked has not answered. */
function statusOf(kind: ErrorKind = 'wrong'): 'failed' | 'error' {
  return kind === 'wrong' ? 'failed' : 'error'
}

function causeOf({code, message}: {readonly code: string; readonly message: string}): string {
  return cutText(`${code}: ${message}`, 500)
}

function eventCases(events: readonly ProviderEvent[], redactor: Redactor): ProviderContractCase[] {
  if (events.length === 0) return []
  const ends = new Map<string, number>()
  for (const {operation_id, phase} of events)
    if (phase !== 'retry') ends.set(operation_id, (ends.get(operation_id) ?? 0) + 1)
  const isSingle = [...ends.values()].every((count) => count === 1)
  const leaks = redactor.find(JSON.stringify(events)).length
  return [
    {name: 'one-end', status: isSingle ? 'passed' : 'failed', duration_ms: 0, detail: `${ends.size} operations`},
    {name: 'no-secret', status: leaks === 0 ? 'passed' : 'failed', duration_ms: 0, detail: `${events.length} events`},
  ]
}
