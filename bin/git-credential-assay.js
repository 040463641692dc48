#!/usr/bin/env node
// Git's credential helper: git config credential.helper assay. Any Node >= 18 can read this; one that is too old is told what is needed.
import {isNewEnough, OLDEST} from './node-version.js'

// Without a listener this signal would let whoever sends it into this process by Node's debugger.
process.on('SIGUSR1', () => undefined)
// Until git has its answer. However this process may end before, it is no success.
process.exitCode = 70
if (isNewEnough()) {
  await run()
} else {
  process.stderr.write(
    `git-credential-assay: needs Node ${OLDEST.join('.')} or newer, this is ${process.versions.node}\n`,
  )
  process.exitCode = 3
}

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
    input: process.stdin,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  })
  // A connection to the keyring, and whoever still writes to us, do not hold git.
  process.stdin.destroy()
  setTimeout(() => process.exit(), 3_000).unref()
}
