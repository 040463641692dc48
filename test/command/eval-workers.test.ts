// Counts no coverage: whole evaluations, whose lines smaller tests run too.
import {globSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {nodeThreads} from '#process/node-threads'
import type {Threads} from '#process/threads'
import {BUILT_HOME} from '../support/built-home.ts'
import {assay} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('eval workers')
const LIMIT_MS = 120_000
const ARGV = ['eval', '--suite', 'closed-loop', '--env', 'two-room', '--provider', 'analytic', '--planner', 'quick']

/** What a run leaves that must not depend on threads. */
async function kept(argv: readonly string[]) {
  using dir = tempDir()
  const {code} = await assay([...ARGV, ...argv], {cwd: dir.path})
  const [run = ''] = readdirSync(join(dir.path, 'runs')).filter((name) => !name.startsWith('.'))
  const read = (path: string) => readFileSync(join(dir.path, 'runs', run, path), 'utf8')
  const {event_count, result_digest} = JSON.parse(read('run_manifest.json'))
  return {
    code,
    result: read('results/result.json'),
    episodes: read('results/episodes.ndjson'),
    event_count,
    result_digest,
    threads: JSON.parse(read('results/timing.json')),
  }
}

it(
  'real threads give the same bytes as none',
  async () => {
    const [alone, shared] = [await kept(['--n', '20', '--workers', '1']), await kept(['--n', '20', '--workers', '2'])]
    assert.is(alone.code, 0)
    assert.equal({...shared, threads: null}, {...alone, threads: null})
    assert.ok(shared.event_count > 20)
  },
  LIMIT_MS,
)

it(
  'an evaluation step of a job uses its share of the cores and gives the same bytes',
  async () => {
    const ended = async (cores: number, lanes: number) => {
      using dir = tempDir()
      const step = {id: 'task', use: 'eval', with: {suite: 'closed-loop', env: 'two-room', planner: 'quick', n: 16}}
      const job = {schema_version: 1, name: 'shared', concurrency: {total: lanes}, steps: [step]}
      writeFileSync(join(dir.path, 'job.json'), JSON.stringify(job))
      let started = 0
      const {start} = nodeThreads(join(BUILT_HOME, 'bin/thread.js'))
      const threads: Threads = {
        cores: () => cores,
        start(listener) {
          started++
          return start(listener)
        },
      }
      const {code} = await assay(['run', 'job.json'], {cwd: dir.path, ports: {threads}})
      const [episodes = ''] = globSync('runs/*/items/*/results/episodes.ndjson', {cwd: dir.path})
      return {code, started, episodes: readFileSync(join(dir.path, episodes), 'utf8')}
    }
    const [alone, shared, beside] = [await ended(1, 1), await ended(4, 2), await ended(2, 2)]
    assert.equal(
      [alone, shared, beside].map(({code, started}) => [code, started]),
      [
        [4, 0],
        [4, 2],
        [4, 0],
      ],
    )
    assert.equal([shared.episodes, beside.episodes], [alone.episodes, alone.episodes])
  },
  LIMIT_MS,
)

it('a number of threads that cannot be is refused before anything runs', async () => {
  for (const workers of ['0', '65', '1.5', 'all']) {
    assert.is((await assay([...ARGV, '--workers', workers])).code, 2, workers)
  }
})

it.run()
