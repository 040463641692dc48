import {spawn} from 'node:child_process'
import {closeSync, openSync} from 'node:fs'
import {AssayError} from '#error/assay-error'
import type {StartDaemon} from './daemon.ts'

/** Without execa, which keeps hold of what it starts: neither an interrupt of this process nor its end reaches this child. */
export const nodeDaemon: StartDaemon = async ({argv: [program, ...args], cwd, env, log}) => {
  const file = openLog(log)
  try {
    const child = spawn(program, args, {cwd, env, stdio: ['ignore', file, file], detached: true})
    const isStarted = await new Promise<boolean>((done) => {
      child.once('spawn', () => done(true))
      child.once('error', () => done(false))
    })
    child.unref()
    return isStarted
  } finally {
    closeSync(file)
  }
}

function openLog(path: string): number {
  try {
    return openSync(path, 'a', 0o600)
  } catch (error) {
    throw new AssayError('io_error', 'the log of a node cannot be written', {cause: error})
  }
}
