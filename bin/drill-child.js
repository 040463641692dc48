#!/usr/bin/env node
// The program of a child of a drill: a model server that misbehaves when it is told to, or a host application of the library. It is asked on
// standard input and answers on standard output, a line each, and ends when nobody can ask any more.
// Without a listener this signal would let whoever sends it into this process by Node's debugger.
process.on('SIGUSR1', () => undefined)
const {existsSync} = process.getBuiltinModule('node:fs')
process.getBuiltinModule('node:module').enableCompileCache()
const home = process.getBuiltinModule('node:path').dirname(import.meta.dirname)
const fromSource = process.env.ASSAY_FROM !== 'dist' && existsSync(`${home}/src/cli/main.ts`)
const say = (line) => void process.stdout.write(`${line}\n`)
// Whoever started it may be killed at any moment, and then this must not stay.
process.stdin.on('end', () => process.exit())
process.stdin.on('error', () => process.exit())
process.stdout.on('error', () => process.exit())

const {composeDrillChild} = await import(
  fromSource ? '../src/cli/compose-drill-child.ts' : '../dist/cli/compose-drill-child.js'
)
const setting = {env: process.env, cwd: process.cwd(), words: process.argv.slice(2)}
process.stdin.on('data', await composeDrillChild(setting, say))
