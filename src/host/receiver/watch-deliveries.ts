import {basename, dirname} from 'node:path/posix'
import type {WebhookListenResult} from '#contract/generated/types'
import {durationMs} from '#measurement/asked'
import type {MeasurementPorts} from '#measurement/ports'
import {makeFolders} from '#path/make-folders'
import type {StepProgress} from '#report/progress'
import {holdClaim} from '#run/hold-claim'
import {formatRunId} from '#run/layout'
import type {RunPorts} from '#run/ports'
import {type ListenOrder, orderChecks, parseAddress} from './listen-order.ts'
import {ListenTally} from './listen-tally.ts'
import {readSecrets} from './read-secrets.ts'
import type {ReceiverListener} from './received.ts'
import {startReceiver} from './start-receiver.ts'

type WatchPorts = RunPorts & Pick<MeasurementPorts, 'serveHttp' | 'env' | 'cwd' | 'progress'>

/** What host digests of these claims are bound to: whoever listens, wherever its workspace is, must know of the others. */
const ANY_WORKSPACE = 'deliveries'

/**
 * Listens for deliveries until enough came, the time is over or the signal comes: `webhook listen`. Throws `usage` or the one mistake of the
 * order before anything listens, `workspace_busy` where another listener has the record, `listen_failed`, and as the record of deliveries does when one could not be kept.
 */
export async function watchDeliveries(
  order: ListenOrder,
  ports: WatchPorts,
  signal: AbortSignal,
): Promise<WebhookListenResult> {
  const secrets = readSecrets(order, ports, orderChecks(order))
  await using _held = await holdRecord(order.record, ports)
  const tally = new ListenTally(order.count, order.expect)
  const end = new AbortController()
  const failures: unknown[] = []
  let step: StepProgress | undefined
  const listener: ReceiverListener = {
    received: (request) => {
      tally.add(request)
      step?.update(tally.counted, order.count, request.outcome)
      ports.progress.update(tally.counted, order.count, request.outcome)
      if (tally.isComplete) end.abort()
    },
    failed: (error) => {
      failures.push(error)
      end.abort()
    },
  }
  const rules = {
    ...order,
    secrets,
    delayMs: durationMs(order.delay),
    acceptsSameBody: order.sameBody === 'accept',
  }
  const address = parseAddress(order.addr) ?? {host: '127.0.0.1', port: 0}
  const receiver = await startReceiver({address, record: order.record}, rules, ports, listener)
  step = ports.progress.step?.(`listening at ${receiver.url}`, {at: 1, of: 1})
  ports.progress.update(0, order.count, `listening at ${receiver.url}`)
  try {
    await untilOver(durationMs(order.forTime), ports.clock, [end.signal, signal])
  } finally {
    await receiver.close()
    step?.end(`${tally.counted} of ${order.count}`)
  }
  if (failures.length > 0) throw failures[0]
  const interrupt = signal.aborted ? (signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT') : undefined
  return tally.result(receiver.url, interrupt)
}

/** The record is read once, at the start: of two that write to it the first would not know what the second took. */
async function holdRecord(record: string, ports: WatchPorts): Promise<AsyncDisposable> {
  const folder = dirname(record)
  await makeFolders(folder, ports.files.directories)
  const what = 'another process writes to the record of deliveries; give each listener its own with --record'
  const owner = {runId: formatRunId(ports.clock.nowMs(), ports.entropy.bytes(8)), workspaceId: ANY_WORKSPACE}
  return await holdClaim({folder, stem: `.${basename(record)}.claim-`, what}, owner, ports)
}

function untilOver(ms: number, clock: WatchPorts['clock'], signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((done) => {
    if (signals.some((signal) => signal.aborted)) return done()
    const cancel = clock.after(ms, done)
    for (const signal of signals) {
      signal.addEventListener(
        'abort',
        () => {
          cancel()
          done()
        },
        {once: true},
      )
    }
  })
}
