import type {NodeLogPace, NodeService} from '#contract/generated/types'
import {timestamp} from '#random/clock'
import {sleep} from '#random/timers'
import {judgeLog} from '../judge/judge-log.ts'
import {judgeService} from '../judge/judge-service.ts'
import {adapterArgv, isShow} from '../model/adapter-argv.ts'
import {type CheckFinding, failed, unclear} from '../model/finding.ts'
import {type LogFacts, readLog} from '../model/log-lines.ts'
import {readServiceFacts, type ServiceFacts} from '../model/service-facts.ts'
import type {Check, CheckContext} from './check.ts'
import {askEachService, nodeWord, runAdapter, serviceNames, silenceOf} from './run-adapter.ts'

export const SERVICE_CHECKS: readonly Check[] = [
  {
    id: 'svc.process',
    title: 'The service is active, was started by the upgrade, and did not end by itself since',
    mode: 'quick',
    ask: (context) => askEachService(context, 'inspect', (node) => checkProcess(context, node)),
  },
  {
    id: 'log.clean',
    title: 'The log since the start tells of no damage, and of no more errors than before',
    mode: 'quick',
    ask: (context) => askEachService(context, 'logs', (node) => checkLog(context, node)),
  },
]

type Looked = {readonly facts: ServiceFacts; readonly isTold: boolean} | {readonly finding: CheckFinding}

async function checkProcess(context: CheckContext, node: string): Promise<CheckFinding> {
  const {before, to, time, pauseMs, signal} = context
  const first = await lookAtService(context, node)
  if ('finding' in first) return first.finding
  await sleep(time, pauseMs, signal)
  const second = await lookAtService(context, node)
  if ('finding' in second) return second.finding
  const told = before?.baseline.services?.find((one) => one.node === node)
  return judgeService(first.facts, second.facts, {
    old: told && factsOf(told),
    upgradedSinceMs: before && to ? Date.parse(before.baseline.taken_at) : undefined,
    isTold: second.isTold,
  })
}

/** A program that ends with 0 and names no state says that all is well; `systemctl show` ends with 0 whatever it shows. */
async function lookAtService(context: CheckContext, node: string): Promise<Looked> {
  const end = await runAdapter(context, {check: 'svc.process', part: 'inspect', words: nodeWord(node)})
  const silence = end && silenceOf(end)
  if (end === undefined || silence !== undefined)
    return {finding: unclear(`the program that knows the service ${silence}`)}
  const isTold = !isShow(adapterArgv(context.target.profile.adapter, 'inspect') ?? [])
  const seen = {observed: {exit: end.code ?? null}}
  if (end.code !== 0)
    return {
      finding: isTold
        ? failed('the service is not active', seen)
        : unclear(`systemctl cannot tell: it ended with ${end.code}`, seen),
    }
  return {facts: readServiceFacts(end.output), isTold}
}

const factsOf = ({active, started_at, restarts}: NodeService): ServiceFacts => ({
  isActive: active ?? undefined,
  startedAtMs: started_at === null ? undefined : Date.parse(started_at),
  restarts: restarts ?? undefined,
})

const HOUR_S = 3600

async function checkLog(context: CheckContext, node: string): Promise<CheckFinding> {
  const {before, time} = context
  const taken = before && Date.parse(before.baseline.taken_at)
  const seconds = taken === undefined ? HOUR_S : Math.max(0, (time.nowMs() - taken) / 1000)
  const log = await lastLog(context, node, seconds)
  if ('fault' in log) return unclear(`the log cannot be read: its program ${log.fault}`)
  const old = before?.baseline.logs?.find((one) => one.node === node)
  return judgeLog(log.facts, seconds, old)
}

async function lastLog(
  context: CheckContext,
  node: string,
  seconds: number,
): Promise<{readonly facts: LogFacts} | {readonly fault: string}> {
  const sinceMs = context.time.nowMs() - seconds * 1000
  const words = {
    ...nodeWord(node),
    '{since}': timestamp(sinceMs),
    '{since_epoch}': `@${Math.floor(sinceMs / 1000)}`,
  }
  const end = await runAdapter(context, {check: 'log.clean', part: 'logs', words})
  const fault = end && (silenceOf(end) ?? (end.code === 0 ? undefined : `ended with ${end.code}`))
  return end === undefined || fault !== undefined ? {fault: fault ?? 'is not named'} : {facts: readLog(end.output)}
}

/** What a baseline keeps of services and their logs; what cannot be told is not there. */
export async function serviceState(
  context: CheckContext,
): Promise<{readonly services: NodeService[]; readonly logs: NodeLogPace[]}> {
  const services: NodeService[] = []
  for (const node of serviceNames(context.target, 'inspect')) {
    const looked = await lookAtService(context, node)
    if ('finding' in looked) continue
    const {isActive = null, startedAtMs, restarts = null} = looked.facts
    const started_at = startedAtMs === undefined ? null : timestamp(startedAtMs)
    services.push({node, active: isActive, started_at, restarts})
  }
  const logs: NodeLogPace[] = []
  for (const node of serviceNames(context.target, 'logs')) {
    const log = await lastLog(context, node, HOUR_S)
    if ('facts' in log) logs.push({node, seconds: HOUR_S, lines: log.facts.lines, errors: log.facts.errors})
  }
  return {services, logs}
}
