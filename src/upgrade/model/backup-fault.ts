import {AssayError} from '#error/assay-error'
import type {RestoreRoom} from './hands.ts'

/** Why the data of a node cannot be put back: its backup is not whole or gone, nobody could look at it, or there is no room for what is in it. */
export interface BackupFault {
  readonly kind: 'damaged' | 'unseen' | 'room'
  readonly detail: string
}

/** The rooms of several nodes, one after the other: those on one disk share it. Undefined for a node whose data fit. */
export class RoomsTaken {
  readonly #taken = new Map<string, number>()

  faultOf({place, neededBytes, freeBytes}: RestoreRoom): BackupFault | undefined {
    const before = this.#taken.get(place) ?? 0
    if (before + neededBytes > freeBytes) {
      const others = before === 0 ? '' : `, beside ${before} for other nodes`
      return {kind: 'room', detail: `disk_full: ${neededBytes} bytes are needed there${others}, ${freeBytes} are free`}
    }
    this.#taken.set(place, before + neededBytes)
    return undefined
  }
}

/** As the end of a sentence about a node, such as `n1 was left as it is, for …`. */
export function leftReason({kind, detail}: BackupFault): string {
  switch (kind) {
    case 'damaged':
      return `its backup is not whole: ${detail}`
    case 'unseen':
      return `its backup could not be looked at, which says nothing against it: ${detail}`
    case 'room':
      return `its data have no room, and its backup is whole: ${detail}`
  }
}

/** What is known of an upgrade whose way back is refused. `keep`: the command that makes the new release final; null where that may not be said. */
interface Refused {
  /** Where its backups lie, for people. */
  readonly folder: string
  readonly fileOf: (node: string) => string
  readonly keep: string | null
}

/**
 * Why a way back that somebody asked for is not taken, and what mends that. Only a backup that is damaged or gone is a reason to think of keeping the new
 * release, from which nothing leads back: room can be made.
 */
export function rollbackRefusal(faults: ReadonlyMap<string, BackupFault>, refused: Refused): AssayError {
  const {folder, fileOf, keep} = refused
  const of = (kind: BackupFault['kind']) => [...faults].filter(([, fault]) => fault.kind === kind)
  const [damaged, unseen, crowded] = [of('damaged'), of('unseen'), of('room')]
  const isFull = unseen.some(([, {detail}]) => saysNoRoom(detail))
  const told = [
    ...damaged.map(([node, {detail}]) => `the backup of ${node} cannot be put back, ${detail}`),
    ...unseen.map(
      ([node, {detail}]) => `the backup of ${node} could not be looked at, which says nothing against it: ${detail}`,
    ),
    ...crowded.map(
      ([node, {detail}]) => `the backup of ${node} is whole, and its data have no room where the node is: ${detail}`,
    ),
  ]
  const files = damaged.map(([node]) => fileOf(node)).join(', ')
  const steps = [
    ...(files === '' ? [] : [`put ${files} back as it was, with its .sha256, into ${folder}`]),
    ...(unseen.length === 0 ? [] : [isFull ? `free room on the disk of ${folder}` : 'mend what the program says']),
    ...(crowded.length === 0 ? [] : [`free room on the disk of ${crowded.map(([node]) => node).join(', ')}`]),
  ]
  const mend = `${steps.join('; ')}; then give the line again`
  const orKeep =
    keep === null || damaged.length === 0
      ? ''
      : `, or keep the new release, from which nothing leads back then: ${keep}`
  return new AssayError('upgrade_refused', `${told.join('; ')}: nothing was touched`, {
    hint: sentence(`${mend}${orKeep}`),
  })
}

/** Whether a program says that a disk is full. */
export const saysNoRoom = (text: string): boolean => NO_ROOM.test(text)

const NO_ROOM = /disk_full|no space left|ENOSPC|EDQUOT|disk is full/i

/** A command at the end is typed as it stands. */
const sentence = (text: string): string => {
  const begun = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  return text.includes('assay node') ? begun : `${begun}.`
}
