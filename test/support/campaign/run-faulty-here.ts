import {nodeProcessTable} from '#process/node-process-table'
import type {ProcessTable} from '#process/process-table'
import {systemClock} from '#random/system-clock'
import type {Cancel, Time} from '#random/timers'
import {assay} from '../hall-rig.ts'
import {breakCallsOf} from './break-calls.ts'
import type {Call, Fault, Note} from './fault.ts'
import type {FaultyEnd} from './run-faulty.ts'

/** No process of Linux has a number beyond. Source: proc_sys_kernel(5), pid_max. */
const MOST_PROCESSES = 2 ** 22
let programs = 0

/**
 * The command line in this process, where its work costs a tenth of what a program of its own takes; with one fault of the file system, or none. Whoever
 * reads what it left finds no process that would still work on it. Where the fault is a death, it stops at that call and does nothing more.
 */
export async function runFaultyHere(workspace: string, argv: readonly string[], fault?: Fault): Promise<FaultyEnd> {
  const notes: Note[] = []
  const time = mortalTime()
  const ports = {processes: passing(++programs), clock: time.clock}
  const work = async () => {
    const end = await assay(argv, {cwd: workspace, env: {NO_COLOR: '1'}, ports})
    return {...end, signal: null, notes}
  }
  if (fault === undefined) return await work()
  const {promise: death, resolve} = Promise.withResolvers<FaultyEnd>()
  const died = () => {
    time.end()
    resolve({code: null, signal: 'SIGKILL', out: '', err: '', notes})
  }
  const watch = {fault, root: workspace, tell: (note: Note) => void notes.push(note), died}
  return await Promise.race([death, breakCallsOf(watch, work)])
}

/** Every call that the command makes here when nothing goes wrong. */
export async function callsHere(workspace: string, argv: readonly string[]): Promise<Call[]> {
  const {code, err, notes} = await runFaultyHere(workspace, argv, {how: 'count', at: 0})
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${err}`)
  return notes.flatMap((note) => (note.type === 'call' ? [note] : []))
}

/** A process that there is for itself alone. */
function passing(number: number): ProcessTable {
  const self = {pid: MOST_PROCESSES + number, start: String(number)}
  return {
    ...nodeProcessTable,
    self: () => self,
    startOf: (pid) => (pid === self.pid ? self.start : nodeProcessTable.startOf(pid)),
  }
}

/** Timers that end with the program that set them. */
function mortalTime(): {readonly clock: Time; end(): void} {
  const timers = new Set<Cancel>()
  const kept = (cancel: Cancel): Cancel => {
    timers.add(cancel)
    return () => {
      timers.delete(cancel)
      cancel()
    }
  }
  return {
    clock: {
      ...systemClock,
      after: (ms, run) => kept(systemClock.after(ms, run)),
      every: (ms, run) => kept(systemClock.every(ms, run)),
    },
    end: () => {
      for (const cancel of timers) cancel()
    },
  }
}
