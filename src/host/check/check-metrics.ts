import {startedBefore} from '../judge/started-before.ts'
import {type CheckFinding, passedUnless, skipped, unclear} from '../model/finding.ts'
import {gaugeOf, readMetrics} from '../model/prometheus.ts'
import {askNodes} from './ask-nodes.ts'
import type {Check, CheckContext, NodeSide} from './check.ts'

export const METRIC_CHECKS: readonly Check[] = [
  {
    id: 'met.scrape',
    title: 'Metrics are served, can be read, and belong to the new process',
    mode: 'quick',
    ask: (context) => askNodes(context, (node) => checkScrape(context, node)),
  },
  {
    id: 'sec.exposure',
    title: 'Metrics are not public, and nothing that hosts said holds a secret',
    mode: 'standard',
    isCritical: true,
    ask: checkExposure,
  },
]

const START = 'process_start_time_seconds'

async function checkScrape({signal, target, before, to}: CheckContext, {metrics}: NodeSide): Promise<CheckFinding> {
  if (metrics === undefined) return skipped('metrics_unavailable')
  const reply = await metrics.ask({path: ''}, signal)
  const samples = reply.status === 200 ? readMetrics(reply.text) : undefined
  const families = new Set(samples?.map((sample) => sample.name))
  const wanted = target.expect.metric_families ?? []
  const absent = wanted.filter((family) => ![...families].some((own) => own === family || own.startsWith(`${family}_`)))
  const start = samples && gaugeOf(samples, START)
  const seen = {
    expected: `200, text that can be read${wanted.length > 0 ? `, ${wanted.length} families` : ''}`,
    observed: {status: reply.status, samples: samples?.length ?? null, absent, started_at_s: start ?? null},
    fieldPaths: start === undefined ? [] : [START],
  }
  const found = passedUnless(
    [
      [reply.status !== 200, `answered ${reply.status}`],
      [samples === undefined, 'the answer is not in the text format of metrics'],
      [/html/.test(reply.headers['content-type'] ?? ''), 'the answer is declared as HTML'],
      [samples?.length === 0, 'the answer holds no metric'],
      [absent.length > 0, `not there: ${absent.join(', ')}`],
      [isOlder(start, to && before), 'the process is older than the baseline'],
    ],
    seen,
  )
  const isOpen = to !== undefined && before !== undefined && start === undefined
  return found.status === 'pass' && isOpen
    ? unclear('the metrics do not tell when the process was started', seen)
    : found
}

/** A process from before the baseline was not started anew by an upgrade. */
function isOlder(startSeconds: number | undefined, before: CheckContext['before']): boolean {
  if (startSeconds === undefined || before === undefined) return false
  return startedBefore(startSeconds * 1000, Date.parse(before.baseline.taken_at))
}

async function checkExposure({target, nodes, front, token, notes, signal}: CheckContext): Promise<CheckFinding> {
  const secrets = [token ?? '', ...notes.secrets].filter(Boolean)
  const scraped = await Promise.all(
    nodes.map(async ({metrics}) => (metrics ? (await metrics.ask({path: ''}, signal)).text : '')),
  )
  const texts = [...notes.heard, ...scraped]
  const leak = texts.filter((text) => secrets.some((secret) => text.includes(secret))).length
  const isPublic = target.profile.nodes.some(
    ({metrics_url}) => metrics_url !== undefined && new URL(metrics_url).host === new URL(target.publicUrl).host,
  )
  const open = isPublic ? 0 : (await front.open.ask({path: '/metrics'}, signal)).status
  const seen = {
    expected: 'no secret in any answer, no metrics at the public address',
    observed: {answers: texts.length, leaks: leak, public_metrics: open},
  }
  const isOpen = target.profile.environment !== 'embedded' && (isPublic || open === 200)
  if (texts.every((text) => text === '')) return unclear('nothing was heard of any host', seen)
  return passedUnless(
    [
      [leak > 0, `${leak} answers hold a secret`],
      [isOpen, 'metrics are served at the public address'],
    ],
    seen,
  )
}
