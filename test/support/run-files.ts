// Runs test files one after another in this process, as bin/dev/test.ts names them: what they import is loaded once.
import {readSync, writeSync} from 'node:fs'
import {pathToFileURL} from 'node:url'
import {tellLedger} from './ledger.ts'

const NAMES_FD = 4
const LONGEST = 4096
/** Stands in both outputs where those of a file end. */
const MARK = process.env['ASSAY_TEST_MARK'] ?? ''
/** Node's own exit code for a top-level `await` that nothing can settle any more. */
const UNSETTLED = 13
let state: 'idle' | 'loading' | 'loaded' = 'idle'

// Node emits it when nothing is left to wait for: where a file with a process of its own would end, and not before.
process.on('beforeExit', () => {
  if (state === 'loading') process.exit(UNSETTLED)
  if (state === 'loaded') tellEnd()
  const file = nextName()
  if (file === '') return
  state = 'loading'
  // uvu keeps the suites of earlier files and would run them again.
  Object.assign(globalThis, {UVU_QUEUE: [[null]]})
  setImmediate(() => void load(file))
})

async function load(file: string): Promise<void> {
  await import(pathToFileURL(file).href)
  state = 'loaded'
}

function tellEnd(): void {
  state = 'idle'
  for (const descriptor of [1, 2]) writeSync(descriptor, MARK)
  tellLedger('\n')
  // uvu's, which has been told.
  process.exitCode = 0
}

/** Waits without an event loop, which would be something left to wait for. Empty when there are no more. */
function nextName(): string {
  const bytes = Buffer.alloc(LONGEST)
  return bytes.toString('utf8', 0, readSync(NAMES_FD, bytes)).trim()
}
