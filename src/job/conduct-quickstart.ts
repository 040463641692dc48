import {join} from 'node:path'
import type {MeasurementPorts} from '#measurement/ports'
import type {Files} from '#path/files'
import {conductJob} from './conduct-job.ts'

const FOLDER = 'assay-quickstart'

/** Runs the job that comes with Assay in a new folder of the working directory. Throws as `conductJob` does. */
export async function conductQuickstart(commandArgv: readonly string[], ports: MeasurementPorts, signal: AbortSignal) {
  const workspace = await newFolder(ports.cwd, ports.files)
  const order = {path: ports.programs.quickstart, name: 'quickstart.yaml', workspace, commandArgv, settings: []}
  return await conductJob(order, ports, signal)
}

/** The name of the folder, with a number where it was taken. */
async function newFolder(cwd: string, {directories}: Pick<Files, 'directories'>): Promise<string> {
  for (let at = 1; ; at++) {
    const name = at === 1 ? FOLDER : `${FOLDER}-${at}`
    if ((await directories.make(join(cwd, name))) === 'made') return name
  }
}
