import {join} from 'node:path'
import {sha256} from '#digest/sha256'
import {stateOfFile} from '../action/apply-corruption.ts'
import type {ProbeWay} from './probe-context.ts'

/** A file of the application: whether it is there, what it holds, and how that stands to what the drill found. */
export const probeFile: ProbeWay = async ({path}, {site, ports}) => {
  const {reader} = ports.files
  const full = join(site.home, String(path))
  const facts = reader.facts(full)
  return {
    exists: facts !== undefined,
    size_bytes: facts?.sizeBytes ?? 0,
    sha256: facts?.kind === 'file' ? sha256(reader.read(full)) : 'none',
    ...stateOfFile(site.folder, String(path), ports),
  }
}

/** Room on the disk that the drill writes to; a disk that does not tell gives nothing. */
export const probeDisk: ProbeWay = async (_, {site, ports}) => {
  const free = ports.space.freeBytes(site.folder)
  return free === undefined ? {} : {free_bytes: free}
}
