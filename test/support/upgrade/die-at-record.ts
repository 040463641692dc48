// Loaded before a driver (`node --import`): ends it by SIGKILL at one record of its ledger, which is on the disk, or about to be.
import fs from 'node:fs'
import type {FileHandle} from 'node:fs/promises'
import {syncBuiltinESMExports} from 'node:module'
import {basename} from 'node:path'

/** `step` and `way` as the ledger has them. `before`: the record is not written; `after`: it is synced, and what it announces has not begun. */
export interface Death {
  readonly kind: 'intent' | 'end'
  readonly step: string
  readonly way: 'forth' | 'back'
  readonly when: 'before' | 'after'
}

const death: Death = JSON.parse(process.env['ASSAY_TEST_DEATH'] ?? 'null')
const {open} = fs.promises
let isWritten = false

fs.promises.open = async (path, ...rest) => {
  const handle = await open(path, ...rest)
  return basename(String(path)) === 'ledger.ndjson' && death !== null ? watched(handle) : handle
}
syncBuiltinESMExports()

function watched(handle: FileHandle): FileHandle {
  const {writeFile, sync} = handle
  handle.writeFile = async (data, ...rest) => {
    const isMeant = isDeath(String(data))
    if (isMeant && death.when === 'before') die()
    isWritten ||= isMeant
    await writeFile.call(handle, data, ...rest)
  }
  handle.sync = async () => {
    await sync.call(handle)
    if (isWritten) die()
  }
  return handle
}

const isDeath = (text: string): boolean =>
  [`"kind":"${death.kind}"`, `"step":"${death.step}"`, `"way":"${death.way}"`].every((part) => text.includes(part))

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
