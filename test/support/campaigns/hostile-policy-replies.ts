import {codeOf} from '#error/assay-error'
import type {ErrorCode} from '#error/codes'
import {InMemoryRecorderSink} from '#event/in-memory-recorder-sink'
import type {FaultServer} from '#lab/fault/fault-step'
import {startFaultServer} from '#lab/fault/start-fault-server'
import {Assay} from '#provider/assay'
import {seedStream} from '#random/stream'
import {Tensor} from '#world/tensor/tensor'
import type {CampaignResult, Depth} from '../campaign/result.ts'
import {gr00tEnv, OBSERVATION, translator} from '../fakes/policy-rig.ts'
import {type BentReply, bendReply} from '../hostile/bend-reply.ts'

const REPLIES = {sample: 400, full: 10_000}
const DEADLINE_SECONDS = 5
const MOST_MIB = 512
/** What a call may end with when a reply is no good. */
const REFUSALS: readonly (ErrorCode | undefined)[] = [
  'contract_violation',
  'upstream_error',
  'unauthorized',
  'incompatible',
]

type Bend = (reply: Uint8Array) => Uint8Array
interface Protocol {
  readonly name: string
  readonly provider: string
  /** Dimensions of an array of actions. */
  readonly rank: number
  start(bend: Bend): Promise<FaultServer>
  env(server: FaultServer): Record<string, string>
}

const gr00tIn = (dialect: 'npy' | 'msgpack-numpy'): Protocol => ({
  name: `gr00t ${dialect}`,
  provider: 'gr00t',
  rank: 3,
  start: (bend) => startFaultServer({transport: 'zmq', service: {dialect, bend}}),
  env: (server) => gr00tEnv(server),
})
const PROTOCOLS: readonly Protocol[] = [
  gr00tIn('npy'),
  gr00tIn('msgpack-numpy'),
  {
    name: 'openpi',
    provider: 'openpi',
    rank: 2,
    start: (bend) => startFaultServer({transport: 'ws', service: {bend}}),
    env: (server) => ({OPENPI_BASE_URL: server.url, ASSAY_ALLOW_LOOPBACK: '1'}),
  },
]

/**
 * Answers real calls over real sockets with hostile replies made from good ones. Each call must end in time, with one terminal event,
 * in a refusal or in actions that keep the contract; replies that break it by construction must be refused; memory stays bounded.
 */
export async function run(depth: Depth, seed: number): Promise<CampaignResult> {
  const failures: string[] = []
  const notes: string[] = []
  for (const protocol of PROTOCOLS) {
    const found = await attack(protocol, REPLIES[depth], seed)
    failures.push(...found.failures.map((failure) => `${protocol.name}: ${failure}`))
    notes.push(`${protocol.name}: ${found.refused} refused, ${found.accepted} read as actions that keep the contract`)
  }
  const mib = Math.round(process.resourceUsage().maxRSS / 1024)
  notes.push(`at most ${mib} MiB of memory in the process`)
  if (depth === 'full' && mib > MOST_MIB) failures.push(`the process took ${mib} MiB`)
  return {name: 'hostile-policy-replies', checks: PROTOCOLS.length * REPLIES[depth], failures, notes}
}

async function attack(protocol: Protocol, count: number, seed: number) {
  const stream = seedStream(`assay/1|${seed}|${protocol.name}|hostile|replies`)
  let sent: BentReply | undefined
  const server = await protocol.start((good) => {
    sent = bendReply(good, stream)
    return sent.bytes
  })
  const recorder = new InMemoryRecorderSink()
  const assay = new Assay({
    env: protocol.env(server),
    eventHandler: recorder,
    limits: {timeoutSeconds: DEADLINE_SECONDS},
  })
  const found = {refused: 0, accepted: 0, failures: [] as string[]}
  for (let reply = 0; reply < count; reply++) {
    recorder.clear()
    const fault = await faultOf(assay, protocol)
    const place = `reply ${reply} (${sent?.how})`
    if (fault === undefined) found.accepted++
    else if (REFUSALS.includes(codeOf(fault))) found.refused++
    else found.failures.push(`${place} ended with ${codeOf(fault) ?? fault}`)
    if (fault === undefined && sent?.isBad) found.failures.push(`${place} was accepted`)
    if (recorder.events.length !== 1) found.failures.push(`${place} told ${recorder.events.length} events`)
  }
  await assay.close()
  await server.close()
  return found
}

/** The error of one call; undefined where it gave actions, which are looked at once more. */
async function faultOf(assay: Assay, {provider, rank}: Protocol): Promise<unknown> {
  try {
    const {raw_actions} = await assay.policy({info: OBSERVATION}, provider, {translator})
    const broken = Object.values(raw_actions).find((value) => !isGood(value, rank))
    return broken === undefined ? undefined : new Error('actions that break the contract')
  } catch (error) {
    return error
  }
}

function isGood(value: unknown, rank: number): boolean {
  if (!(value instanceof Tensor) || value.shape.length !== rank || !value.dtype.startsWith('float')) return false
  const count = value.shape.reduce((product, side) => product * side, 1)
  return value.size === count && value.toFloat64().every(Number.isFinite)
}
