import {elapsedMs} from '#random/clock'
import {sleep} from '#random/timers'
import {type RoomBack, roomBack} from '../model/room-back.ts'
import {awayEnd} from './check-network.ts'
import {awayTeller} from './prepare-stop.ts'
import {type ActEnd, bad, GOOD, LOOK_MS, type UpgradeWork} from './upgrade-work.ts'
import {noteProcess} from './wait-node.ts'

/** A node is not kept waiting for longer. */
const ROOM_MS = 60_000

/**
 * On the way back as well: until there is room for one less. That it does not come does not keep a node from being put back that failed, and is told. One that
 * serves and was found good stays up: for those that the upgrade did not touch the way back waits there, and others make it fail.
 */
export async function waitRoom(work: UpgradeWork, name: string, signal: AbortSignal): Promise<ActEnd> {
  const {sight, isAsked = false} = work
  const {clock} = work.ports
  const tellAway = awayTeller(work, `back:room:${name}`)
  let crowd: RoomBack = {kind: 'free'}
  for (const begun = clock.monotonicNs(); elapsedMs(clock, begun) <= ROOM_MS; await sleep(clock, LOOK_MS, signal)) {
    const seen = await sight.look(signal)
    noteProcess(work, name, seen)
    crowd = roomAt(work, {name, seen, isAsked})
    if (crowd.kind === 'free') return GOOD
    if (isAsked && isAwaiting(crowd)) return awayEnd(crowd.silent, 'room')
    tellAway(crowd.away)
  }
  if (crowd.kind !== 'kept') return {...GOOD, detail: 'too many validators were away, and it was put back all the same'}
  if (crowd.strangers.length > 0) return awayEnd(crowd.strangers, 'room')
  return bad(`it serves, and was left as it is, for too many validators are away: ${crowd.away}`)
}

/** Before anything is put back that somebody asked for: what it would wait for at once; undefined where it may begin. */
export async function awaitedAtOnce(
  work: UpgradeWork,
  first: string,
  signal: AbortSignal,
): Promise<ActEnd | undefined> {
  const crowd = roomAt(work, {name: first, seen: await work.sight.look(signal), isAsked: true})
  return isAwaiting(crowd) ? awayEnd(crowd.silent, 'room') : undefined
}

function roomAt({plan, ledger, acceptsHalt}: UpgradeWork, asked: Parameters<typeof roomBack>[2]): RoomBack {
  return roomBack({...plan, accepts_halt: plan.accepts_halt || acceptsHalt === true}, ledger.progress(), asked)
}

const isAwaiting = (crowd: RoomBack): crowd is Extract<RoomBack, {readonly kind: 'kept'}> =>
  crowd.kind === 'kept' && crowd.silent.length > 0
