import type {BenchmarkSample} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {seedStream} from '#random/stream'
import type {LineLog, Trial} from '#run/trial'
import type {Call, CallFacts} from './call.ts'
import type {EventFacts, EventQueue} from './event-queue.ts'
import type {Executed} from './execution.ts'
import type {PlannedItem} from './ledger.ts'
import type {LibraryCall} from './library.ts'
import type {HarnessCost} from './measure-harness.ts'
import {type Load, measureOperation} from './measure-operation.ts'
import {rowOf} from './row.ts'
import {MOST_SAMPLES, SampleStore} from './sample-store.ts'
import type {Stopwatch} from './stopwatch.ts'

export interface ItemPorts {
  readonly trial: Pick<Trial, 'eventHandler'>
  readonly samples: LineLog
  readonly queue: EventQueue
  readonly watch: Stopwatch
  readonly onTurn?: (seq: number) => void
  readonly cost: HarnessCost
}

type Phase = BenchmarkSample['phase']

/** Measures one operation of one provider. Events and samples are written between the blocks, when no call is under way. */
export async function measureItem(
  target: {readonly item: PlannedItem; readonly call: LibraryCall},
  load: Load,
  ports: ItemPorts,
  signal: AbortSignal,
): Promise<Executed> {
  const {item} = target
  const idOf = (seq: number) => `${item.provider}.${item.operation}.${seq}`
  const call: Call = (seq, callSignal) => target.call(idOf(seq), callSignal)
  const store = new SampleStore(seedStream(`assay/1|samples|${item.provider}|${item.operation}`))
  // Up to the limit every sample is on disk within a second; above it only the end knows which are kept.
  const keepsAll = load.iterations <= MOST_SAMPLES
  const attempts = new AttemptLog(idOf)
  let retries: number | null = null

  const write = (phase: Phase, calls: readonly CallFacts[]) => {
    for (const facts of calls) ports.samples.append(sampleOf(item, phase, facts, attempts.of(facts.seq)))
  }
  const afterBlock = async (phase: Phase, calls: readonly CallFacts[]) => {
    const told = ports.queue.drainTo(ports.trial.eventHandler)
    attempts.add(told, calls)
    if (phase === 'measure' && told.retries !== null) retries = (retries ?? 0) + told.retries
    if (phase === 'warmup' || keepsAll) write(phase, calls)
    await ports.samples.flush()
  }

  const measured = await measureOperation(call, load, {...ports, store, afterBlock}, signal)
  if (!keepsAll) write('measure', store.kept)
  const row = rowOf({item, load, measured, retries, cost: ports.cost})
  if (row.success_count + row.error_count !== row.iterations) {
    throw new AssayError('bug', `the calls of ${item.provider} ${item.operation} do not add up`)
  }
  return {row, unreachable: store.unreachable}
}

/** Attempts by call, of which only those above one are kept: ten million calls are mostly ones. */
class AttemptLog {
  readonly #idOf: (seq: number) => string
  readonly #repeated = new Map<number, number>()
  #heard = false

  constructor(idOf: (seq: number) => string) {
    this.#idOf = idOf
  }

  add(told: EventFacts, calls: readonly CallFacts[]): void {
    this.#heard ||= told.retries !== null
    for (const {seq} of calls) {
      const attempts = told.attempts.get(this.#idOf(seq)) ?? 1
      if (attempts > 1) this.#repeated.set(seq, attempts)
    }
  }

  /** Null without events. */
  of(seq: number): number | null {
    return this.#heard ? (this.#repeated.get(seq) ?? 1) : null
  }
}

function sampleOf(item: PlannedItem, phase: Phase, facts: CallFacts, attempts: number | null): BenchmarkSample {
  return {
    seq: facts.seq,
    phase,
    provider: item.provider,
    operation: item.operation,
    repeat: 1,
    intended_ns: facts.startNs,
    start_ns: facts.startNs,
    end_ns: facts.endNs,
    outcome: facts.outcome,
    attempts,
  }
}
