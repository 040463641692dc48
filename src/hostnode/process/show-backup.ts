import {resolve} from 'node:path'
import {AssayError} from '#error/assay-error'
import {EXIT} from '#error/exit'
import {restoreBackup} from '../backup/apply-backup.ts'
import type {BackupContext} from '../backup/backup-context.ts'
import {checkDeep} from '../backup/check-deep.ts'
import {createBackup} from '../backup/create-backup.ts'
import {type ReadBackup, readBackup} from '../backup/read-backup.ts'
import type {NodeRelease} from '../model/release.ts'
import {dataDirOf, readCommandFlags} from './command-flags.ts'
import {crashWish} from './crash-wish.ts'
import type {NodePorts} from './ports.ts'
import {isServed} from './show-verify.ts'
import type {NodeSurroundings} from './surroundings.ts'

type Show = (release: NodeRelease, around: NodeSurroundings, ports: BackupContext) => Promise<number>

const COMMANDS: ReadonlyMap<string, Show> = new Map<string, Show>([
  ['create', showCreate],
  ['verify', showCheck],
  ['restore', showRestore],
])

/** `hostnode backup`: 0; 1 for an archive that is not whole; 7 for what is refused. */
export async function showBackup(release: NodeRelease, around: NodeSurroundings, ports: NodePorts): Promise<number> {
  const show = COMMANDS.get(around.args[1] ?? '')
  if (show === undefined)
    throw new AssayError('usage', 'backup takes create, verify or restore', {hint: 'Run hostnode --help.'})
  return await show(release, around, {...ports, crashAt: crashWish(around)})
}

async function showCreate(release: NodeRelease, around: NodeSurroundings, ports: BackupContext): Promise<number> {
  const flags = readCommandFlags(around.args.slice(2), {
    values: ['output', 'data-dir'],
    switches: ['quiesce', 'include-keys'],
  })
  const output = flags.values.get('output')
  if (output === undefined || flags.operands.length > 0)
    throw new AssayError('usage', 'backup create needs --output FILE, and takes flags only')
  const dataDir = dataDirOf(flags, around)
  const wish = {
    dataDir,
    isServed: isServed(dataDir, ports),
    output: resolve(around.cwd, output),
    quiesce: flags.switches.has('quiesce'),
    includeKeys: flags.switches.has('include-keys'),
    release,
  }
  const {manifest, sha256} = await createBackup(wish, ports)
  around.out(linesOf(output, {manifest, sha256, sizeBytes: ports.files.reader.facts(wish.output)?.sizeBytes ?? 0}))
  return EXIT.ok
}

async function showCheck(release: NodeRelease, around: NodeSurroundings, ports: BackupContext): Promise<number> {
  const flags = readCommandFlags(around.args.slice(2), {values: [], switches: ['deep']})
  const name = operandOf(flags.operands)
  const file = resolve(around.cwd, name)
  try {
    const read = await readBackup(file, ports)
    if (flags.switches.has('deep')) await checkDeep(file, read, release.schemaVersion, ports)
    around.out(`${linesOf(name, read)}Status: VALID\n`)
    return EXIT.ok
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== 'archive_refused') throw error
    around.out(`Backup file: ${name}\nReason: ${error.message}\nStatus: INVALID\n`)
    return EXIT.failed
  }
}

async function showRestore(release: NodeRelease, around: NodeSurroundings, ports: BackupContext): Promise<number> {
  const flags = readCommandFlags(around.args.slice(2), {
    values: ['data-dir'],
    switches: ['force', 'accept-lost-secrets'],
  })
  const name = operandOf(flags.operands)
  const wish = {
    file: resolve(around.cwd, name),
    dataDir: dataDirOf(flags, around),
    force: flags.switches.has('force'),
    acceptLostSecrets: flags.switches.has('accept-lost-secrets'),
    schema: release.schemaVersion,
  }
  const {read, replaced} = await restoreBackup(wish, ports)
  const kept = replaced === null ? '' : `Replaced: ${replaced}\n`
  around.out(`${linesOf(name, read)}Restored to: ${wish.dataDir}\n${kept}`)
  return EXIT.ok
}

function operandOf([name, ...more]: readonly string[]): string {
  if (name === undefined || more.length > 0) throw new AssayError('usage', 'name one backup file')
  return name
}

function linesOf(name: string, {manifest, sha256, sizeBytes}: ReadBackup): string {
  const {created_at, counts} = manifest
  return [
    `Backup file: ${name}`,
    `Created: ${created_at}`,
    `Size: ${sizeBytes} bytes`,
    `Checksum: SHA256:${sha256}`,
    `Objects: ${counts.objects}`,
    `Repositories: ${counts.repositories}`,
    '',
  ].join('\n')
}
