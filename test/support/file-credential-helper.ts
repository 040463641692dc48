import {existsSync, readFileSync, writeFileSync} from 'node:fs'
import {runCredentialHelper} from '#cli/credential-helper'
import {MemoryKeyring} from './fakes/memory-keyring.ts'

// The credential helper as git starts it, with a file in the place of the system's keyring: node file-credential-helper.ts FILE OPERATION
const [file = '', ...args] = process.argv.slice(2)
const keyring = new MemoryKeyring(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
process.exitCode = await runCredentialHelper(
  {
    args,
    env: process.env,
    input: process.stdin,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  },
  keyring.open,
)
writeFileSync(file, JSON.stringify(Object.fromEntries(keyring.entries)))
