// Counts no coverage: what it starts is other programs.
import {mkdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {IdleProcessors} from '../../bin/dev/idle-processors.ts'
import {memoryFolder} from '../../bin/dev/memory-folder.ts'
import {runInLanes} from '../../bin/dev/test-lanes.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('lanes of test files')
const LANES = 2
const BUSY = {idleSinceLast: () => 0}
const IDLE = {idleSinceLast: () => LANES}

/** Runs files that say how many are there at once; each waits until so many were seen together. Gives what they saw at most. */
async function seenTogether(count: number, awaited: number, processors: typeof BUSY): Promise<number[]> {
  using dir = tempDir()
  const here = join(dir.path, 'here')
  mkdirSync(here)
  const text = `import {readdirSync, rmSync, writeFileSync} from 'node:fs'
    const [here, mine] = [${JSON.stringify(here)}, ${JSON.stringify(`${here}/`)} + process.pid]
    const marks = () => readdirSync(here).length
    writeFileSync(mine, '')
    let most = marks()
    while (most < ${awaited} && marks() < ${awaited} && !readdirSync(${JSON.stringify(dir.path)}).includes('met'))
      await new Promise((wake) => setTimeout(wake, 5))
    writeFileSync(${JSON.stringify(join(dir.path, 'met'))}, '')
    console.log(Math.max(most, marks()))
    rmSync(mine)`
  const files = Array.from({length: count}, (_, at) => join(dir.path, `${at}.mjs`))
  for (const file of files) writeFileSync(file, text)
  const seen: number[] = []
  const faults = await runInLanes(files, LANES, (_, {text}) => seen.push(Number(text)), processors)
  assert.equal(faults, [])
  assert.is(seen.length, count)
  return seen
}

it('as many files run at a time as there are lanes, and no more on a busy machine', async () => {
  assert.is(Math.max(...(await seenTogether(6, LANES, BUSY))), LANES)
})

it('while processors idle, further files run beside, three times as many at most', async () => {
  assert.is(Math.max(...(await seenTogether(8, 3 * LANES, IDLE))), 3 * LANES)
})

it('idle is told of all processors since the last look, and nothing where the system tells nothing', () => {
  const none = {user: 0, nice: 0, sys: 0, irq: 0, idle: 0}
  const looks = [
    [none, none],
    [
      {...none, idle: 100},
      {...none, user: 40, sys: 10, nice: 30, irq: 20},
    ],
    [
      {...none, idle: 400},
      {...none, user: 40, sys: 10, nice: 30, irq: 20, idle: 300},
    ],
  ]
  const processors = new IdleProcessors(() => (looks.shift() ?? []).map((times) => ({times})))
  assert.equal([processors.idleSinceLast(), processors.idleSinceLast()], [1, 2])
  const silent = new IdleProcessors(() => [{times: none}])
  assert.is(silent.idleSinceLast(), 0)
})

it('temporary folders lie in memory only where files can be written and programs run', () => {
  using dir = tempDir()
  const found = (mount: string) => memoryFolder(dir.path, `proc /proc proc rw 0 0\n${mount}\n`)
  assert.is(found(`tmpfs ${dir.path} tmpfs rw,nosuid,nodev 0 0`), dir.path)
  assert.is(found(`tmpfs ${dir.path} tmpfs rw,noexec 0 0`), undefined)
  assert.is(found(`/dev/sda ${dir.path} ext4 rw 0 0`), undefined)
  assert.is(found(`tmpfs ${dir.path} tmpfs rw 0 0\ntmpfs ${dir.path} tmpfs rw,noexec 0 0`), undefined)
  assert.is(found(`tmpfs ${dir.path}/other tmpfs rw 0 0`), undefined)
  assert.is(memoryFolder('/nowhere/at/all', 'tmpfs /nowhere/at/all tmpfs rw 0 0'), undefined)
})

it.run()
