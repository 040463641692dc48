import type {Drill, DrillLoad, DrillReason, DrillRecord, DrillUndone, DrillVerdict} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import type {Clock} from '#random/clock'
import {measuredIn, wordsOfDrill} from '../model/measured-drill.ts'
import type {GivenTarget} from '../site/open-given.ts'
import type {RoundEnd} from './conduct-round.ts'
import {DrillCourse} from './drill-course.ts'

/** What a drill has seen of itself while it went on. */
export interface DrillStory {
  readonly ends: (RoundEnd & {readonly id: string})[]
  readonly undone: DrillUndone[]
  readonly reasons: DrillReason[]
  readonly doubts: string[]
  readonly leftovers: string[]
  detail: string | undefined
}

interface ToldOrder {
  readonly drill: Drill
  readonly seed: number
  readonly clockScale: number
  readonly isSham: boolean
  /** Nodes that are not the drill's. */
  readonly given?: GivenTarget | undefined
}

interface EndedStory extends DrillStory {
  readonly verdict: DrillVerdict
  readonly isUndone: boolean
  readonly course: DrillCourse
  readonly load?: DrillLoad | undefined
}

/** The document of a drill that this machine cannot hold. */
export function skippedDrill(order: ToldOrder, why: string, clock: Clock): DrillRecord {
  const course = new DrillCourse(clock)
  const empty = {ends: [], undone: [], reasons: [], doubts: [], leftovers: [], detail: why}
  return toldDrill(order, {...empty, verdict: 'skipped', isUndone: true, course})
}

/** The document of a drill. Its failure is told beside the verdict, as something that was to happen and was seen or not. */
export function toldDrill({drill, seed, clockScale, isSham, given}: ToldOrder, story: EndedStory): DrillRecord {
  const {ends, undone, reasons, doubts, leftovers, detail, verdict, isUndone, course, load} = story
  const rounds = ends.map(({id, detectS, recoverS}) => ({id, detect_s: detectS ?? null, recover_s: recoverS ?? null}))
  const {id, number, version, title, severity, runbook, target, technique} = wordsOfDrill(drill)
  const {simulated_failure, detect, recover} = measuredIn(drill, rounds)
  return {
    schema_version: 1,
    id,
    number,
    version,
    title,
    severity,
    runbook,
    verdict,
    reasons,
    detail: cutText([...(detail === undefined ? [] : [detail]), ...doubts].join('; '), 500) || null,
    environment: given?.setting.target.profile.environment ?? 'embedded',
    target,
    seed,
    clock_scale: clockScale,
    sham: isSham,
    ...(load && {load}),
    technique,
    simulated_failure,
    rounds,
    detect,
    recover,
    respond: ends.flatMap(({steps}) => steps),
    revert: {state: isUndone ? 'clean' : 'failed', records: undone},
    leftovers,
    timeline: course.moments,
    duration_s: course.nowMs / 1000,
  }
}
