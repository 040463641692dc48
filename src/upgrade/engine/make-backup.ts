import {join} from 'node:path/posix'
import {AssayError} from '#error/assay-error'
import {fileName} from '#path/safe-relative-path'
import {saysNoRoom} from '../model/backup-fault.ts'
import {backupFile} from '../site/upgrade-places.ts'
import {hand} from './apply-hands.ts'
import type {ActEnd, UpgradeWork} from './upgrade-work.ts'

/** The backup of a node, made and looked at. Throws `disk_full` where it found no room, which says nothing of the node; nothing is left of it then. */
export async function backupNode(work: UpgradeWork, node: string, signal: AbortSignal): Promise<ActEnd> {
  const isFenced = work.plan.steps.some(({act}) => act === 'fence')
  const made = await hand(isFenced ? 'backup_quiesced' : 'backup_create')(work, node, signal)
  const end = made.state === 'good' ? await hand('backup_verify')(work, node, signal) : made
  if (end.state === 'good' || !saysNoRoom(end.detail)) return end
  await removeHalf(work, node)
  throw new AssayError('disk_full', `the backup of ${node} found no room: ${end.detail}`)
}

/** What it took is needed to write down how this ended. */
async function removeHalf({folder, ports: {files}}: UpgradeWork, node: string): Promise<void> {
  const name = fileName(backupFile(folder, node))
  const left = files.reader.list(folder).filter((one) => one.name.startsWith(name))
  for (const one of left) await files.directories.removeTree(join(folder, one.name))
}
