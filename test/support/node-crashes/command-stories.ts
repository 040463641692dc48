import {spawn} from 'node:child_process'
import {cpSync, existsSync, readFileSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import {HOSTNODE, releaseProgram} from '../built-home.ts'
import {startTestNode} from '../hostnode.ts'
import {callHostnode, git, madeDataDir} from '../hostnode-data.ts'
import {type HostnodeEnd, hostnodeHere} from '../hostnode-here.ts'
import {tempDir} from '../temp-dir.ts'
import {countCalls, endingFlags, type SystemCall, WRITING_CALLS} from './system-calls.ts'

/** A command that ends by itself, what it is run on, and what must hold however it ended. */
interface CommandStory {
  readonly name: string
  readonly args: readonly string[]
  /** Of the crash points, those that it passes. */
  readonly points: RegExp
  /** The release whose data it is run on; the newest where absent. */
  readonly from?: string
  /** Whether there is a backup `b.tar.gz` beside the data. */
  readonly hasBackup?: true
  /** What is to be done after a crash, by a script that knows nothing of it. What is wrong. */
  readonly goOn: (dir: string, run: Run) => string[] | Promise<string[]>
}

type Run = (...args: readonly string[]) => Promise<HostnodeEnd>

const MADE = ['k.tar.gz', 'k.tar.gz.sha256']
const MIGRATE = ['migrate', '--from', '1.0.0', '--to', '2.0.0', '--data-dir', 'data']

export const COMMAND_STORIES: readonly CommandStory[] = [
  {
    name: 'backup',
    args: ['backup', 'create', '--output', 'k.tar.gz', '--data-dir', 'data', '--quiesce'],
    points: /^backup\./,
    goOn: async (dir, run) => {
      const isFinished = existsSync(join(dir, 'k.tar.gz.sha256'))
      const check = (await run('backup', 'verify', 'k.tar.gz')).status
      const faults =
        isFinished === (check === 0) ? [] : [`a backup that is ${isFinished ? '' : 'un'}finished: ${check}`]
      for (const name of MADE) rmSync(join(dir, name), {force: true})
      const again = await run('backup', 'create', '--output', 'k.tar.gz', '--data-dir', 'data')
      if (again.status !== 0) faults.push(`not made again: ${again.stderr}`)
      const deep = await run('backup', 'verify', 'k.tar.gz', '--deep')
      return deep.status === 0 ? faults : [...faults, `not whole: ${deep.stdout}`]
    },
  },
  {
    name: 'restore',
    args: ['backup', 'restore', 'b.tar.gz', '--data-dir', 'data', '--force'],
    points: /^restore\./,
    hasBackup: true,
    goOn: (dir) => [...(existsSync(join(dir, 'data.restore.json')) ? ['the swap was not ended'] : [])],
  },
  {
    name: 'migrate',
    args: MIGRATE,
    points: /^(migration|migrate)\./,
    from: '1.0.0',
    goOn: async (_, run) => {
      const again = await run(...MIGRATE)
      return again.status === 0 ? [] : [`not ended by the same command: ${again.stderr}`]
    },
  },
]

/** Runs a command and ends it, each time on data of the same making. */
export interface CommandCrashes extends Disposable {
  count(): Promise<Map<string, number>>
  crash(wish: string | SystemCall): Promise<{readonly isKilled: boolean; readonly faults: string[]}>
}

export async function startCommandCrashes(story: CommandStory): Promise<CommandCrashes> {
  const made = await madeDataDir(story.from === undefined ? HOSTNODE : releaseProgram(story.from))
  if (story.hasBackup)
    await hostnodeHere(['backup', 'create', '--output', 'b.tar.gz', '--data-dir', 'data'], {cwd: made.path})
  const refs = made.folders.map((folder) => git(folder, 'for-each-ref'))
  const inCopy = async <T>(work: (dir: string) => Promise<T>): Promise<T> => {
    using dir = tempDir()
    for (const name of ['data', 'token', 'b.tar.gz', 'b.tar.gz.sha256'])
      if (existsSync(join(made.path, name))) cpSync(join(made.path, name), join(dir.path, name), {recursive: true})
    return await work(dir.path)
  }
  return {
    count: () =>
      inCopy(async (dir) => {
        const log = join(dir, 'calls.log')
        await traced(dir, story.args, ['-o', log, '-e', `trace=${WRITING_CALLS.join()}`])
        return countCalls(readFileSync(log, 'utf8'))
      }),
    crash: (wish) =>
      inCopy(async (dir) => {
        const signal =
          typeof wish === 'string'
            ? callHostnode(story.args, {cwd: dir, env: {HOSTNODE_CRASH_AT: wish}}).signal
            : await traced(dir, story.args, endingFlags(wish))
        const faults = await faultsAfter(story, dir)
        const now = made.made.map(({id}) => git(join(dir, 'data', 'repos', `${id}.git`), 'for-each-ref'))
        if (now.join() !== refs.join()) faults.push('refs are not what they were')
        return {isKilled: signal === 'SIGKILL', faults}
      }),
    [Symbol.dispose]: () => made[Symbol.dispose](),
  }
}

/** What is wrong once a script has gone on and a node has served. A start comes first where a restore was cut off, and last after all others. */
async function faultsAfter(story: CommandStory, dir: string): Promise<string[]> {
  const run: Run = (...args) => hostnodeHere(args, {cwd: dir})
  const faults = story.hasBackup ? await serveFaults(dir) : []
  faults.push(...(await story.goOn(dir, run)))
  if (!story.hasBackup && faults.length === 0) faults.push(...(await serveFaults(dir)))
  const {status, stdout} = await run('verify', '--full', '--data-dir', 'data')
  return status === 0 ? faults : [...faults, `verify --full: ${stdout}`]
}

/** A node on the data serves what was there before, to whom it was given. */
async function serveFaults(dir: string): Promise<string[]> {
  await using node = await startTestNode({dir})
  const {json} = await node.call('GET', '/api/repos')
  const {json: hooks} = await node.call('GET', '/api/repos/alice/one/hooks')
  const counts = `${Object(json).total_count} repositories and ${Object(hooks).total_count} hooks`
  await node.stop()
  return counts === '3 repositories and 1 hooks' ? [] : [`there are ${counts}`]
}

function traced(cwd: string, args: readonly string[], flags: readonly string[]): Promise<NodeJS.Signals | null> {
  const words = ['-f', '-qq', ...flags, process.execPath, HOSTNODE, ...args]
  const env = {PATH: process.env['PATH'], UV_THREADPOOL_SIZE: '1', NODE_DISABLE_COMPILE_CACHE: '1'}
  const child = spawn('strace', words, {cwd, env, stdio: 'ignore'})
  return new Promise((done) => child.on('close', (_, signal) => done(signal)))
}
