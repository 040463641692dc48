// The program of a thread that runs trials, started by `assay eval`. It answers orders with messages, one at a time, and prints nothing.
const {existsSync} = process.getBuiltinModule('node:fs')
const {parentPort} = process.getBuiltinModule('node:worker_threads')
process.getBuiltinModule('node:module').enableCompileCache()
const home = process.getBuiltinModule('node:path').dirname(import.meta.dirname)
const fromSource = process.env.ASSAY_FROM !== 'dist' && existsSync(`${home}/src/cli/main.ts`)
// Orders wait in the port until someone listens.
const {composeThread} = await import(fromSource ? '../src/cli/compose-thread.ts' : '../dist/cli/compose-thread.js')
const answer = composeThread({env: process.env, cwd: process.cwd()})
parentPort.on('message', async (order) => parentPort.postMessage(await answer(order)))
