import {join} from 'node:path'
import {writeAtomic} from '#path/write-atomic'
import type {BasicPorts} from '#port/basic-ports'

/** Where a node serves, in a file that scripts wait for. */
export interface Announcement {
  readonly pid: number
  readonly api: string
  readonly metrics: string | null
  readonly peer: string | null
  /** The socket that sets faults, where there is one. */
  readonly control: string | null
  readonly version: string
  readonly instance_id: string
}

/** In the data directory, for commands that know no other way. */
export function announcementPath(dataDir: string): string {
  return join(dataDir, 'serving.json')
}

/** Whole or not at all: who sees the file may read it. */
export async function writeAnnouncement(
  path: string,
  announcement: Announcement,
  ports: Pick<BasicPorts, 'files' | 'entropy' | 'redactor'>,
): Promise<void> {
  const text = new TextEncoder().encode(`${JSON.stringify(announcement)}\n`)
  await writeAtomic(path, ports.redactor.bytes(text), ports, {forOthers: true})
}
