import {join} from 'node:path'
import {execaLineChild} from '#process/execa-line-child'
import type {Variables} from '#process/variables'
import {systemClock} from '#random/system-clock'
import {keyringInChild} from './ask-in-child.ts'
import type {Keyring} from './keyring.ts'

/** Somebody may have to type a password into a window first. */
const LIMIT_MS = 60_000
/** This file and the chunk of the bundle that holds it lie equally deep in the package. */
const PROGRAM = join(import.meta.dirname, '..', '..', 'bin', 'keyring.js')

/** The keyring of this system: Keychain on macOS, Credential Manager on Windows, the Secret Service of the desktop on Linux. `env` says where that is. */
export function openKeyring(env: Variables): Keyring {
  return keyringInChild({
    start: execaLineChild,
    timers: systemClock,
    argv: [process.execPath, PROGRAM],
    env: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    limitMs: LIMIT_MS,
  })
}
