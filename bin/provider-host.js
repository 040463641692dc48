#!/usr/bin/env node
// The program of a process that holds one module of others: loads it, and answers for it over the socket that is file descriptor 3.
// Arguments: the number of the process that started it.
const {existsSync, writeSync} = process.getBuiltinModule('node:fs')
const {Socket} = process.getBuiltinModule('node:net')
const {Worker} = process.getBuiltinModule('node:worker_threads')
process.getBuiltinModule('node:module').enableCompileCache()
const home = process.getBuiltinModule('node:path').dirname(import.meta.dirname)
const fromSource = process.env.ASSAY_FROM !== 'dist' && existsSync(`${home}/src/cli/main.ts`)
const BROKEN = 70

// What a module throws where nobody waits ends its process; the one line is told with the end of its calls, redacted there.
for (const name of ['uncaughtException', 'unhandledRejection']) {
  process.on(name, (error) => {
    try {
      const text = error instanceof Error ? `${error.name}: ${error.message}` : `threw a ${typeof error}`
      writeSync(2, `${String(text).replaceAll('\n', ' ')}\n`)
    } finally {
      process.reallyExit(BROKEN)
    }
  })
}

// Whoever started it may be killed while the module blocks this thread: then another one ends the whole group.
const watch = `
  const {parent, group} = require('node:worker_threads').workerData
  setInterval(() => { if (process.ppid !== parent) process.kill(group, 'SIGKILL') }, 1000)`
const group = process.platform === 'win32' ? process.pid : -process.pid
new Worker(watch, {eval: true, workerData: {parent: Number(process.argv[2]), group}, env: {}, execArgv: []}).unref()

const {composeProviderHost} = await import(
  fromSource ? '../src/cli/compose-provider-host.ts' : '../dist/cli/compose-provider-host.js'
)
const socket = new Socket({fd: 3, readable: true, writable: true})
const take = composeProviderHost((line) => void socket.write(`${line}\n`))
socket.on('data', take)
// Nobody is there to answer any more.
socket.on('close', () => process.exit())
socket.on('error', () => process.exit())
