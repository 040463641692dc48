// Loaded before a driver (`node --import`): ends it by SIGKILL at one record of its ledger, which is on the disk, or about to be.
import fs from 'node:fs'
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
const {open, write, fsync, close} = fs
/** The open file of the ledger. */
const ledgers = new Set<number>()
let isWritten = false

// In the forms that the driver uses: a death that nobody dies is told by who waits for it.
fs.open = ((path: fs.PathLike, ...rest: unknown[]) => {
  const tell = rest.pop() as Told<number>
  const opened: Told<number> = (error, file) => {
    if (error === null && death !== null && basename(String(path)) === 'ledger.ndjson') ledgers.add(file)
    tell(error, file)
  }
  Reflect.apply(open, fs, [path, ...rest, opened])
}) as typeof fs.open
fs.write = ((file: number, content: Uint8Array, ...rest: unknown[]) => {
  if (ledgers.has(file) && isDeath(Buffer.from(content).toString())) {
    if (death.when === 'before') die()
    isWritten = true
  }
  Reflect.apply(write, fs, [file, content, ...rest])
}) as typeof fs.write
fs.fsync = ((file: number, tell: Told<void>) => {
  fsync(file, (error) => {
    if (isWritten && ledgers.has(file)) die()
    tell(error)
  })
}) as typeof fs.fsync
fs.close = ((file: number, tell: Told<void>) => {
  ledgers.delete(file)
  close(file, tell)
}) as typeof fs.close
syncBuiltinESMExports()

type Told<T> = (error: Error | null, value: T) => void

const isDeath = (text: string): boolean =>
  [`"kind":"${death.kind}"`, `"step":"${death.step}"`, `"way":"${death.way}"`].every((part) => text.includes(part))

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
