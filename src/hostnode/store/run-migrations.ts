import {AssayError} from '#error/assay-error'
import {shellWord} from '#path/shown-path'
import type {CrashAt} from '../model/crash-points.ts'
import {CHECKING, COMPLETED, NOTHING_PENDING, runningLine} from '../model/migration-lines.ts'
import {releaseOfSchema} from '../model/release.ts'
import {nodeFact, setNodeFact} from './facts-table.ts'
import {type Migration, type MigrationDisk, migrationsBetween} from './migrations.ts'
import type {NodeStore} from './node-store.ts'
import {FIRST_SCHEMA} from './schema.ts'

/** What running migrations takes. */
export interface MigrationContext {
  /** As it is typed, for commands that are suggested. */
  readonly typedDataDir: string
  readonly disk: MigrationDisk
  readonly say: (line: string) => void
  readonly crashAt: CrashAt
  readonly nowMs: () => number
  /** Awaited before a step runs, counted from 1: in between a node answers that it is starting. */
  readonly beforeStep: (step: number) => Promise<void>
}

/** The schema of a store; 0 where it is new. */
export function storedSchema(store: NodeStore): number {
  if (store.one(`SELECT 1 FROM sqlite_schema WHERE name = 'node'`) === undefined) return 0
  return Number(nodeFact(store, 'schema_version') ?? 0)
}

/**
 * Brings a store to a schema: a new one at once, an older one by the migrations between, each step recorded before it runs. Throws `refused` where the
 * store is newer, or where one of them is not automatic: nothing is changed then.
 */
export async function runMigrations(store: NodeStore, wanted: number, ports: MigrationContext): Promise<void> {
  ports.say(CHECKING)
  const stored = storedSchema(store)
  const pending = migrationsBetween(stored, wanted)
  refuseCutOff(store, stored, ports.typedDataDir)
  refuseWhatMayNot({stored, wanted, pending}, ports.typedDataDir)
  if (stored === 0) createStore(store, wanted, ports.disk)
  if (stored === 0 || pending.length === 0) {
    ports.say(NOTHING_PENDING)
    return
  }
  for (const one of pending) {
    ports.say(runningLine(releaseOfSchema(one.to - 1), releaseOfSchema(one.to)))
    await runMigration(store, one, ports)
  }
  ports.say(COMPLETED)
}

interface Way {
  readonly stored: number
  readonly wanted: number
  readonly pending: readonly Migration[]
}

function refuseWhatMayNot({stored, wanted, pending}: Way, dataDir: string): void {
  if (stored > wanted)
    throw new AssayError(
      'node_refused',
      `the data are of schema ${stored}, this release reads schema ${wanted} at most`,
      {hint: `Run release ${releaseOfSchema(stored)} or newer, or restore a backup made before the upgrade.`},
    )
  const manual = stored === 0 ? undefined : pending.find(({isAutomatic}) => !isAutomatic)
  if (manual === undefined) return
  const [from, to] = [releaseOfSchema(stored), releaseOfSchema(manual.to)]
  throw new AssayError('node_refused', `the way from ${from} to ${to} is no automatic migration`, {
    hint: `Back up, then run: ${migrateCommand(stored, manual.to, dataDir)}`,
  })
}

/** Folders may have moved in part already: only who began may go on. An automatic migration goes on by itself. */
function refuseCutOff(store: NodeStore, stored: number, dataDir: string): void {
  const manual = migrationsBetween(stored, Number.MAX_SAFE_INTEGER).filter(({isAutomatic}) => !isAutomatic)
  const begun = manual.find(({to}) => stored > 0 && lastStepDone(store, to, 'running') > 0)
  if (begun === undefined) return
  throw new AssayError('node_refused', 'a migration of these data was cut off', {
    hint: `Finish it with: ${migrateCommand(stored, begun.to, dataDir)}`,
  })
}

function migrateCommand(from: number, to: number, dataDir: string): string {
  const flags = ['--from', releaseOfSchema(from), '--to', releaseOfSchema(to), '--data-dir', shellWord(dataDir)]
  return ['hostnode migrate', ...flags].join(' ')
}

/** A new store is of its schema at once. */
export function createStore(store: NodeStore, wanted: number, disk: MigrationDisk): void {
  store.transaction(() => {
    store.script(FIRST_SCHEMA)
    for (const {steps} of migrationsBetween(1, wanted)) for (const step of steps) step(store, disk)
    setNodeFact(store, 'schema_version', String(wanted))
  })
}

/** Resumes after the last step that is done: what was running runs again. */
export async function runMigration(store: NodeStore, {to, steps}: Migration, ports: MigrationContext): Promise<void> {
  const first = lastStepDone(store, to)
  for (const [at, step] of steps.entries()) {
    if (at < first) continue
    recordStep(store, {to, step: at + 1, steps: steps.length, state: 'running', nowMs: ports.nowMs()})
    ports.crashAt('migration.before-step')
    await ports.beforeStep(at + 1)
    store.transaction(() => {
      step(store, ports.disk)
      recordStep(store, {to, step: at + 1, steps: steps.length, state: 'done', nowMs: ports.nowMs()})
    })
    ports.crashAt('migration.after-step')
  }
  store.transaction(() => setNodeFact(store, 'schema_version', String(to)))
}

/** The last step of a migration that came to an end, or `state` as asked; 0 where there is none. */
export function lastStepDone(store: NodeStore, to: number, state: StepRecord['state'] = 'done'): number {
  const row = store.one('SELECT max(step) AS step FROM migrations WHERE to_schema = ? AND state = ?', to, state)
  return typeof row?.['step'] === 'number' ? row['step'] : 0
}

/** One step, before it runs or when it is done. */
interface StepRecord {
  readonly to: number
  readonly step: number
  readonly steps: number
  readonly state: 'running' | 'done'
  readonly nowMs: number
}

export function recordStep(store: NodeStore, {to, step, steps, state, nowMs}: StepRecord): void {
  store.transaction(() =>
    store.run(
      'INSERT INTO migrations (from_schema, to_schema, step, steps, state, at) VALUES (?, ?, ?, ?, ?, ?)',
      to - 1,
      to,
      step,
      steps,
      state,
      nowMs,
    ),
  )
}
