import type {ProviderEvent} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {ProviderBudgetExceededError} from '#error/provider-error'
import {METRICS, ProviderMetricsExporterSink} from '#event/provider-metrics-exporter-sink'
import type {FileReader} from '#path/files'
import type {Assay} from '#provider/assay'
import type {AssayOptions} from '#provider/assay-options'
import type {PolicyChoice} from '#provider/model/request-policy'
import {type Clock, elapsedMs} from '#random/clock'
import {Action} from '#world/model/action'
import {checkWorldState} from '#world/model/world-state'
import {callOperation} from './call-operation.ts'
import type {AnswerQuestion} from './talk.ts'

/** What a host application brings: a library for each question, its clips, its files and its clock. */
export interface HostApplication {
  readonly open: (options: Pick<AssayOptions, 'eventHandler' | 'limits'>, keepsClips: boolean) => Assay
  readonly reader: FileReader
  readonly clips: string
  readonly clock: Clock
}

/**
 * A host application as the operations contract describes it: it embeds the library, takes its providers from its own variables, and keeps
 * its world state in files. It answers what a drill asks of it, each time with a library of its own.
 */
export function serveHost(ports: HostApplication): AnswerQuestion {
  return async ({ask, args}) => {
    const provider = String(args['provider'])
    if (ask === 'provider_call') return await callProvider(args, ports)
    if (ask === 'world_state') return await resumeState(String(args['path']), ports)
    await using library = ports.open({}, false)
    return await (LOOKS[ask] ?? seeDoctor)(library, provider)
  }
}

type Look = (library: Assay, provider: string) => Promise<Readonly<Record<string, unknown>>>

/** What can be seen of a provider without an operation. */
const LOOKS: Readonly<Record<string, Look>> = {
  provider_health: async (library, provider) => {
    const {status, fault, level_reached: level} = await library.health(provider)
    return {status, fault: fault ?? 'none', level: level ?? 'none'}
  },
  readyz: async (library, provider) => {
    const {status, traffic} = await library.readiness(provider)
    return {status, traffic, http_status: status === 'ready' ? 200 : 503}
  },
  lifecycle: async (library, provider) => {
    const last = (await library.start(provider)).at(-1)
    return {status: last?.status ?? 'none', skip_reason: last?.skip_reason ?? 'none'}
  },
}

const seeDoctor: Look = async (library, provider) => {
  const row = (await library.doctor()).find(({name}) => name === provider)
  return {known: row !== undefined, registered: row?.registered ?? false, configured: row?.configured ?? false}
}

/** One operation, and everything that an operator could see of it. Codes are `ok` where there was no error. */
async function callProvider(
  args: Readonly<Record<string, unknown>>,
  {open, reader, clips, clock}: HostApplication,
): Promise<Readonly<Record<string, unknown>>> {
  const events: ProviderEvent[] = []
  let counted = 0
  const sink = new ProviderMetricsExporterSink({
    exporter: {
      increment_counter: (name) => {
        if (name === METRICS.operations) counted++
      },
      observe_histogram: () => undefined,
    },
  })
  const eventHandler = (event: Readonly<ProviderEvent>) => {
    events.push(event)
    sink.handle(event)
  }
  const library = open({eventHandler, limits: limitsIn(args)}, args['artifacts'] === true)
  const begun = clock.monotonicNs()
  const end = await callOperation(library, args).catch((error: unknown) => ({error}))
  const ms = elapsedMs(clock, begun)
  await library.flush()
  await library.close()
  const names = reader.facts(clips) ? reader.list(clips).map(({name}) => name) : []
  const own = events.filter(({operation}) => operation === args['operation'])
  const told = JSON.stringify(events)
  const count = (phase: ProviderEvent['phase']) => own.filter((event) => event.phase === phase).length
  return {
    ...endOf(end),
    ms,
    success: count('success'),
    failure: count('failure'),
    retry: count('retry'),
    budget_exceeded: count('budget_exceeded'),
    ended: own.filter(({phase}) => phase !== 'retry').length,
    operations_total: counted,
    lost_events: library.lostEvents,
    whole_files: names.filter((name) => !name.startsWith('.')).length,
    partial_files: names.filter((name) => name.startsWith('.')).length,
    events_text: told,
    events_bytes: told.length,
  }
}

function endOf(end: {readonly sha256: string; readonly facts: string} | {readonly error: unknown}) {
  if (!('error' in end)) return {code: 'ok', error: 'none', dimension: 'none', ...end}
  const {error} = end
  return {
    code: error instanceof AssayError ? error.code : 'bug',
    error: error instanceof Error ? error.name : 'none',
    dimension: error instanceof ProviderBudgetExceededError ? error.dimension : 'none',
    sha256: 'none',
    facts: '',
  }
}

function limitsIn(args: Readonly<Record<string, unknown>>): PolicyChoice {
  const number = (key: string) => (typeof args[key] === 'number' ? args[key] : undefined)
  return {
    timeoutSeconds: number('timeout_s'),
    maxElapsedSeconds: number('max_elapsed_s'),
    retries: number('retries'),
  }
}

/** Reads a state that was saved, and goes on from it by one step of the mock: what a job does that is started again. */
async function resumeState(path: string, {open, reader}: HostApplication): Promise<Readonly<Record<string, unknown>>> {
  try {
    const text = new TextDecoder('utf-8', {fatal: true}).decode(reader.read(path))
    const state = checkWorldState(parsed(text))
    await using library = open({}, false)
    const action = Action.moveTo(0.1, 0, 0)
    const next = await callOperation(library, {
      provider: 'mock',
      operation: 'predict',
      request: {world_state: state, action, steps: 1},
    })
    return {code: 'ok', error: 'none', went_on: true, facts: next.facts}
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    return {code: error.code, error: error.name, went_on: false, facts: ''}
  }
}

/** A file that is no JSON holds no world state. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
