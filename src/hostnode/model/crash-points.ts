/** Moments at which a crash would hurt most: tests end the process there. A point is added together with the line of code it names. */
export const CRASH_POINTS = [
  'store.before-commit',
  'store.after-commit',
  'repository.create.row',
  'repository.create.staged',
  'repository.create.renamed',
  'repository.delete.row',
  'repository.delete.renamed',
  'repository.delete.gone',
  'hook.attempt.before',
  'hook.attempt.answered',
  'git.receive.started',
  'git.receive.mid',
  'git.receive.ended',
  'git.record.collected',
  'git.record.stored',
  'migration.before-step',
  'migration.after-step',
  'bootstrap.before-file',
  'bootstrap.after-file',
  'backup.create.snapshot',
  'backup.create.written',
  'backup.create.renamed',
  'restore.extracted',
  'restore.marked',
  'restore.old-moved',
  'restore.new-moved',
  'migrate.folder-moved',
  'consensus.vote.stored',
  'consensus.block.stored',
] as const
export type CrashPoint = (typeof CRASH_POINTS)[number]

/** Called whenever a point is passed. */
export type CrashAt = (point: CrashPoint) => void

/**
 * Makes a function that ends the process when a point is passed the n-th time. `wish`: `point:n`, or nothing. Undefined for any other text: a
 * node that ignored it would pass every test.
 */
export function crashAt(wish: string | undefined, end: () => void): CrashAt | undefined {
  if (wish === undefined || wish === '') return () => undefined
  const [, name, count = '1'] = /^([a-z.-]+)(?::(\d{1,9}))?$/.exec(wish) ?? []
  if (!CRASH_POINTS.some((one) => one === name)) return undefined
  let left = Number(count)
  return (point) => {
    if (point === name && --left === 0) end()
  }
}
