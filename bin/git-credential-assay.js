#!/usr/bin/env node
// Git's credential helper: git config credential.helper assay.
import {begin} from './begin.js'

await begin(run)

async function run() {
  const fs = process.getBuiltinModule('node:fs')
  process.getBuiltinModule('node:module').enableCompileCache()
  const home = process.getBuiltinModule('node:path').dirname(import.meta.dirname)
  const fromSource = process.env.ASSAY_FROM !== 'dist' && fs.existsSync(`${home}/src/cli/credential-helper.ts`)
  const {runCredentialHelper} = await import(
    fromSource ? '../src/cli/credential-helper.ts' : '../dist/cli/credential-helper.js'
  )
  // Git may leave before it was answered.
  process.stdout.on('error', () => undefined)
  process.exitCode = await runCredentialHelper({
    args: process.argv.slice(2),
    env: process.env,
    input: process.stdin,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  })
  // A connection to the keyring, and whoever still writes to us, do not hold git.
  process.stdin.destroy()
  setTimeout(() => process.exit(), 3_000).unref()
}
