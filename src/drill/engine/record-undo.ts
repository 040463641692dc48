import type {DrillActionName} from '#contract/generated/types'
import type {UndoRecords} from '#run/run-recorder'
import {ACTIONS} from '../model/actions.ts'
import {SITE_MADE, SITE_REMOVED, type UndoArmed, type UndoResult} from '../model/undo.ts'

/** A change of one drill that is not undone yet. */
export interface OpenUndo {
  readonly seq: number
  readonly armed: UndoArmed
}

/** What a drill has changed: each change stands in the journal before it is made, and so does what became of it. */
export class UndoLedger {
  readonly #records: UndoRecords
  readonly #drill: string
  readonly #site: string
  readonly #open: OpenUndo[] = []

  constructor(records: UndoRecords, drill: string, site: string) {
    this.#records = records
    this.#drill = drill
    this.#site = site
  }

  /** The last one first. */
  get open(): readonly OpenUndo[] {
    return this.#open.toReversed()
  }

  /** The folder of the drill, and every process in it. */
  armSite(): Promise<void> {
    return this.#arm(SITE_MADE, {}, {action: SITE_REMOVED, args: {}})
  }

  /** An action without an inverse answers another and changes nothing by itself. */
  async arm(
    action: DrillActionName,
    args: UndoArmed['args'],
    identity: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const {inverse} = ACTIONS[action]
    if (inverse === undefined) return
    const own = Object.keys(ACTIONS[inverse].required).map((key) => [key, args[key]] as const)
    await this.#arm(action, args, {action: inverse, args: Object.fromEntries(own)}, identity)
  }

  async done(undo: OpenUndo, result: UndoResult): Promise<void> {
    await this.#records.done({drill: this.#drill, armed_seq: undo.seq, result})
    if (result !== 'failed') this.#open.splice(this.#open.indexOf(undo), 1)
  }

  async #arm(
    action: UndoArmed['action'],
    args: UndoArmed['args'],
    inverse: UndoArmed['inverse'],
    identity: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const armed: UndoArmed = {drill: this.#drill, action, args, inverse, identity: {...identity, site: this.#site}}
    this.#open.push({seq: await this.#records.armed(armed), armed})
  }
}
