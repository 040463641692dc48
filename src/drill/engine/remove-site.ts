import {sleep} from '#random/timers'
import type {DrillPorts} from '../site/drill-ports.ts'
import {socketFolders} from './socket-folders.ts'

/** A process that was told to end needs a moment. */
const LOOKS = 100
const LOOK_AGAIN_MS = 50

/**
 * Ends what still runs in the folder of a drill, and removes the folder. Gives what had to be ended by force or could not be removed; nothing
 * where the drill had cleaned up behind itself.
 */
export async function removeSite(
  folder: string,
  ports: Pick<DrillPorts, 'neighbours' | 'clock' | 'files'>,
): Promise<string[]> {
  const {neighbours, clock, files} = ports
  if (files.reader.facts(folder) === undefined) return []
  const there = () => neighbours.inFolder(files.reader.real(folder) ?? folder) ?? []
  for (let look = 0; look < LOOKS && there().length > 0; look++) await sleep(clock, LOOK_AGAIN_MS)
  const left = there()
  for (const process of left) neighbours.signal(process, 'SIGKILL')
  for (let look = 0; look < LOOKS && there().length > 0; look++) await sleep(clock, LOOK_AGAIN_MS)
  const living = there()
  for (const beside of socketFolders(folder, files)) await files.directories.removeTree(beside)
  await files.directories.removeTree(folder)
  return [
    ...left.map(({pid}) => `process ${pid} had to be ended`),
    ...living.map(({pid}) => `process ${pid} does not end`),
    ...(files.reader.facts(folder) === undefined ? [] : ['the folder of the drill is still there']),
  ]
}
