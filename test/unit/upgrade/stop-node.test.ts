import {existsSync, mkdirSync, realpathSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {nodeFiles} from '#path/node-files'
import {nodeDaemon} from '#process/node-daemon'
import {nodeNeighbours, nodeProcessTable} from '#process/node-process-table'
import {systemClock} from '#random/system-clock'
import {findProcesses, findServing} from '#upgrade/adapter/find-processes'
import {stopNode} from '#upgrade/adapter/stop-node'
import {progressOf} from '#upgrade/model/upgrade-progress'
import {eventually} from '../../support/eventually.ts'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('stops of embedded nodes')
const {signal} = new AbortController()

/** A process by what it does when it is asked for its end, and what its end leads to. */
interface Acted {
  readonly onTerm?: (scene: Scene) => void
  readonly onEnd?: (scene: Scene) => void
}

interface Scene {
  readonly alive: Map<number, Acted>
  end(pid: number): void
  tell(pid: number, name: string): void
}

/** Stops a node of these processes, the oldest first; `serves` is the one that says that it serves. */
async function stopped(processes: Readonly<Record<number, Acted>>, serves: number | undefined) {
  const clock = fakeClock()
  const alive = new Map(Object.entries(processes).map(([pid, acted]) => [Number(pid), acted]))
  const signals: string[] = []
  const scene: Scene = {
    alive,
    end: (pid) => {
      const acted = alive.get(pid)
      alive.delete(pid)
      acted?.onEnd?.(scene)
    },
    tell: (pid, name) => {
      signals.push(`${name} ${pid}`)
      if (name === 'SIGKILL') scene.end(pid)
      else alive.get(pid)?.onTerm?.(scene)
    },
  }
  const identity = (pid: number) => ({pid, start: String(pid)})
  const neighbours = {
    inFolder: () => [],
    holding: () => undefined,
    load: () => ({average: 0, processors: 1}),
    signal: ({pid}: {readonly pid: number}, name: string) => {
      scene.tell(pid, name)
      return true
    },
  }
  const node = {
    find: () => [...alive.keys()].map(identity),
    serving: () => (serves !== undefined && alive.has(serves) ? identity(serves) : undefined),
  }
  const startOf = (pid: number) => (alive.has(pid) ? String(pid) : undefined)
  const ports = {neighbours, processes: {...nodeProcessTable, startOf}, clock}
  const end = await clock.through(stopNode(node, ports, signal))
  return {end, signals}
}

const ends = (pid: number) => (scene: Scene) => scene.end(pid)
const DONE = {isGood: true, detail: ''}

it('the one that serves is asked, and not the shell before it, which ends with it', async () => {
  const {end, signals} = await stopped({1: {}, 2: {onTerm: ends(2), onEnd: ends(1)}}, 2)
  assert.equal([end, signals], [DONE, ['SIGTERM 2']])
  // What passes on what it is sent must not be the second one who asks.
  const passing = {onTerm: (scene: Scene) => scene.tell(2, 'SIGTERM')}
  const passed = await stopped({1: passing, 2: {onTerm: ends(2), onEnd: ends(1)}}, 2)
  assert.equal(passed.signals, ['SIGTERM 2'])
})

it('a loop that starts it again is ended, too, and what it started meanwhile', async () => {
  const again: Acted = {onTerm: ends(3)}
  const {end, signals} = await stopped(
    {1: {onTerm: ends(1)}, 2: {onTerm: ends(2), onEnd: ({alive}) => void alive.set(3, again)}},
    2,
  )
  assert.equal([end, signals], [DONE, ['SIGTERM 2', 'SIGTERM 1', 'SIGTERM 3']])
})

it('where nobody says that it serves the oldest is asked, and then what is left of it', async () => {
  const {end, signals} = await stopped({1: {onTerm: ends(1)}, 2: {onTerm: ends(2)}}, undefined)
  assert.equal([end, signals], [DONE, ['SIGTERM 1', 'SIGTERM 2']])
})

it('an end that was forced says so, with whose it was', async () => {
  const {end, signals} = await stopped({1: {onTerm: ends(1)}, 2: {}}, 2)
  assert.equal(signals, ['SIGTERM 2', 'SIGKILL 1', 'SIGKILL 2'])
  assert.is(end.isGood, true)
  assert.match(end.detail, /^its process did not end within 60 s and was killed: what was under way may be lost$/)
  const shell = await stopped({1: {}, 2: {onTerm: ends(2)}}, 2)
  assert.match(shell.end.detail, /^a process in its folder did not end .* after the one that served had ended$/)
})

it('what a step tells that was done is told of the upgrade, once, by the way on which it was', () => {
  const end = (step: string, way: 'forth' | 'back', detail: string, isGood = true) =>
    ({kind: 'end', step, way, isGood, detail}) as const
  const {odd} = progressOf([
    end('stop:a', 'forth', 'first'),
    end('stop:a', 'forth', 'killed'),
    end('start:a', 'forth', ''),
    end('ready:a', 'forth', 'late', false),
    end('stop:a', 'back', 'killed'),
  ])
  assert.equal(odd, ['stop:a: killed', 'back:stop:a: killed'])
})

const SERVER = `
import {openSync, writeFileSync} from 'node:fs'
openSync('data/held', 'w')
process.on('SIGTERM', () => {
  writeFileSync('data/clean', '')
  process.exit(0)
})
setInterval(() => {}, 1_000)
writeFileSync('data/serving.json', JSON.stringify({pid: process.pid}))
`

it('a node that a script serves in the foreground ends by itself', async () => {
  using dir = tempDir()
  const home = realpathSync(dir.path)
  const folder = join(home, 'v1')
  mkdirSync(join(folder, 'data'), {recursive: true})
  writeFileSync(join(folder, 'server.mjs'), SERVER)
  // Something behind it, or the shell becomes the program.
  writeFileSync(join(folder, 'start.sh'), `"${process.execPath}" server.mjs\ntrue\n`)
  const env = {PATH: process.env['PATH'] ?? ''}
  await nodeDaemon({argv: ['sh', 'start.sh'], cwd: folder, env, log: join(folder, 'log')})
  await eventually('it serves', () => existsSync(join(folder, 'data/serving.json')))
  const ports = {neighbours: nodeNeighbours, processes: nodeProcessTable, clock: systemClock, files: nodeFiles}
  const places = {home, releases: home}
  const find = () => findProcesses(places, 'v1', ports)
  assert.is(find()?.length, 2)
  const end = await stopNode({find, serving: () => findServing(places, 'v1', ports)}, ports, signal)
  assert.equal([end, existsSync(join(folder, 'data/clean')), find()?.length], [DONE, true, 0])
})

it.run()
