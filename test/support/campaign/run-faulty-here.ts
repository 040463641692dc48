import {nodeProcessTable} from '#process/node-process-table'
import {assay} from '../hall-rig.ts'
import {breakCalls} from './break-calls.ts'
import {READ_PORTS} from './check-workspace.ts'
import type {Call, Fault, Note} from './fault.ts'
import type {FaultyEnd} from './run-faulty.ts'

/** The command line in this process, where its work costs a tenth of what a program of its own takes; with one error of the file system, or none. */
export async function runFaultyHere(workspace: string, argv: readonly string[], fault?: Fault): Promise<FaultyEnd> {
  const notes: Note[] = []
  using _ = fault && breakCalls({fault, root: workspace, tell: (note) => void notes.push(note)})
  const end = await assay(argv, {cwd: workspace, env: {NO_COLOR: '1'}})
  return {...end, signal: null, notes}
}

/** Every call that the command makes here when nothing goes wrong. */
export async function callsHere(workspace: string, argv: readonly string[]): Promise<Call[]> {
  const {notes} = await runFaultyHere(workspace, argv, {how: 'count', at: 0})
  return notes.flatMap((note) => (note.type === 'call' ? [note] : []))
}

/** To whoever reads what such a command left, the process that ran it has ended. */
export const READ_AFTER = {
  ...READ_PORTS,
  processes: {
    ...nodeProcessTable,
    startOf: (pid: number) => (pid === process.pid ? undefined : nodeProcessTable.startOf(pid)),
  },
}
