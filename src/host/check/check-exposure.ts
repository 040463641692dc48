import {authorizationOf} from '../client/authorization.ts'
import {faultFinding} from '../judge/fault-finding.ts'
import {type CheckFinding, passedUnless, unclear, worstFinding} from '../model/finding.ts'
import {FRONT_NAME} from './ask-holders.ts'
import type {Check, CheckContext, HeardAnswer, NodeSide} from './check.ts'

export const EXPOSURE_CHECKS: readonly Check[] = [
  {
    id: 'sec.exposure',
    title: 'Metrics are not public, and nothing that hosts said holds a secret, headers included',
    mode: 'standard',
    isCritical: true,
    ask: checkExposure,
  },
]

async function checkExposure(context: CheckContext): Promise<CheckFinding> {
  const {target, nodes, front, token, notes, signal} = context
  const scraped = await Promise.all(nodes.map((node) => scrapeOf(node, signal)))
  // Where this check is asked alone, nothing with the token was said yet that could come back.
  if (token !== undefined) await front.client.ask({path: '/api/user'}, signal)
  const isPublic = target.profile.nodes.some(
    ({metrics_url}) => metrics_url !== undefined && new URL(metrics_url).host === new URL(target.publicUrl).host,
  )
  const open = isPublic ? 0 : (await front.open.ask({path: '/metrics'}, signal)).status
  const answers: readonly HeardAnswer[] = [...notes.heard, ...scraped.flatMap(({reply}) => reply ?? [])]
  const leaks = leaksIn(answers, secretForms(context))
  const seen = {
    expected: 'no secret in any answer, its headers included, no metrics at the public address',
    observed: {answers: answers.length, leaks: leaks.count, in_headers: leaks.headers, public_metrics: open},
  }
  const isOpen = target.profile.environment !== 'embedded' && (isPublic || open === 200)
  if (answers.every(({text}) => text === '')) return unclear('nothing was heard of any host', seen)
  const where = leaks.headers.length > 0 ? `, in the header ${leaks.headers.join(', ')}` : ''
  const found = passedUnless(
    [
      [leaks.count > 0, `a secret stands in ${leaks.count} answers${where}`],
      [isOpen, 'metrics are served at the public address'],
    ],
    seen,
  )
  const silent = scraped.flatMap(({name, fault}) => (fault === undefined ? [] : [[name, fault] as const]))
  return silent.length === 0 ? found : worstFinding([...silent, [FRONT_NAME, found]])
}

interface Scrape {
  readonly name: string
  readonly reply?: HeardAnswer | undefined
  readonly fault?: CheckFinding
}

/** Metrics of a node; those of the others are read whatever becomes of it. */
async function scrapeOf({name, metrics}: NodeSide, signal: AbortSignal): Promise<Scrape> {
  try {
    return {name, reply: await metrics?.ask({path: ''}, signal)}
  } catch (error) {
    signal.throwIfAborted()
    return {name, fault: faultFinding(error)}
  }
}

/** Each secret as it is, and as Basic sends it with the names that we send it with. */
function secretForms({token = '', notes, target}: CheckContext): string[] {
  const names = new Set([target.auth.username, notes.owner, 'git', ''])
  return [token, ...notes.secrets]
    .filter(Boolean)
    .flatMap((secret) => [
      secret,
      ...[...names].map((name) => authorizationOf('basic', secret, name).slice('Basic '.length)),
    ])
}

function leaksIn(
  answers: readonly HeardAnswer[],
  secrets: readonly string[],
): {readonly count: number; readonly headers: string[]} {
  const isLeaking = (text: string) => secrets.some((secret) => text.includes(secret))
  const headers = new Set<string>()
  let count = 0
  for (const answer of answers) {
    const own = Object.keys(answer.headers).filter((name) => isLeaking(answer.headers[name] ?? ''))
    for (const name of own) headers.add(name)
    if (own.length > 0 || isLeaking(answer.text)) count++
  }
  return {count, headers: [...headers].toSorted()}
}
