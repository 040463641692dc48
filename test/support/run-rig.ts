import {writeError} from '#path/errno'
import type {Files} from '#path/files'
import {nodeFiles} from '#path/node-files'
import {classifyHost} from '#process/host-facts'
import type {ProcessTable} from '#process/process-table'
import {systemEntropy} from '#random/system-entropy'
import {Redactor} from '#redact/redactor'
import {conductRun} from '#run/conduct-run'
import {bareVerdict} from '#run/end-run'
import type {RunPorts} from '#run/ports'
import type {ConductedRun, RunDescription, RunOutcome, RunRecorder} from '#run/run-recorder'
import {fakeClock} from './fakes/fake-clock.ts'
import {tempDir} from './temp-dir.ts'

/** Processes by number; a pid that is not in the table is dead. */
export function fakeProcesses(alive: Record<number, string> = {7: 'start-7'}, self = 7, host = 'host-a'): ProcessTable {
  return {
    self: () => ({pid: self, start: alive[self] ?? 'gone'}),
    startOf: (pid) => alive[pid],
    host: () => ({bootIdentity: `boot-of-${host}`, hostIdentity: host}),
  } satisfies ProcessTable
}

export const TEST_HOST = classifyHost({
  os: 'linux',
  release: '6.1.0',
  arch: 'x64',
  cpuModel: 'test',
  cpus: 2,
  memoryBytes: 8 * 2 ** 30,
  node: '24.21.0',
  v8: '13',
  isContainer: false,
  isCi: true,
  isTerminal: false,
})

export const TRIAL: RunDescription = {
  kind: 'eval',
  command: 'eval',
  commandArgv: ['eval', '--provider', 'mock'],
  providers: ['mock'],
  capabilities: ['predict'],
  operations: ['predict'],
  inputSummary: {suite: 'contract'},
  inputs: [{path: 'inputs/suite.json', label: 'suite', kind: 'input', content: {json: {name: 'contract'}}}],
}

/** The outcome of a trial whose gate said pass or fail. */
export function outcome(state: 'pass' | 'fail' | 'skipped' = 'pass', result: unknown = {success_rate: 1}): RunOutcome {
  const verdict = bareVerdict(state, `the gate says ${state}`)
  return {
    verdict,
    reasonCode: state,
    result,
    resultSummary: {success_rate: 1},
    report: {title: 'Test trial', status: state, facts: [], tables: [], cases: [], remarks: []},
  }
}

/** A temporary workspace with everything needed to conduct, read and clean runs in it. */
export function runRig(over: Partial<RunPorts> = {}) {
  const dir = tempDir()
  const clock = fakeClock()
  const ports: RunPorts = {
    files: nodeFiles,
    clock,
    entropy: systemEntropy,
    processes: fakeProcesses(),
    redactor: new Redactor(),
    host: () => TEST_HOST,
    versions: {assay: '0.0.0-test', node: '24.21.0'},
    ...over,
  }
  const conduct = (
    work: (trial: RunRecorder, signal: AbortSignal) => Promise<RunOutcome> = async () => outcome(),
    signal: AbortSignal = new AbortController().signal,
    trial: RunDescription = TRIAL,
  ): Promise<ConductedRun> => conductRun({workspace: dir.path, trial}, ports, signal, work)
  return {path: dir.path, clock, ports, conduct, [Symbol.dispose]: () => dir[Symbol.dispose]()}
}

/** The same files, but the named operation fails with this errno from the nth call on. */
export function failingFiles(files: Files, fault: {operation: string; errno: string; from: number}): Files {
  let calls = 0
  const guard = <T extends object>(port: T): T =>
    new Proxy(port, {
      get(target, key) {
        const value = Reflect.get(target, key)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          if (key === fault.operation && ++calls >= fault.from) {
            throw writeError(Object.assign(new Error(fault.errno), {code: fault.errno}), String(key), 'a file')
          }
          const made = Reflect.apply(value, target, args)
          return key === 'open' && made instanceof Promise ? made.then(guard) : made
        }
      },
    })
  return {reader: files.reader, writer: guard(files.writer), directories: guard(files.directories)}
}
