import {AssayError} from '#error/assay-error'
import {EXIT} from '#error/exit'
import {makeFolders} from '#path/make-folders'
import {dataDirOf, readCommandFlags} from './command-flags.ts'
import {openMemberKey} from './open-member-key.ts'
import type {NodePorts} from './ports.ts'
import type {NodeSurroundings} from './surroundings.ts'

/** `hostnode key`: prints the public key of a node, before its first start too: a file of validators needs those of all. The exit code. */
export async function showKey(around: NodeSurroundings, ports: NodePorts): Promise<number> {
  const flags = readCommandFlags(around.args.slice(1), {values: ['data-dir'], switches: []})
  if (flags.operands.length > 0) throw new AssayError('usage', 'key takes flags only')
  const dataDir = dataDirOf(flags, around)
  await makeFolders(dataDir, ports.files.directories)
  const {pubkey} = await openMemberKey(dataDir, ports)
  around.out(`${pubkey}\n`)
  return EXIT.ok
}
