import {elapsedMs} from '#random/clock'
import {sleep} from '#random/timers'
import {lookCommand} from '../model/next-command.ts'
import {crowdedBy, isSilent} from '../model/quorum.ts'
import {leaderOf, type SeenNode} from '../model/seen.ts'
import {standingStill} from '../model/standing-still.ts'
import {stopAdvice} from '../model/stop-advice.ts'
import {type ActEnd, GOOD, LOOK_MS, open, type UpgradeWork} from './upgrade-work.ts'
import {noteProcess} from './wait-node.ts'

/** Before a validator is stopped: as many others must be in step as the chain needs, and if it leads it gives that up. */
export async function prepareStop(work: UpgradeWork, name: string, signal: AbortSignal): Promise<ActEnd> {
  const {plan, sight, ledger, ports} = work
  const {clock} = ports
  const progress = ledger.progress()
  const isAlone = standingStill(plan, progress).every((one) => one === name)
  const isBegun = progress.begun.forth.has(`stop:${name}`)
  const tellAway = awayTeller(work, `hand_over:${name}`)
  let asked: bigint | undefined
  for (const begun = clock.monotonicNs(); ; await sleep(clock, LOOK_MS, signal)) {
    const seen = await sight.look(signal)
    noteProcess(work, name, seen)
    // A driver before this one stopped it: what it needs is to come up again.
    if (isBegun && isSilent(seen, name)) return GOOD
    const away = crowdedBy(plan, seen, name)
    const advice = stopAdvice({
      hasRoom: away === undefined,
      leads: isLeading(seen, name, plan.quorum ?? 1),
      isAlone,
      waitedMs: elapsedMs(clock, begun),
      askedMs: asked === undefined ? undefined : elapsedMs(clock, asked),
    })
    if (advice.act === 'stop') return GOOD
    if (advice.act === 'leave') return open(leftFor(away, advice.why, work))
    tellAway(away)
    if (advice.act === 'wait') continue
    asked = clock.monotonicNs()
    await sight.tell(name, {method: 'POST', path: '/api/admin/step-down'}, signal)
  }
}

/** A node that is down is started by whoever runs it: the driver did not stop it. */
const leftFor = (away: string | undefined, why: string, {setting}: UpgradeWork): string =>
  away ? `${why}: ${away}. See them with ${lookCommand(setting.argv)} and start what does not answer` : why

/** Says at once for whom a step waits, and whenever that changes; the line of progress keeps it. */
export function awayTeller({plan, ports: {progress}}: UpgradeWork, step: string): (away?: string) => void {
  const at = plan.steps.findIndex(({id}) => id === step)
  let told = ''
  return (away = '') => {
    if (away === told) return
    told = away
    progress.update(Math.max(0, at), plan.steps.length, away === '' ? step : `${step} waits: ${away}`)
    if (away !== '') progress.tell?.(`${step} waits, for too many validators are away: ${away}.`)
  }
}

/** By what most say, else by what it says itself. */
function isLeading(nodes: readonly SeenNode[], name: string, quorum: number): boolean {
  const leader = leaderOf(nodes, quorum)
  return leader === undefined ? nodes.some((node) => node.name === name && node.isLeader === true) : leader === name
}
