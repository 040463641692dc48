import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import {sha256} from '#digest/sha256'
import {writeAtomic} from '#path/write-atomic'
import type {DrillPorts} from './drill-ports.ts'

const PROGRAM = /^(?<release>.+)\.mjs$/

/** Fills a folder with a program a release, each of which runs the one of this package, and with the list of their digests: as operators have them. */
export async function makeReleases(folder: string, ports: DrillPorts): Promise<void> {
  const {programs, files, redactor} = ports
  await files.directories.make(folder)
  const releases: object[] = []
  for (const {name} of files.reader.list(programs.releases)) {
    const release = PROGRAM.exec(name)?.groups?.['release']
    if (release === undefined) continue
    const bytes = Buffer.from(`await import(${JSON.stringify(pathToFileURL(join(programs.releases, name)).href)})\n`)
    await writeAtomic(join(folder, name), redactor.bytes(bytes), ports)
    releases.push({release, sha256: sha256(bytes).replace('sha256:', '')})
  }
  await writeAtomic(join(folder, 'releases.json'), redactor.json({schema_version: 1, releases}), ports)
}
