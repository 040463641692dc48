import {appendFileSync, cpSync, mkdirSync} from 'node:fs'
import type {MeasurementPorts} from '#measurement/ports'
import {writeError} from '#path/errno'
import {nodeFiles} from '#path/node-files'
import {nodeProcessTable} from '#process/node-process-table'
import {systemClock} from '#random/system-clock'
import {createRun} from '#run/create-run'
import {openWorkspace} from '#run/open-workspace'
import type {RigOptions} from './hall-rig.ts'
import {failingFiles, runRig, TRIAL} from './run-rig.ts'
import type {Workshop} from './workshop.ts'

const abortedBy = (signal: 'SIGINT' | 'SIGTERM'): RigOptions => ({
  signal: AbortSignal.abort(signal),
  interruptedBy: signal,
})
export const SIGINT = abortedBy('SIGINT')
export const SIGTERM = abortedBy('SIGTERM')
/** Every port is an error of ours as soon as it is touched. */
export const BUG: RigOptions = {
  ports: Object.defineProperty({} as Partial<MeasurementPorts>, 'files', {
    enumerable: true,
    get: () => {
      throw new TypeError('files is not a function')
    },
  }),
}
/** An error of ours in the middle of a run. */
export const LATE_BUG: RigOptions = {
  ports: {
    progress: {
      update: () => {
        throw new TypeError('update is not a function')
      },
    },
  },
}
export const failing = (operation: string, errno = 'ENOSPC'): RigOptions => ({
  ports: {files: failingFiles(nodeFiles, {operation, errno, from: 1})},
})
export const DISK_FULL = failing('open')
export const UNREADABLE: RigOptions = {
  ports: {
    files: {
      ...nodeFiles,
      reader: {
        ...nodeFiles.reader,
        list: () => {
          throw writeError(Object.assign(new Error('EIO'), {code: 'EIO'}), 'list', 'a folder')
        },
      },
    },
  },
}

export const made = (shop: Workshop) => shop.run()
export const foreign = (shop: Workshop) => void mkdirSync(shop.path('runs', 'not-a-run'), {recursive: true})
export const job = (steps: string) => (shop: Workshop) =>
  shop.put('job.yaml', `schema_version: 1\nname: j\nsteps:\n${steps}`)
export const exec = (...argv: string[]) => job(`  - {id: a, use: exec, with: {argv: ${JSON.stringify(argv)}}}\n`)
/** A run whose owner is this very process. */
export const live = async (shop: Workshop) => {
  using rig = runRig({processes: nodeProcessTable, clock: systemClock})
  const run = await createRun(await openWorkspace(shop.root, rig.ports), TRIAL, rig.ports)
  await run.journal.close()
  return run.runId
}
export const broken = async (shop: Workshop) => {
  const id = await shop.run()
  appendFileSync(shop.path('runs', id, 'journal.ndjson'), 'no record\n{}\n')
  return id
}
/** A checkpoint that tells of more than the ledger has. */
export const rewritten = async (shop: Workshop) => {
  await shop.run()
  const {checkpoint} = (await shop.ask(['runs', 'ledger'])).document
  shop.put('checkpoint', checkpoint)
  shop.put('runs/ledger.ndjson', '')
}
export const bundled = async (shop: Workshop) => {
  const id = await shop.run()
  await shop.tell(['runs', 'bundle', id])
  return id
}
export const changed = async (shop: Workshop) => {
  const id = await bundled(shop)
  appendFileSync(shop.path('issue-bundles', id, 'bagit.txt'), ' ')
  return id
}
/** A run beside a copy of it; `words` are the command that makes it. */
export const copied = (words: string) => async (shop: Workshop) => {
  const id: string = (await shop.ask(words.split(' '))).document.run_id
  cpSync(shop.path('runs', id), shop.path('copy'), {recursive: true})
  return id
}
export const changedCopy = (words: string) => async (shop: Workshop) => {
  const id = await copied(words)(shop)
  const episodes = ['copy', 'results', 'episodes.ndjson']
  shop.put(episodes.join('/'), shop.read(...episodes).replace('"success":true', '"success":false'))
  return id
}
