import {readdirSync, readFileSync, readlinkSync} from 'node:fs'
import {availableParallelism, hostname, loadavg} from 'node:os'
import type {Neighbours} from './neighbours.ts'
import type {ProcessTable} from './process-table.ts'

/** Places behind the name in parentheses. Source: proc_pid_stat(5), fields 3, 4, 6, 7 and 22. */
const FIELD = {state: 0, parent: 1, session: 3, terminal: 4, start: 19}
/** Ended, but still in the table until its parent asks: in a container without an init process for ever. */
const ENDED = new Set(['Z', 'X'])

/** `/proc` on Linux; elsewhere existence only, with the start time `unknown`. Source: proc_pid_stat(5), field 22. */
export const nodeProcessTable: ProcessTable = {
  self: () => ({pid: process.pid, start: startOf(process.pid) ?? 'unknown'}),
  startOf,
  host: () => ({
    bootIdentity: readLine('/proc/sys/kernel/random/boot_id') ?? 'unknown',
    hostIdentity: readLine('/etc/machine-id') || hostname(),
  }),
}

function startOf(pid: number): string | undefined {
  const fields = fieldsOf(pid)
  if (fields) return ENDED.has(fields[FIELD.state] ?? '') ? undefined : fields[FIELD.start]
  if (process.platform === 'linux') return undefined
  try {
    process.kill(pid, 0)
    return 'unknown'
  } catch {
    return undefined
  }
}

/** The name in parentheses may itself hold spaces and parentheses; fields are counted behind the last one. */
function fieldsOf(pid: number): string[] | undefined {
  const stat = readLine(`/proc/${pid}/stat`)
  return stat ? stat.slice(stat.lastIndexOf(')') + 2).split(' ') : undefined
}

/** Whether somebody works there: a shell that leads the session of a terminal. */
function isTerminalShell(pid: number): boolean {
  const fields = fieldsOf(pid)
  return fields?.[FIELD.session] === String(pid) && fields[FIELD.terminal] !== '0'
}

/** This process, and those that it was started by. */
function ownLine(): ReadonlySet<number> {
  const line = new Set<number>()
  for (let pid = process.pid; pid > 0 && !line.has(pid); pid = Number(fieldsOf(pid)?.[FIELD.parent] ?? 0)) line.add(pid)
  return line
}

function readLine(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}

/** `/proc` on Linux. Source: proc_pid_cwd(5), proc_pid_fd(5); a directory that was removed has ` (deleted)` behind its path. */
export const nodeNeighbours: Neighbours = {
  inFolder: (folder) => {
    if (process.platform !== 'linux') return undefined
    const own = ownLine()
    const pids = readdirSync('/proc').flatMap((name) => (/^[0-9]+$/.test(name) ? [Number(name)] : []))
    return pids.flatMap((pid) => {
      const place = folderOf(pid)
      if (place !== folder && !place?.startsWith(`${folder}/`)) return []
      const start = own.has(pid) || isTerminalShell(pid) ? undefined : nodeProcessTable.startOf(pid)
      return start === undefined ? [] : [{pid, start}]
    })
  },
  holding: (pid, folder) => {
    const start = process.platform === 'linux' ? nodeProcessTable.startOf(pid) : undefined
    // The start is read first: a later process with the number has another one, and gets no signal.
    return start !== undefined && openFiles(pid).some((path) => path.startsWith(`${folder}/`))
      ? {pid, start}
      : undefined
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

/** None of a process that is gone or of another user. */
function openFiles(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((name) => linkAt(`/proc/${pid}/fd/${name}`) ?? [])
  } catch {
    return []
  }
}

const folderOf = (pid: number) => linkAt(`/proc/${pid}/cwd`)?.replace(/ \(deleted\)$/, '')

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
