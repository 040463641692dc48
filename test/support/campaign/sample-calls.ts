import {seedStream} from '#random/stream'
import {DEEP} from '../depth.ts'
import type {Call, Fault} from './fault.ts'
import type {Depth} from './result.ts'

export const DEPTH: Depth = DEEP ? 'full' : 'sample'

/** So many of the calls, whatever the seed: one of every kind, and of the others one from each equal part of the sequence. All of them in full. */
export function sampleCalls(
  calls: readonly Call[],
  count: number,
  by: {depth: Depth; seed: number; label: string},
): Call[] {
  if (by.depth === 'full' || calls.length <= count) return [...calls]
  const stream = seedStream(`campaign|${by.seed}|${by.label}`)
  const pick = (from: readonly Call[]) => from.slice(stream.int(from.length)).slice(0, 1)
  const ofKinds = [...Map.groupBy(calls, (call) => call.kind).values()].flatMap(pick)
  const others = calls.filter((call) => !ofKinds.includes(call))
  const parts = Math.max(1, count - ofKinds.length)
  const spread = Array.from({length: parts}, (_, part) =>
    others.slice(Math.floor((part * others.length) / parts), Math.floor(((part + 1) * others.length) / parts)),
  ).flatMap(pick)
  return [...ofKinds, ...spread].sort((a, b) => a.at - b.at)
}

/** Names change at once: dying before and after is not the same crash seen twice. */
const TELLING = new Set(['rename', 'link', 'unlink', 'mkdir', 'remove'])

/** Ways to die at a call: in turn when sampled; in full also in the middle of every write, and on both sides of a change of names. */
export function deathsAt(call: Call, turn: number, depth: Depth): Fault[] {
  const isFull = depth === 'full'
  const sides = (['before', 'after'] as const).slice(turn % 2).slice(0, 1)
  if (call.kind === 'write') return [{how: isFull || turn % 3 !== 0 ? 'during' : (sides[0] ?? 'before'), at: call.at}]
  const ways = isFull && TELLING.has(call.kind) ? (['before', 'after'] as const) : sides
  return ways.map((how) => ({how, at: call.at}))
}
