import {type RateWindow, WINDOW_MS} from '../model/rate-limits.ts'
import type {NodeStore} from './node-store.ts'

/** Windows that have not ended. */
export function storedWindows(store: NodeStore, nowMs: number): [string, RateWindow][] {
  const rows = store.all('SELECT * FROM rate_windows WHERE started_at > ?', nowMs - WINDOW_MS)
  return rows.map(({key, started_at, used}) => [String(key), {startedMs: Number(started_at), used: Number(used)}])
}

/** Puts windows into the table, and takes those out that have ended. */
export function storeWindows(
  store: NodeStore,
  windows: readonly (readonly [string, RateWindow])[],
  nowMs: number,
): void {
  if (windows.length === 0) return
  store.transaction(() => {
    store.run('DELETE FROM rate_windows WHERE started_at <= ?', nowMs - WINDOW_MS)
    for (const [key, {startedMs, used}] of windows)
      store.run('INSERT OR REPLACE INTO rate_windows (key, started_at, used) VALUES (?, ?, ?)', key, startedMs, used)
  })
}
