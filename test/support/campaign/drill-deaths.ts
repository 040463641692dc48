import {seedStream} from '#random/stream'
import type {Call, Fault} from './fault.ts'
import type {Depth} from './result.ts'
import {deathsAt, sampleCalls} from './sample-calls.ts'
import {seededDrill} from './seeded-drill.ts'

/** One engine that is killed: what it conducts, where it dies, and where a first recovery dies, if at all. */
export interface DrillDeath {
  readonly name: string
  readonly drill: string
  readonly fault: Fault
  readonly recoveryDiesAt: number | undefined
}

/** At so few calls of one drill, and so many drills that seeds make; in full at every call. */
export const DRILL_DEATHS = {sample: {points: 1, sequences: 1}, full: {points: 0, sequences: 300}} as const

/** As many with any seed: calls of one drill, and drills that seeds make, at points that seeds choose. `calls`: those of the drill of this very seed. */
export function drillDeaths(calls: readonly Call[], {depth, seed}: {depth: Depth; seed: number}): DrillDeath[] {
  const stream = seedStream(`drills|${seed}`)
  const pointDeaths = pointsOf(calls, depth, seed)
    .flatMap((call, turn) => deathsAt(call, turn, depth).map((fault) => ({call, fault})))
    .map(({call, fault}) => {
      const place = call.path.replace(/[0-9TZ]{19}-[a-z2-7]{6}/g, 'RUN')
      const name = `${fault.how} call ${fault.at} (${call.kind} ${place})`
      return {name, drill: seededDrill(seed), fault, recoveryDiesAt: undefined}
    })
  const seeded = Array.from({length: DRILL_DEATHS[depth].sequences}, (_, at) => {
    const fault = {how: stream.int(2) === 0 ? 'before' : 'after', at: 1 + stream.int(calls.length)} as const
    const recoveryDiesAt = stream.int(3) === 0 ? 1 + stream.int(12) : undefined
    return {name: `seed ${seed + at}, call ${fault.at}`, drill: seededDrill(seed + at), fault, recoveryDiesAt}
  })
  return [...pointDeaths, ...seeded]
}

/** All, or a few of a sample that holds every kind. */
function pointsOf(calls: readonly Call[], depth: Depth, seed: number): Call[] {
  const {points} = DRILL_DEATHS[depth]
  const left = sampleCalls(calls, points, {depth, seed, label: 'drills'})
  if (depth === 'full') return left
  const stream = seedStream(`points of drills|${seed}`)
  return Array.from({length: points}, () => left.splice(stream.int(left.length), 1)).flat()
}
