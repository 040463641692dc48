import {join} from 'node:path'
import {AssayError} from '#error/assay-error'
import {EXIT} from '#error/exit'
import {FaultTable} from '../fault/fault-table.ts'
import {holdMigration} from '../fault/hold-migration.ts'
import {applyFolders, countFolders, type FolderContext} from '../migrate/apply-folders.ts'
import {CHECKING, COMPLETED, NOTHING_PENDING, runningLine} from '../model/migration-lines.ts'
import {FOLDERS_BY_ID_SCHEMA, type NodeRelease, releaseOfSchema, schemaOfRelease} from '../model/release.ts'
import {nodeFact, setNodeFact} from '../store/facts-table.ts'
import {migrationsBetween} from '../store/migrations.ts'
import type {NodeStore} from '../store/node-store.ts'
import {type MigrationContext, runMigration, storedSchema} from '../store/run-migrations.ts'
import {openQuietly, refuseNewer} from '../verify/verify-data.ts'
import {dataDirOf, readCommandFlags} from './command-flags.ts'
import {crashWish} from './crash-wish.ts'
import {headBranch} from './head-branch.ts'
import type {NodePorts} from './ports.ts'
import type {NodeSurroundings} from './surroundings.ts'

/** `hostnode migrate`: brings the data of a stopped node to another release. The exit code; 7 for a way that there is not, or a node that runs. */
export async function migrateData(release: NodeRelease, around: NodeSurroundings, ports: NodePorts): Promise<number> {
  const flags = readCommandFlags(around.args.slice(1), {values: ['from', 'to', 'data-dir'], switches: ['dry-run']})
  const from = flags.values.get('from')
  const to = flags.values.get('to')
  if (from === undefined || to === undefined || flags.operands.length > 0)
    throw new AssayError('usage', 'migrate needs --from VERSION and --to VERSION, and takes flags only')
  const crashAt = crashWish(around)
  const dataDir = dataDirOf(flags, around)
  openQuietly(dataDir, ports)[Symbol.dispose]()
  using lock = ports.takeLock(join(dataDir, 'node.lock'))
  if (lock === undefined)
    throw new AssayError('node_refused', 'a node is running on the data directory', {hint: 'Stop it first.'})
  using store = openQuietly(dataDir, ports)
  const stored = storedSchema(store)
  const wanted = wantedSchema({from, to, stored, wish: nodeFact(store, 'migrate_wish')}, release)
  const say = (line: string) => around.out(`${line}\n`)
  const disk = {
    headOf: (owner: string, name: string) => headBranch(join(dataDir, 'repos', owner, `${name}.git`), ports),
  }
  const faults = new FaultTable(ports.time, release.faults)
  const beforeStep = (step: number) => holdMigration(step, faults, ports.time)
  const work = {
    dataDir,
    typedDataDir: dataDir,
    files: ports.files,
    disk,
    say,
    crashAt,
    nowMs: () => ports.time.nowMs(),
    beforeStep,
  }
  if (flags.switches.has('dry-run')) showPlan(store, wanted, work)
  else {
    // A kill may leave the data between two releases: the same command is to go on from there.
    if (stored === schemaOfRelease(from))
      store.transaction(() => setNodeFact(store, 'migrate_wish', wishText(stored, wanted)))
    await runAll(store, wanted, work)
  }
  return EXIT.ok
}

type MigrateWork = FolderContext & MigrationContext

/** What is asked of which data; `wish`: what was asked of them last. */
interface AskedMigration {
  readonly from: string
  readonly to: string
  readonly stored: number
  readonly wish: string | undefined
}

/** Identifies a run of `migrate`, so that a later one recognises it. */
function wishText(from: number, to: number): string {
  return `${from} to ${to}`
}

function wantedSchema({from, to, stored, wish}: AskedMigration, release: NodeRelease): number {
  refuseNewer(stored, release.schemaVersion)
  const next = stored < release.schemaVersion ? releaseOfSchema(stored + 1) : 'none'
  const refused = (what: string) =>
    new AssayError('node_refused', what, {hint: `The next release to go to from here: ${next}.`})
  const wanted = schemaOfRelease(to)
  if (wanted === undefined) throw refused('--to names no release that there is')
  const first = schemaOfRelease(from)
  if (first === undefined) throw refused('--from names no release that there is')
  const isBegun = wish === wishText(first, wanted) && stored > first && stored <= wanted
  if (first !== stored && !isBegun)
    throw new AssayError('usage', `the data are those of ${releaseOfSchema(stored)}`, {
      hint: `Use --from ${releaseOfSchema(stored)}.`,
    })
  if (wanted < stored) throw refused('there is no way back to an older release; restore a backup that was made before')
  if (wanted > release.schemaVersion) throw refused(`this is ${release.version}, which cannot make the data of ${to}`)
  return wanted
}

async function runAll(store: NodeStore, wanted: number, work: MigrateWork): Promise<void> {
  const pending = migrationsBetween(storedSchema(store), wanted)
  work.say(CHECKING)
  for (const one of pending) {
    work.say(runningLine(releaseOfSchema(one.to - 1), releaseOfSchema(one.to)))
    if (one.to === FOLDERS_BY_ID_SCHEMA) await applyFolders(store, work)
    else await runMigration(store, one, work)
  }
  work.say(pending.length === 0 ? NOTHING_PENDING : COMPLETED)
}

function showPlan(store: NodeStore, wanted: number, work: MigrateWork): void {
  const pending = migrationsBetween(storedSchema(store), wanted)
  for (const {to} of pending) work.say(`Would run migration: v${releaseOfSchema(to - 1)} → v${releaseOfSchema(to)}`)
  if (pending.some(({to}) => to === FOLDERS_BY_ID_SCHEMA)) work.say(`Folders to move: ${countFolders(store, work)}`)
  if (pending.length === 0) work.say(NOTHING_PENDING)
}
