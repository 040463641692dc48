import {existsSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {nodeProcessTable} from '#process/node-process-table'
import {BIN, start, until} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('interrupted work')
const LIMIT_MS = 40_000

/** `under` is true once there is something that must survive. */
interface Work {
  readonly argv: readonly string[]
  readonly under: (shop: Workshop, id: string) => boolean
  readonly kept: (shop: Workshop, id: string) => number
}

const linesOf = (shop: Workshop, id: string, path: string) =>
  existsSync(shop.path('runs', id, path)) ? shop.read('runs', id, path).split('\n').length - 1 : 0

const WORKS: Readonly<Record<string, Work>> = {
  eval: {
    argv: ['eval', '--suite', 'closed-loop', '--size', 'full', '--env', 'push-block'],
    under: (shop, id) => linesOf(shop, id, 'results/episodes.ndjson') > 0,
    kept: (shop, id) => linesOf(shop, id, 'results/episodes.ndjson'),
  },
  benchmark: {
    argv: ['benchmark', '--operation', 'predict', '--warmup', '0', '--iterations', '1000000'],
    under: (shop, id) => linesOf(shop, id, 'logs/events.ndjson') > 0,
    kept: (shop, id) => linesOf(shop, id, 'results/samples.ndjson'),
  },
  run: {
    argv: ['run', 'job.yaml'],
    under: (shop) => existsSync(shop.path('pid')),
    kept: (shop, id) =>
      shop.manifest(id).artifacts.filter((one: {path: string}) => one.path.endsWith('output.log')).length,
  },
}
const JOB = `schema_version: 1
name: j
steps:
  - {id: first, use: provider.health, with: {providers: [mock]}}
  - {id: slow, use: exec, needs: [first], with: {argv: [sh, -c, "sleep 61 & echo $! > part; mv part pid; wait"]}}
`

/** Where a job is: nothing else may stand on standard error. */
const STEPS = /^step \d of 2 \w+(?:: \w+ after \d+ s)?\n/gm
/** A busy machine may need so long that the signal is answered. */
const HEARD = /^SIG\w+ was heard: what is under way ends first\..*\n/m

for (const [command, work] of Object.entries(WORKS)) {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    it(
      `${command}: ${signal} keeps what is there, closes the run and exits ${code}`,
      async () => {
        using shop = workshop()
        shop.put('job.yaml', JOB)
        const {child, ended} = start([BIN, ...work.argv, '--format', 'json'], shop.root)
        using _ = {[Symbol.dispose]: () => void child.kill('SIGKILL')}
        await until(() => shop.runs().some((id) => work.under(shop, id)))
        child.kill(signal)
        const done = await ended
        assert.equal([done.code, done.signal, done.err.replaceAll(STEPS, '').replace(HEARD, '')], [code, null, ''])
        const [id = ''] = shop.runs()
        const {status, outcome} = shop.manifest(id)
        assert.equal([status, outcome.verdict, outcome.exit_code], ['cancelled', 'interrupted', code])
        assert.is(JSON.parse(done.out).exit.code, code)
        assert.ok(work.kept(shop, id) > 0)
        if (existsSync(shop.path('pid'))) assert.is(nodeProcessTable.startOf(Number(shop.read('pid'))), undefined)
        assert.is((await shop.ask(['runs', 'verify', id])).code, 0)
      },
      LIMIT_MS,
    )
  }
}

it(
  'where the end takes a while, whoever asked for it hears that it was heard',
  async () => {
    using shop = workshop()
    shop.put(
      'job.yaml',
      JOB.replace('sleep 61 & echo', "trap '' TERM INT; sleep 61 & echo").replace('wait', 'wait; wait; wait'),
    )
    const {child, ended} = start([BIN, 'run', 'job.yaml', '--format', 'json', '--quiet'], shop.root)
    using _ = {[Symbol.dispose]: () => void child.kill('SIGKILL')}
    await until(() => existsSync(shop.path('pid')))
    child.kill('SIGINT')
    const {code, err} = await ended
    assert.is(code, 130)
    assert.match(err, HEARD)
  },
  LIMIT_MS,
)

it(
  'a reader that leaves at once stops neither the run nor its exit code',
  async () => {
    using shop = workshop()
    shop.put('job.yaml', JOB.replace('sleep 61 & echo $! > part; mv part pid; wait', 'sleep 1; exit 3'))
    const {child, ended} = start([BIN, 'run', 'job.yaml', '--format', 'json'], shop.root)
    child.stdout.destroy()
    const {code, err} = await ended
    assert.equal([code, err.replaceAll(STEPS, '')], [1, ''])
    const [id = ''] = shop.runs()
    assert.equal([shop.manifest(id).status, shop.manifest(id).outcome.exit_code], ['failed', 1])
  },
  LIMIT_MS,
)
it.run()
