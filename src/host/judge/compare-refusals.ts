import {newcombe, type Share} from '#stats/newcombe'
import {type RouteAnswers, sumTraffic, type Traffic} from '../model/traffic.ts'
import type {ComparedMetric} from './compare-windows.ts'

const LEAST_ANSWERS = 30
/** Users differ from node to node, and with them what they are rightly refused: less than that says nothing of a release. */
const LEAST_DIFFERENCE = 0.1
const ALPHA = 0.01
const NONE: RouteAnswers = {total: 0, good: 0, refused: 0}

/** One route: beside the canary, and at it. */
interface Pair {
  readonly route: string
  readonly old: RouteAnswers
  readonly now: RouteAnswers
  /** It refuses a greater share than all of them, and than each that was asked enough: one that refuses as much runs the old release. */
  readonly isMore: boolean
  /** It is a smaller part of all that is answered well. Refusals that somebody adds by asking for what is not there leave that as it is. */
  readonly isFewer: boolean
  readonly isEnough: boolean
}

/**
 * Whether a canary refuses what its peers serve. `refused.ROUTE` fails where a greater share is refused, and good answers are missing or it is so of most of what users ask for; else
 * refusals came on top, which is for users to tell, and warns. `served.ROUTE` stands there, inconclusive, for each that most peers serve and the canary not once.
 */
export function compareRefusals(peers: readonly Traffic[], canary: Traffic): ComparedMetric[] {
  const pairs = pairsOf(peers, canary.answers)
  const judged = pairs.filter(({isEnough}) => isEnough)
  // Weighed by the peers, so that no burst at the canary counts for more than its route does.
  const asked = (all: readonly Pair[]) => all.reduce((sum, {old}) => sum + old.total, 0)
  const isWide = 2 * asked(judged.filter(({isMore}) => isMore)) > asked(judged)
  const isCommon = ({route}: Pair) =>
    2 * peers.filter(({answers}) => (answers.get(route)?.good ?? 0) > 0).length > peers.length
  const unserved = pairs.filter((pair) => isUnserved(pair) && isCommon(pair))
  return [...pairs.map((pair) => refusedRow(pair, isWide)), ...unserved.map(servedRow)]
}

function pairsOf(peers: readonly Traffic[], at: Traffic['answers']): Pair[] {
  const beside = sumTraffic(peers).answers
  const [allOld, allNow] = [beside, at].map(goodIn)
  const names = [...new Set([...beside.keys(), ...at.keys()])].sort()
  // One-sided, and all routes held against chance together.
  const level = 1 - (2 * ALPHA) / Math.max(1, names.length)
  return names.map((route) => {
    const [old, now] = [beside.get(route) ?? NONE, at.get(route) ?? NONE]
    const each = peers.map(({answers}) => answers.get(route) ?? NONE).filter(({total}) => total >= LEAST_ANSWERS)
    return {
      route,
      old,
      now,
      isMore: [old, ...each].every((one) => isMoreRefused(one, now, level)),
      isFewer: isFewer({successes: old.good, trials: allOld ?? 0}, {successes: now.good, trials: allNow ?? 0}, level),
      isEnough: Math.min(old.total, now.total) >= LEAST_ANSWERS,
    }
  })
}

const goodIn = (answers: Traffic['answers']) => [...answers.values()].reduce((sum, {good}) => sum + good, 0)
const rate = (part: number, total: number) => (total === 0 ? 0 : part / total)
const refusedIn = ({refused, total}: RouteAnswers) => ({successes: refused, trials: total})

function isMoreRefused(old: RouteAnswers, now: RouteAnswers, level: number): boolean {
  return (newcombe(refusedIn(now), refusedIn(old), level)?.low ?? 0) > LEAST_DIFFERENCE
}

/** Where nothing at all is answered well, nothing is left to be a part of. */
function isFewer(old: Share, now: Share, level: number): boolean {
  if (now.trials === 0) return old.successes > 0
  const isLess = (newcombe(now, old, level)?.high ?? 0) < 0
  return isLess && rate(now.successes, now.trials) < (1 - LEAST_DIFFERENCE) * rate(old.successes, old.trials)
}

const isUnserved = ({old, now, isFewer: isLess}: Pair) => old.good >= LEAST_ANSWERS && now.good === 0 && isLess

function refusedRow({route, old, now, isMore, isFewer: isLess, isEnough}: Pair, isWide: boolean): ComparedMetric {
  const head = {metric: `refused.${route}`, n: [old.total, now.total] as const}
  if (!isEnough) return {...head, state: 'inconclusive', reason: `fewer than ${LEAST_ANSWERS} requests a side`}
  const [before, after] = [rate(old.refused, old.total), rate(now.refused, now.total)]
  const row = {...head, before, after, shift: after - before}
  if (!isMore) return {...row, state: 'pass'}
  const told = `${percent(after)} of ${now.total} answers are 4xx, ${percent(before)} of ${old.total} beside it`
  if (isLess || isWide) return {...row, state: 'fail', reason: told}
  return {...row, state: 'warn', reason: `${told}, and no good ones are missing: they came on top`}
}

function servedRow({route, old, now}: Pair): ComparedMetric {
  return {
    metric: `served.${route}`,
    n: [old.total, now.total],
    before: old.good,
    after: 0,
    shift: -old.good,
    state: 'inconclusive',
    reason: `none of ${now.total} answers is good, ${old.good} of ${old.total} are beside it`,
  }
}

const percent = (share: number) => `${Math.round(100 * share)} %`
