#!/usr/bin/env node
// The program of a measuring process, started by `assay benchmark`: opens one provider, measures what it is told to, and answers in
// messages. It prints nothing.
// Without a listener this signal would let whoever sends it into this process by Node's debugger.
process.on('SIGUSR1', () => undefined)
// Until it was told to close and has: whoever started it takes no other end for one.
process.exitCode = 70
// What is thrown where nobody waits is our bug: its class is told, and nothing else of it leaves this process.
for (const name of ['uncaughtException', 'unhandledRejection']) {
  process.on(name, (error) => {
    const message = `internal error: ${error?.constructor?.name ?? typeof error}`
    if (process.send?.({kind: 'failed', code: 'bug', message}, () => process.exit()) === undefined) process.exit()
  })
}
const {existsSync} = process.getBuiltinModule('node:fs')
process.getBuiltinModule('node:module').enableCompileCache()
const home = process.getBuiltinModule('node:path').dirname(import.meta.dirname)
const fromSource = process.env.ASSAY_FROM !== 'dist' && existsSync(`${home}/src/cli/main.ts`)

// The parent says when to end; an interrupt of the terminal reaches this process as well.
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => undefined)
// Without a parent nobody takes what is measured, and a provider that hangs would hold the process.
process.on('disconnect', () => process.exit())
// Orders wait in the channel until someone listens.
const {composeMeasuring} = await import(
  fromSource ? '../src/cli/compose-measuring.ts' : '../dist/cli/compose-measuring.js'
)
const talk = await composeMeasuring({env: process.env, cwd: process.cwd()}, (answer) => void process.send?.(answer))
process.on('message', talk.take)
await talk.ended
process.exitCode = 0
process.disconnect()
