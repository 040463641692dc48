import type {Digest} from '#contract/ids'
import type {AdapterPart} from '#host/model/adapter-argv'
import type {SeenRelease} from './seen.ts'

/** What is done to a node where it stands. */
export type HandAct =
  | 'backup_create'
  | 'backup_quiesced'
  | 'backup_verify'
  | 'drain'
  | 'stop'
  | 'install'
  | 'migrate'
  | 'verify'
  | 'start'
  | 'restore_program'
  | 'restore_data'
  | GreenAct

/** Acts on the second node of a blue-green upgrade: it is made from a backup, started and removed, and users are switched to it and back. */
export type GreenAct = 'green_create' | 'green_start' | 'green_remove' | 'switch_green' | 'switch_blue'

/** One act. `file`: the backup of the node, absolute. */
export interface HandOrder {
  readonly act: HandAct
  readonly node: string
  readonly from: string
  readonly to: string
  /** Name of the program of the new release. */
  readonly release: string
  readonly file: string
}

/** How it ended; `detail` says what went wrong, and may be shown. `isDamaged`: what was wrong is the backup that was looked at, and not the looking. */
export interface HandEnd {
  readonly isGood: boolean
  readonly detail: string
  readonly isDamaged?: boolean
}

/** The room that the data of a backup take where they are put back. `place`: whatever has the same one shares it. */
export interface RestoreRoom {
  readonly neededBytes: number
  readonly freeBytes: number
  readonly place: string
}

/** Whoever works on the nodes of a target. Each act may be done twice: it looks first, and what is done already stays. */
export interface NodeHands {
  readonly can: ReadonlySet<HandAct>
  /** The program of a release, before anything is installed. */
  look(release: string, version: string, signal: AbortSignal): Promise<SeenRelease>
  /** Throws the reason of the signal alone. */
  act(order: HandOrder, signal: AbortSignal): Promise<HandEnd>
  /** Names of the programs of releases that are there; undefined where nobody here knows them. */
  releases(): readonly string[] | undefined
  /** What putting a backup back would take, and what is there for it; undefined where nobody here knows it. */
  roomFor(order: Pick<HandOrder, 'node' | 'file'>): RestoreRoom | undefined
  /** What the data of a node take where they are; undefined where nobody here knows it. */
  dataBytes(node: string): number | undefined
  /** The data directory that the configuration of a node names, if it is not the one that backups are made of; undefined where it is, or nobody here knows it. */
  dataElsewhere(node: string): string | undefined
  /** Whether no backup can take the place of the data of a node, for they are a mount point. False where nobody here knows it. */
  isFixed(node: string): boolean
  /** Folders beside the data of a node in which restores of backups left what they replaced, absolute; none where nobody here knows. */
  replacedData(node: string): readonly string[]
  /** Argument arrays that stop a node and put its backup back, for people to type; none where nobody here can. A rollback starts it. */
  restoring(order: HandOrder): readonly (readonly string[])[]
  /** Whether the process of a node is there; undefined where nobody can tell. */
  isAlive(node: string): boolean | undefined
  /** Digest of the configuration file that a node is started with; undefined where there is none, or nobody here knows it. */
  configOf(node: string): Digest | undefined
}

export const DONE: HandEnd = {isGood: true, detail: ''}
export const undone = (detail: string): HandEnd => ({isGood: false, detail})

/** The program of a target that does an act: there and back users are led by the same one. */
export const partOf = (act: HandAct): AdapterPart =>
  act === 'switch_green' || act === 'switch_blue' ? 'traffic_switch' : act
