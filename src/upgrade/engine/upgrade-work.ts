import type {NodeUpgradePlan} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import type {CheckNotes} from '#host/check/check'
import type {HostSetting} from '#host/execute/load-setting'
import type {MeasurementPorts} from '#measurement/ports'
import type {RunRecorder} from '#run/run-recorder'
import type {AskedChecks} from '../model/asked-checks.ts'
import type {NodeHands} from '../model/hands.ts'
import type {KeptStep} from '../model/step-files.ts'
import type {Beside} from '../site/open-beside.ts'
import type {UpgradeLedger} from '../site/open-ledger.ts'
import type {Sight} from '../site/open-sight.ts'

/** What every step of an upgrade works with. */
export interface UpgradeWork {
  readonly plan: NodeUpgradePlan
  /** The run that began the upgrade. */
  readonly id: RunId
  /** Absolute. */
  readonly folder: string
  readonly setting: HostSetting
  readonly hands: NodeHands
  readonly sight: Sight
  readonly ledger: UpgradeLedger
  readonly trial: RunRecorder
  /** What steps of this driver asked, as its run keeps it. */
  readonly kept: KeptStep[]
  /** Checks that the current step has asked for. */
  readonly asked?: AskedChecks | undefined
  /** The step was begun before, by a driver that did not end it. */
  readonly isAgain?: boolean
  readonly ports: MeasurementPorts
  /** What nodes of the new release told of their processes when they were last looked at, by name. */
  readonly processes: CheckNotes['processes']
  /** What nodes told of their processes right before they were stopped, by name; none of those that did not serve. */
  readonly stopping: CheckNotes['processes']
  /** Nodes whose stop ended nothing, so that nothing is to be started on the way back. */
  readonly unstopped: Set<string>
  /** The new node and what users see; present only in a blue-green upgrade. */
  readonly beside?: Beside | undefined
  /** Nodes that did not answer when this driver asked for their tokens: a refusal of one says nothing of its release. */
  readonly unproven?: ReadonlySet<string>
  /** What people may have changed of nodes that were done is not asked again. */
  readonly acceptsChanges?: boolean | undefined
  /** Nodes that were done are to be looked at as soon as no node stands still. */
  readonly owesLook?: boolean | undefined
  /** The way back was asked for: nothing presses, and no node is stopped that serves where others are away. */
  readonly isAsked?: boolean | undefined
  /** On the way back validators are stopped whoever is away. */
  readonly acceptsHalt?: boolean | undefined
  /** Nodes of this driver, after which it pauses; undefined is never. */
  readonly pauseAfter?: number | undefined
}

/** How a step ended. `open`: nothing says that it is good, nor that it is bad. */
export interface ActEnd {
  readonly state: 'good' | 'bad' | 'open'
  readonly detail: string
  /** The node is there, itself and of the release, and not well: others may be the reason. */
  readonly isUnready?: boolean
  /** It waits for nodes that the upgrade did not touch, and that somebody must start. */
  readonly isAway?: boolean
}

export const GOOD: ActEnd = {state: 'good', detail: ''}
export const open = (detail: string): ActEnd => ({state: 'open', detail})
export const bad = (detail: string): ActEnd => ({state: 'bad', detail})

/** How often it is looked while one waits. */
export const LOOK_MS = 200
