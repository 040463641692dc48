// What the node prints about migrations, word for word: operators and their tools wait for these lines.

export const CHECKING = 'Checking for pending migrations...'
export const NOTHING_PENDING = 'No pending migrations'
export const COMPLETED = 'Migration completed successfully'

/** `from` and `to`: releases without `v`. */
export function runningLine(from: string, to: string): string {
  return `Running migration: v${from} → v${to}`
}
