import {join} from 'node:path'
import {AssayError} from '#error/assay-error'
import {EXIT} from '#error/exit'
import type {NodeRelease} from '../model/release.ts'
import {affectedRepositories} from '../verify/findings.ts'
import {verifyData} from '../verify/verify-data.ts'
import {dataDirOf, readCommandFlags} from './command-flags.ts'
import type {NodePorts} from './ports.ts'
import type {NodeSurroundings} from './surroundings.ts'

/** `hostnode verify`: prints what is wrong with a data directory. 0; 1 where something is. */
export async function showVerify(release: NodeRelease, around: NodeSurroundings, ports: NodePorts): Promise<number> {
  const flags = readCommandFlags(around.args.slice(1), {values: ['data-dir'], switches: ['full', 'list-affected']})
  if (flags.operands.length > 0) throw new AssayError('usage', 'verify takes flags only')
  const dataDir = dataDirOf(flags, around)
  const wish = {
    dataDir,
    full: flags.switches.has('full'),
    schema: release.schemaVersion,
    isServed: isServed(dataDir, ports),
  }
  const report = await verifyData(wish, ports)
  const affected = flags.switches.has('list-affected') && {affected: affectedRepositories(report)}
  around.out(`${JSON.stringify({...report, ...affected})}\n`)
  return report.status === 'valid' ? EXIT.ok : EXIT.failed
}

/** Whether a node has the data directory at this moment. */
export function isServed(dataDir: string, {files, takeLock}: Pick<NodePorts, 'files' | 'takeLock'>): boolean {
  const path = join(dataDir, 'node.lock')
  if (files.reader.facts(path) === undefined) return false
  const lock = takeLock(path)
  lock?.[Symbol.dispose]()
  return lock === undefined
}
