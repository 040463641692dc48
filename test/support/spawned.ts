import {type ChildProcessWithoutNullStreams, spawn} from 'node:child_process'
import {join} from 'node:path'
import {BUILT_HOME} from './built-home.ts'
import {ROOT} from './hall-rig.ts'

/** The program as it ships, built of the sources as they are: what users run, and a third cheaper to start than the sources. */
export const BIN = join(BUILT_HOME, 'bin', 'assay.js')
export const SOURCE_BIN = join(ROOT, 'bin', 'assay.js')

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

export interface Spawned {
  readonly child: ChildProcessWithoutNullStreams
  readonly ended: Promise<Ended>
}

/** What a program is told of this machine: programs, and where temporary files belong, which is where those of the test look for them. */
const {PATH, TMPDIR} = process.env
const MACHINE = {PATH, ...(TMPDIR && {TMPDIR})}

/** Starts a program in a folder with an environment made from nothing; its output is collected. */
export function start(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Spawned {
  const child = spawn(process.execPath, args, {cwd, env: {...MACHINE, ...env}})
  const text = {out: '', err: ''}
  child.stdout.on('data', (data) => {
    text.out += data
  })
  child.stderr.on('data', (data) => {
    text.err += data
  })
  const ended = new Promise<Ended>((done) => child.on('close', (code, signal) => done({code, signal, ...text})))
  return {child, ended}
}

/** Waits in small steps until something is so; throws after ten seconds. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (isSo()) return
    await new Promise((wake) => setTimeout(wake, 20))
  }
  throw new Error('it never came to be')
}
