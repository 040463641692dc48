import {readdirSync, readlinkSync} from 'node:fs'
import {availableParallelism, loadavg} from 'node:os'
import type {Neighbours} from './neighbours.ts'
import {nodeProcessTable} from './node-process-table.ts'

/** `/proc` on Linux. Source: proc_pid_cwd(5); a directory that was removed has ` (deleted)` behind its path. */
export const nodeNeighbours: Neighbours = {
  inFolder: (folder) => {
    if (process.platform !== 'linux') return undefined
    const pids = readdirSync('/proc').flatMap((name) => (/^[0-9]+$/.test(name) ? [Number(name)] : []))
    return pids.flatMap((pid) => {
      const place = folderOf(pid)
      const start = place === folder || place?.startsWith(`${folder}/`) ? nodeProcessTable.startOf(pid) : undefined
      return start === undefined ? [] : [{pid, start}]
    })
  },
  load: () => ({average: loadavg()[0] ?? 0, processors: availableParallelism()}),
  signal: ({pid, start}, name) => {
    if (nodeProcessTable.startOf(pid) !== start) return false
    try {
      return process.kill(pid, name)
    } catch {
      return false
    }
  },
}

function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, '')
  } catch {
    return undefined
  }
}
