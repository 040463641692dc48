import {existsSync, readFileSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {nodeProcessTable} from '#process/node-process-table'
import {BIN, start, until} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {spitefulModule} from '../support/spiteful-module.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('whoever insists on the end')
const LIMIT_MS = 40_000
const BLOCKED = spitefulModule(
  'blocked',
  "process.on('SIGTERM', () => {}); fs.writeFileSync('part', String(process.pid)); fs.renameSync('part', 'pid'); for (;;);",
)
const JOB = `schema_version: 1
name: j
steps:
  - id: slow
    use: exec
    with: {argv: [sh, -c, "trap 'touch asked' INT TERM HUP; echo $$ > part; mv part pid; while :; do sleep 0.05; done"]}
`
const OWN = ['--provider-module', './blocked.mjs', '--provider', 'blocked']
const EXEC = 'run with an exec step'
const WORKS: Readonly<Record<string, readonly string[]>> = {
  [EXEC]: ['run', 'job.yaml'],
  'eval of a module': ['eval', '--suite', 'planning', ...OWN],
  'benchmark of a module': ['benchmark', '--operation', 'score', '--iterations', '3', ...OWN],
}

/** The command at work: something of ours runs that takes no signal. */
async function atWork(shop: Workshop, argv: readonly string[]) {
  shop.put('job.yaml', JOB)
  shop.put('blocked.mjs', BLOCKED)
  const {child, ended} = start([BIN, ...argv], shop.root)
  await until(() => existsSync(shop.path('pid')))
  const pid = Number(shop.read('pid'))
  const isWorkerGone = () => nodeProcessTable.startOf(pid) === undefined
  const endWorker = () => void (isWorkerGone() || process.kill(pid, 'SIGKILL'))
  return {child, ended, isWorkerGone, [Symbol.dispose]: endWorker}
}

for (const [title, argv] of Object.entries(WORKS)) {
  it(
    `${title}: the second signal ends at once and leaves no process behind; the list says interrupted`,
    async () => {
      using shop = workshop()
      using work = await atWork(shop, argv)
      const {child, ended, isWorkerGone} = work
      // The system may hand two kinds to two threads, in any order: only a step that says that it was asked to end shows that the first one was taken.
      child.kill(title === EXEC ? 'SIGINT' : 'SIGTERM')
      const [id = ''] = shop.runs()
      await until(() => readFileSync(`/proc/${child.pid}/status`, 'utf8').includes('ShdPnd:\t0000000000000000'))
      if (title === EXEC) await until(() => existsSync(shop.path('asked')))
      child.kill('SIGTERM')
      const end = await ended
      assert.equal([end.code, end.signal], [143, null], end.err)
      assert.match(end.err, /second signal.*\n.*runs list shows it as interrupted/)
      await until(isWorkerGone)
      assert.is(shop.manifest(id).status, 'running')
      const {document} = await shop.ask(['runs', 'list'])
      assert.equal([document.entries[0].status, document.entries[0].run_id], ['interrupted', id])
    },
    LIMIT_MS,
  )
}

it(
  'a terminal that goes away ends the work as SIGTERM does: closed, and nobody is left',
  async () => {
    using shop = workshop()
    using work = await atWork(shop, WORKS[EXEC] ?? [])
    const {child, ended, isWorkerGone} = work
    child.kill('SIGHUP')
    const end = await ended
    assert.equal([end.code, end.signal], [143, null], end.err)
    await until(isWorkerGone)
    const [id = ''] = shop.runs()
    const {status, outcome} = shop.manifest(id)
    assert.equal([status, outcome.exit_code, outcome.reason], ['cancelled', 143, 'stopped by SIGTERM'])
    assert.is((await shop.ask(['runs', 'verify', id])).code, 0)
  },
  LIMIT_MS,
)
it.run()
