import {sleep} from '#random/timers'
import type {HostReply} from '../client/host-client.ts'
import {brokenBetween} from '../judge/moved-metrics.ts'
import {startedBefore} from '../judge/started-before.ts'
import {type CheckFinding, failed, passed, passedUnless, skipped, unclear} from '../model/finding.ts'
import {builtRelease, gaugeOf, growingNames, type MetricSample, readMetrics} from '../model/prometheus.ts'
import {versionIn} from '../model/status-values.ts'
import {isOneRelease} from '../model/version.ts'
import {askNodes} from './ask-nodes.ts'
import {glanceAtStatus} from './ask-status.ts'
import type {Check, CheckContext, NodeSide} from './check.ts'

export const METRIC_CHECKS: readonly Check[] = [
  {
    id: 'met.scrape',
    title: 'Metrics are served, can be read, move, and belong to the new process',
    mode: 'quick',
    ask: (context) => askNodes(context, (node) => checkScrape(context, node)),
  },
]

const START = 'process_start_time_seconds'

const MOVES_WITHIN_MS = 5000

async function checkScrape(context: CheckContext, node: NodeSide): Promise<CheckFinding> {
  const first = await scrape(context, node)
  if (first === undefined) return skipped('metrics_unavailable')
  const {before, to, time} = context
  const judged = await judgeScrape(context, node, first)
  if (judged.status !== 'pass') return judged
  // What is served may be a file or a cache that nobody writes any more: some number moves in every process.
  const later = await scrapedLater(context, node, first)
  const {expected = '', fieldPaths = [], observed} = judged
  const seen = {expected, fieldPaths, observed: {...observed, moved: later !== undefined}}
  if (later === undefined) return unclear(`no number of the metrics moved within ${MOVES_WITHIN_MS / 1000} s`, seen)
  const fault = brokenBetween(first.samples ?? [], later.samples, growingNames(first.reply.text))
  if (fault !== undefined) return failed(fault, seen)
  const start = gaugeOf(later.samples, START)
  if (start !== undefined && start * 1000 > time.nowMs() + MOST_AHEAD_MS)
    return failed('the process was started in the future', seen)
  return to !== undefined && before !== undefined && start === undefined
    ? unclear('the metrics do not tell when the process was started', seen)
    : passed(seen)
}

/** As far as clocks may be apart. */
const MOST_AHEAD_MS = 30_000

interface Scrape {
  readonly reply: HostReply
  /** Undefined where the answer is none of metrics. */
  readonly samples: readonly MetricSample[] | undefined
}

async function scrape({signal}: CheckContext, {metrics}: NodeSide): Promise<Scrape | undefined> {
  const reply = await metrics?.ask({path: ''}, signal)
  return reply && {reply, samples: reply.status === 200 ? readMetrics(reply.text) : undefined}
}

async function judgeScrape(context: CheckContext, node: NodeSide, {reply, samples}: Scrape): Promise<CheckFinding> {
  const {target, before, to} = context
  const families = new Set(samples?.map((sample) => sample.name))
  const wanted = target.expect.metric_families ?? []
  const absent = wanted.filter((family) => ![...families].some((own) => own === family || own.startsWith(`${family}_`)))
  const start = samples && gaugeOf(samples, START)
  const [built, told] = [samples && builtRelease(samples), await glanceAtStatus(context, node, versionIn)]
  const isOther = built !== undefined && told !== undefined && !isOneRelease(built, told.value)
  const seen = {
    expected: `200, text that can be read and moves${wanted.length > 0 ? `, ${wanted.length} families` : ''}`,
    observed: {status: reply.status, samples: samples?.length ?? null, absent, started_at_s: start ?? null},
    fieldPaths: start === undefined ? [] : [START],
  }
  return passedUnless(
    [
      [reply.status !== 200, `answered ${reply.status}`],
      [samples === undefined, 'the answer is not in the text format of metrics'],
      [/html/.test(reply.headers['content-type'] ?? ''), 'the answer is declared as HTML'],
      [samples?.length === 0, 'the answer holds no metric'],
      [absent.length > 0, `not there: ${absent.join(', ')}`],
      [isOlder(start, to && before), 'the process is older than the baseline'],
      [isOther, `the metrics are those of release ${built}`],
    ],
    seen,
  )
}

/** The first scrape that is not like this one; undefined where none came in time. */
async function scrapedLater(
  context: CheckContext,
  node: NodeSide,
  first: Scrape,
): Promise<{readonly samples: readonly MetricSample[]} | undefined> {
  const {time, pauseMs, signal} = context
  for (const begun = time.nowMs(); time.nowMs() - begun <= MOVES_WITHIN_MS; ) {
    await sleep(time, pauseMs, signal)
    const next = await scrape(context, node)
    if (next?.samples !== undefined && next.reply.text !== first.reply.text) return {samples: next.samples}
  }
  return undefined
}

/** A process from before the baseline was not started anew by an upgrade. */
function isOlder(startSeconds: number | undefined, before: CheckContext['before']): boolean {
  if (startSeconds === undefined || before === undefined) return false
  return startedBefore(startSeconds * 1000, Date.parse(before.baseline.taken_at))
}
