import {createHmac} from 'node:crypto'
import type {NodeCheckControl} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {HttpClient} from '#net/http-client'
import type {Time} from '#random/timers'
import {type Check, type CheckContext, emptyNotes} from '../check/check.ts'
import {NODE_CHECKS} from '../check/checks.ts'
import {openSides} from '../check/open-sides.ts'
import type {Inbox} from '../client/inbox.ts'
import type {CheckFinding} from '../model/finding.ts'
import {exactRelease} from '../model/version.ts'
import {
  STUB_BEFORE,
  STUB_OID,
  STUB_RELEASE,
  STUB_TARGET,
  STUB_TOKEN,
  STUB_WRITABLE,
  type StubAnswer,
  type StubFault,
  type StubRequest,
  stubAnswer,
  stubPush,
} from './stub-host.ts'

/** Which check must see which fault. */
export const CONTROLS: readonly (readonly [fault: StubFault, check: string])[] = [
  ['ready-html', 'health.ready'],
  ['ready-down', 'health.ready'],
  ['heights-null', 'cons.status'],
  ['heights-null', 'cons.agree'],
  ['blocks-differ', 'cons.agree'],
  ['repository-missing', 'data.repos'],
  ['second-node-lacks', 'data.repos'],
  ['ref-lost', 'data.refs'],
  ['release-old', 'ver.running'],
  ['anonymous-served', 'auth.negative'],
  ['hook-wrongly-signed', 'hook.delivery'],
  ['rate-never-falls', 'rate.headers'],
]

/** A check that is told less than all by an honest host warns. */
const GOOD: ReadonlySet<CheckFinding['status']> = new Set(['pass', 'warn'])

/**
 * Holds the checks against a host in memory that lies, and against the same one that does not, before they are held against a target: what a
 * check cannot see it must not judge. Throws `bug` for a check that takes a lie for the truth or the truth for a lie.
 */
export async function runControls(
  time: Time,
  signal: AbortSignal,
  checks: readonly Check[] = NODE_CHECKS,
): Promise<NodeCheckControl[]> {
  const told: NodeCheckControl[] = []
  for (const [fault, id] of CONTROLS) {
    const check = checks.find((one) => one.id === id)
    if (check === undefined) continue
    // Its own time: reset of the rate lies within an hour of it, and nobody waits.
    const running = {time: {...time, nowMs: () => 0}, signal, pauseMs: 0}
    const lie = await stubFinding(check, fault, running)
    const truth = await stubFinding(check, 'none', running)
    told.push({fault, check: id, seen: lie.status === 'fail' && GOOD.has(truth.status)})
  }
  const blind = told.filter(({seen}) => !seen).map(({fault, check}) => `${check} (${fault})`)
  if (blind.length === 0) return told
  throw new AssayError('bug', `checks do not tell a host that lies from one that does not: ${blind.join(', ')}`)
}

type Running = Pick<CheckContext, 'time' | 'signal' | 'pauseMs'>

/** What a check says of the host in memory with this fault. */
function stubFinding(check: Check, fault: StubFault, running: Running): Promise<CheckFinding> {
  return askInMemory(check, {fault, answer: (request, asked) => stubAnswer(fault, request, asked)}, running)
}

/** How a host in memory answers; `asked` counts its answers. `fault`: what is wrong with its deliveries. */
export interface InMemoryHost {
  readonly fault: StubFault
  readonly answer: (request: StubRequest, asked: number) => StubAnswer
}

/** Asks a check of a host that is a function, without network or files. */
export async function askInMemory(
  check: Check,
  {fault, answer: answerOf}: InMemoryHost,
  running: Running,
): Promise<CheckFinding> {
  let asked = 0
  const http: HttpClient = {
    async exchange({method, url, headers, body}, sink) {
      const {authorization} = headers
      secretsIn(body, secret)
      const answer = answerOf({method, url, authorization: authorization?.toString()}, ++asked)
      const {status, type = 'application/json'} = answer
      const head = {status, headers: {...answer.headers, 'content-type': type}}
      sink.start(head)
      await sink.take(Buffer.from(answer.body))
      return head
    },
    close: async () => undefined,
  }
  const secret: {value: string} = {value: ''}
  return await check.ask(stubContext(check, {fault, http, secret}, running))
}

/** The webhook secret that a check chose, for the delivery that answers it. */
function secretsIn(body: unknown, into: {value: string}): void {
  const found = typeof body === 'string' ? /"secret":"([^"]+)"/.exec(body)?.[1] : undefined
  if (found !== undefined) into.value = found
}

interface Stub {
  readonly fault: StubFault
  readonly http: HttpClient
  readonly secret: {readonly value: string}
}

function stubContext(check: Check, {fault, http, secret}: Stub, {time, signal, pauseMs}: Running): CheckContext {
  const notes = emptyNotes()
  const target = check.mutates ? STUB_WRITABLE : STUB_TARGET
  const {nodes, front} = openSides({target, token: STUB_TOKEN, notes}, http, time)
  const done = async () => ({code: 0, output: STUB_OID, isMissing: false})
  return {
    target,
    mode: 'full',
    nodes,
    front,
    token: STUB_TOKEN,
    to: exactRelease(STUB_RELEASE),
    before: STUB_BEFORE,
    named: new Set(),
    isRolledBack: true,
    sweepOlderMs: 0,
    isRunning: () => false,
    time,
    entropy: {bytes: (count) => new Uint8Array(count)},
    signal,
    pauseMs,
    prefix: 'assay-control-',
    notes,
    workbench: {
      git: done,
      run: done,
      write: async () => undefined,
      read: () => undefined,
      discard: async () => undefined,
    },
    vault: {find: async () => undefined, keep: async () => false},
    openInbox: async () => stubInbox(fault, secret),
    certificate: () => Promise.reject(signal.reason),
    log: () => undefined,
    keep: () => undefined,
  }
}

/** A receiver that has its delivery already, signed with the secret that the check chose, or with another one. */
function stubInbox(fault: StubFault, secret: {readonly value: string}): Inbox {
  return {
    address: '127.0.0.1:1',
    answer: 200,
    get received() {
      const name = `assay-control-${'00'.repeat(4)}`
      const body = Buffer.from(JSON.stringify(stubPush(name)))
      const key = fault === 'hook-wrongly-signed' ? 'another secret' : secret.value
      const signature = `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
      const headers = {
        'x-host-event': 'push',
        'x-host-delivery': 'd',
        'x-host-signature-256': signature,
        'content-type': 'application/json',
      }
      return [{method: 'POST', path: '/hook', headers, body, atMs: 0}]
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
}
