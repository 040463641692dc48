import type {Drill, DrillReason, DrillRecord} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import type {LineLog, UndoRecords} from '#run/run-recorder'
import {drillPartingWord} from '../model/drill-parting-word.ts'
import {type PlannedRound, roundsOf, STEADY_S} from '../model/drill-rounds.ts'
import {drillVerdict} from '../model/drill-verdict.ts'
import type {DrillPorts} from '../site/drill-ports.ts'
import type {GivenTarget} from '../site/open-given.ts'
import {Site} from '../site/open-site.ts'
import {closeSite} from './close-site.ts'
import {conductRound, NOTHING, type RoundEnd, revertRound} from './conduct-round.ts'
import {DrillAborted, type DrillContext, type Guide, NotMeasured} from './drill-context.ts'
import {DrillCourse} from './drill-course.ts'
import {type DrillStory, toldDrill} from './drill-story.ts'
import {limitDrill} from './limit-drill.ts'
import {UndoLedger} from './record-undo.ts'
import {waitSteady} from './wait-steady.ts'

/** One drill, and where its traces go. */
export interface DrillOrder {
  readonly drill: Drill
  readonly seed: number
  readonly clockScale: number
  readonly isSham: boolean
  readonly guide: Guide | undefined
  /** Absolute, and as the ledger calls it. The folder does not exist yet. */
  readonly folder: string
  readonly site: string
  readonly undo: UndoRecords
  /** Nodes that are not the drill's. */
  readonly given: GivenTarget | undefined
  readonly polls: LineLog
  /** The command that puts back what a killed drill left. */
  readonly recover: string
  /** Puts what the drill asks for into its empty folder; gives the ids of runs. */
  readonly prepare: (home: string) => Promise<readonly string[]>
}

/** Conducts a drill from its preparation to the last trace of it; whatever happens, everything is put back, and that is told. Never throws for what a drill may find. */
export async function conductDrill(order: DrillOrder, ports: DrillPorts, signal: AbortSignal): Promise<DrillRecord> {
  const {drill, folder, undo, site: siteName} = order
  const course = new DrillCourse(ports.clock)
  const ledger = new UndoLedger(undo, drill.id, siteName)
  using _told = ports.partingWords.during(() => drillPartingWord(drill.id, ledger.open.length, order.recover))
  const story: DrillStory = {ends: [], undone: [], reasons: [], doubts: [], leftovers: [], detail: undefined}
  using limited = limitDrill(drill, ports.clock, signal)
  await ledger.armSite()
  const site = await openPrepared(order, ports, limited.signal).catch((error: unknown) => {
    story.detail = error instanceof Error ? error.message : 'it could not be prepared'
    course.tell('prepare', story.detail, false)
    return undefined
  })
  let isAborted = false
  try {
    if (site) {
      course.tell('prepare', 'everything is there', true)
      const context = {...order, site, ports, course, ledger, signal: limited.signal, before: new Map()}
      isAborted = await conductRounds(context, story)
    }
  } finally {
    // Also where nothing can be written down any more.
    story.leftovers.push(...(await closeSite({folder, site, ledger, course}, ports)))
  }
  if (story.leftovers.length > 0) addReasons(story, ['leftovers'])
  const isUndone = ledger.open.length === 0
  const verdict = drillVerdict({
    isUnprepared: site === undefined,
    isInterrupted: signal.aborted,
    isAborted,
    isUndone,
    reasons: story.reasons,
    doubts: story.doubts,
  })
  return toldDrill(order, {...story, verdict, isUndone, course, load: ports.neighbours.load()})
}

async function openPrepared(
  {drill, folder, seed, clockScale, given, prepare}: DrillOrder,
  ports: DrillPorts,
  signal: AbortSignal,
): Promise<Site> {
  const runs = await prepare(folder)
  return await Site.open({folder, drill, seed, clockScale, given}, runs, ports, signal)
}

/** Round after round until one is not good. True where it had to end early. */
async function conductRounds(context: DrillContext, story: DrillStory): Promise<boolean> {
  for (const round of roundsOf(context.drill)) {
    const {end, isEarly} = await tryRound(round, context, story)
    story.undone.push(...(await revertRound(context)))
    story.ends.push({...end, id: round.id ?? 'all'})
    if (end.doubt !== undefined) story.doubts.push(end.doubt)
    addReasons(story, end.reasons)
    await checkAfter(context, story)
    if (isEarly) return true
    if (isOver(context, story)) return false
  }
  return false
}

/** Whether the drill ends with this round. A sham drill goes through all rounds, since each has its own signals: `not_detected` does not end it. */
function isOver({isSham}: DrillContext, {reasons, doubts}: DrillStory): boolean {
  const bad = isSham ? reasons.filter((reason) => reason !== 'not_detected') : reasons
  return bad.length > 0 || doubts.length > 0
}

/** Each reason is told once, in the order in which they came. */
function addReasons(story: DrillStory, reasons: readonly DrillReason[]): void {
  story.reasons.push(...reasons.filter((reason) => !story.reasons.includes(reason)))
}

/** Where it had to end early the story tells why, beside what was known by then. */
async function tryRound(
  round: PlannedRound,
  context: DrillContext,
  story: DrillStory,
): Promise<{readonly end: RoundEnd; readonly isEarly: boolean}> {
  const soFar = {end: NOTHING}
  try {
    return {end: await conductRound(round, context, soFar), isEarly: false}
  } catch (error) {
    const why = context.signal.aborted ? context.signal.reason : error
    if (why instanceof NotMeasured) {
      context.course.tell('detect', why.message, false)
      return {end: {...soFar.end, doubt: cutText(why.message, 500)}, isEarly: false}
    }
    if (why instanceof DrillAborted && why.reason) addReasons(story, [why.reason])
    story.detail = cutText(why instanceof Error ? why.message : String(why), 500)
    context.course.tell('revert', story.detail, false)
    return {end: soFar.end, isEarly: true}
  }
}

/** The steady state must be back, also where the drill failed; nobody interrupts this look. */
async function checkAfter(context: DrillContext, story: DrillStory): Promise<void> {
  if (context.before.size === 0) return
  const {course} = context
  const undisturbed = {...context, drill: {...context.drill, abort: []}, signal: new AbortController().signal}
  const untilMs = course.nowMs + STEADY_S * 1000
  const end = await waitSteady({phase: 'after', untilMs: Math.ceil(untilMs), alsoOnce: []}, undisturbed)
  course.tell(
    'after',
    end.truth === 'true' ? 'as before' : `not as before: ${end.missing.join(', ')}`,
    end.truth === 'true',
  )
  if (end.truth !== 'true') addReasons(story, ['steady_state_lost'])
}
