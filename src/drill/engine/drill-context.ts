import type {Drill, DrillReason} from '#contract/generated/types'
import type {Safe} from '#redact/safe'
import type {LineLog} from '#run/run-recorder'
import type {Observation} from '../model/expectation.ts'
import type {DrillPorts} from '../site/drill-ports.ts'
import type {Site} from '../site/open-site.ts'
import type {DrillCourse} from './drill-course.ts'
import type {UndoLedger} from './record-undo.ts'

/** Gives what was typed. Rejects where nobody answers any more, or with the reason of the signal. */
export type Guide = (shown: Safe, signal: AbortSignal) => Promise<string>

/** What the phases of one drill share. */
export interface DrillContext {
  readonly drill: Drill
  readonly site: Site
  readonly ports: DrillPorts
  readonly course: DrillCourse
  readonly polls: Pick<LineLog, 'append'>
  readonly ledger: UndoLedger
  readonly isSham: boolean
  /** Shows a step of the response to a person and waits until it may be done. */
  readonly guide: Guide | undefined
  /** Aborted when the drill must end at once: an abort condition, its time, an interrupt. */
  readonly signal: AbortSignal
  /** What probes gave in the steady state, by their id. */
  readonly before: Map<string, Observation>
}

/** Why a drill ends before its end. With a reason of the list it has failed, without one it is only put back. */
export class DrillAborted extends Error {
  readonly reason: DrillReason | undefined

  constructor(message: string, reason?: DrillReason) {
    super(message)
    this.name = 'DrillAborted'
    this.reason = reason
  }
}

/** A drill cannot see what it must not harm, and goes on no further: nobody knows whether it did. */
export class NotMeasured extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotMeasured'
  }
}
