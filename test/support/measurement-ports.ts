import type {MeasurementPorts} from '#measurement/ports'
import {NO_PARTING_WORDS} from '#report/parting-words'
import {NO_PROGRESS} from '#report/progress'
import type {RunPorts} from '#run/ports'

/** Ports of a measurement that starts no process and no thread. */
export function measurementPorts({ports, path}: {readonly ports: RunPorts; readonly path: string}): MeasurementPorts {
  const nobody = () => {
    throw new Error('nothing is started here')
  }
  return {
    ...ports,
    env: {},
    cwd: path,
    recordings: '',
    progress: NO_PROGRESS,
    partingWords: NO_PARTING_WORDS,
    keyring: async () => nobody(),
    children: {run: async () => nobody()},
    startTalk: async () => nobody(),
    programs: {
      assay: [''],
      hostnode: [''],
      node: '',
      drillChild: [''],
      packageBlock: '',
      drills: '',
      releases: '',
      alerts: '',
      quickstart: '',
      startLines: async () => nobody(),
      runForBytes: async () => nobody(),
      startDaemon: async () => nobody(),
    },
    serveHttp: async () => nobody(),
    globs: {find: async () => nobody()},
    space: {freeBytes: () => undefined, temporary: '', ofUser: ''},
    neighbours: {
      inFolder: () => [],
      holding: () => undefined,
      signal: nobody,
      load: () => ({average: 0, processors: 1}),
    },
    threads: {start: nobody, cores: () => 1},
  }
}
