import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {Act} from '#lab/fault/openpi-service'
import {startWsServer} from '#lab/fault/start-ws-server'
import {startZmqServer} from '#lab/fault/start-zmq-server'
import {doorExpert} from '#world/environment/two-room/door-expert'
import {Tensor} from '#world/tensor/tensor'
import {gr00tEnv} from '../support/fakes/policy-rig.ts'
import {wayByEye} from '../support/fakes/sighted.ts'
import {ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('eval of policies')
const LIMIT_MS = 60_000
const TRANSLATOR = readFileSync(join(ROOT, 'docs', 'examples', 'two-room-translator.json'), 'utf8')
const ARGV = ['eval', '--suite', 'policy', '--env', 'two-room']
const expert = doorExpert(0.3)

/** A model behind a socket that finds the door, two steps at a time: it is shown state and goal as four float32. */
const walk: Act = (observation) => {
  const seen = observation['observation/state']
  if (!(seen instanceof Tensor) || observation['prompt'] !== 'go to the goal') throw new Error('shown something else')
  const [x = 0, y = 0, ...goal] = seen.toFloat64()
  const first = expert([x, y], goal)
  const then = expert([x + 0.06 * (first[0] ?? 0), y + 0.06 * (first[1] ?? 0)], goal)
  return Tensor.of('float32', [2, 2], [...first, ...then])
}

function reaching(url: string) {
  return {env: {OPENPI_BASE_URL: url, ASSAY_ALLOW_LOOPBACK: '1'}}
}

const kept = (shop: Workshop, run: {document: {run_id: string}}, file: string) =>
  shop.read('runs', run.document.run_id, file)

it(
  'beside a set that a policy has hardly a part in, its own suite decides',
  async () => {
    using shop = workshop()
    const server = await startWsServer({act: walk}, [])
    shop.put('two-room.json', TRANSLATOR)
    const both = ['eval', '--suite', 'core', '--suite', 'policy', '--env', 'two-room']
    const run = await shop.ask([...both, '--provider', 'openpi', '--translator', 'two-room.json'], reaching(server.url))
    const again = await shop.ask(['eval', '--recompute', run.document.run_id])
    await server.close()
    assert.equal([run.code, again.code], [0, 0], run.err + again.err)
  },
  LIMIT_MS,
)

it(
  'a policy server is shown what the translator says, its commands are executed, and the digest stands where it must',
  async () => {
    using shop = workshop()
    const server = await startWsServer({act: walk}, [])
    shop.put('two-room.json', TRANSLATOR)
    const run = await shop.ask([...ARGV, '--provider', 'openpi', '--translator', 'two-room.json'], reaching(server.url))
    await server.close()
    assert.is(run.code, 0, run.err)
    const digest = run.document.measurement.translator.digest
    assert.match(digest, /^sha256:/)
    const manifest = shop.manifest(run.document.run_id)
    assert.equal([manifest.input_summary.translator_digest, manifest.capabilities], [digest, ['policy']])
    assert.is(JSON.parse(kept(shop, run, 'inputs/suite.json')).translator, digest)
    assert.equal(JSON.parse(kept(shop, run, 'inputs/translator.json')), JSON.parse(TRANSLATOR))
    const again = await shop.ask(['eval', '--recompute', run.document.run_id])
    assert.equal([again.code, kept(shop, again, 'results/result.json')], [0, kept(shop, run, 'results/result.json')])
  },
  LIMIT_MS,
)

it('without a translator a server is not called, and there is no run', async () => {
  using shop = workshop()
  const server = await startWsServer({act: walk}, [])
  const {code, err} = await shop.tell([...ARGV, '--provider', 'openpi'], reaching(server.url))
  const requests = server.requests()
  await server.close()
  assert.is(code, 2)
  assert.match(err, 'openpi needs a translator before it is called')
  assert.equal([requests, shop.runs()], [[], []])
})

it(
  'openpi and GR00T servers that act from the picture are tried by a built-in translator, none of their trials in error',
  async () => {
    using shop = workshop()
    const chunk = (steps: number, size: number, picture: unknown) =>
      wayByEye(picture as Tensor, steps).flatMap((command) => [...command, ...new Array<number>(size - 2).fill(0)])
    const ws = await startWsServer(
      {act: (seen) => Tensor.of('float32', [5, 7], chunk(5, 7, seen['observation/image']))},
      [],
    )
    const arm = (video: unknown) =>
      Tensor.of('float32', [1, 16, 5], chunk(16, 5, (video as {readonly front: Tensor}).front))
    const zmq = await startZmqServer({act: ({video}) => ({single_arm: arm(video)})}, [])
    const ask = (name: string, translator: string, env: Record<string, string>) =>
      shop.ask([...ARGV, '--provider', name, '--translator', translator, '--n', '2', '--no-gate'], {env})
    const runs = [
      await ask('openpi', 'builtin:openpi-libero', reaching(ws.url).env),
      await ask('gr00t', 'builtin:gr00t-so100', gr00tEnv(zmq)),
    ]
    await Promise.all([ws.close(), zmq.close()])
    for (const {code, err, document} of runs) {
      assert.is(code, 0, err)
      const rate = document.measurement.rows.find(({metric}: {metric: string}) => metric === 'success_rate')
      assert.equal([rate.estimate, rate.n], [1, 2])
    }
  },
  LIMIT_MS,
)

it('what a translator cannot make is told before the server of a robot is called, all mistakes at once', async () => {
  using shop = workshop()
  const server = await startWsServer({act: walk}, [])
  const wrong = {...JSON.parse(TRANSLATOR), observe: {a: {from: ['walker.z']}}, expects: {actions: [null, 1]}}
  shop.put('wrong.json', JSON.stringify(wrong))
  const {code, err} = await shop.tell(
    [...ARGV, '--provider', 'openpi', '--translator', 'wrong.json'],
    reaching(server.url),
  )
  const other = ['--env', 'pendulum', '--translator', 'builtin:openpi-droid']
  const elsewhere = await shop.tell(
    ['eval', '--suite', 'policy', '--provider', 'openpi', ...other],
    reaching(server.url),
  )
  const requests = server.requests()
  await server.close()
  assert.equal([code, elsewhere.code, requests, shop.runs()], [2, 2, [], []])
  assert.match(err, /two-room has no walker\.z[\s\S]*leaves the range of actions/)
  assert.match(elsewhere.err, 'is for no environment of this evaluation')
})

it(
  'a server of another shape fails, a dead one is unavailable, a broken translator is refused',
  async () => {
    using shop = workshop()
    shop.put('two-room.json', TRANSLATOR)
    const other = [...ARGV, '--provider', 'openpi', '--translator', 'two-room.json', '--n', '2']
    const failing = await startWsServer({}, [{match: {endpoint: 'infer'}, fault: 'traceback_frame'}])
    const failed = await shop.tell(other, reaching(failing.url))
    await failing.close()
    assert.match(
      failed.out,
      'openpi policy: upstream_error 2 times, at first: server failed: ValueError: bad observation',
    )
    const server = await startWsServer({}, [])
    const wrong = await shop.ask(other, reaching(server.url))
    await server.close()
    assert.is(wrong.code, 1)
    assert.match(kept(shop, wrong, 'results/failures.json'), 'contract_violation')
    assert.match(kept(shop, wrong, 'results/failures.json'), '--provider openpi --translator two-room.json --env')
    const dead = await shop.tell(other, reaching(server.url))
    assert.is(dead.code, 3)
    assert.match(dead.out, 'openpi did not run: unreachable (the connection failed (ECONNREFUSED))')
    shop.put('two-room.json', TRANSLATOR.replace('"from": ["observation", "goal"], "shape": [4]', '"shape": [4]'))
    const {code, err} = await shop.tell(other, reaching(server.url))
    assert.is(code, 2)
    assert.match(err, 'needs exactly one of const, object and from')
  },
  LIMIT_MS,
)

it(
  'a chunk that the translator cannot read leaves the verdict open, says what to mend, and is no word on the server',
  async () => {
    using shop = workshop()
    const server = await startWsServer({act: () => Tensor.of('float32', [4, 7], new Array<number>(28).fill(0))}, [])
    const argv = [...ARGV, '--provider', 'openpi', '--translator', 'builtin:openpi-libero', '--n', '2']
    const {code, out, err} = await shop.tell(argv, reaching(server.url))
    await server.close()
    assert.is(code, 4, err)
    assert.match(
      out,
      /translator_invalid \(action translator takes 5 steps of a horizon of 4: let time\.take end there\)/,
    )
    assert.not.match(out, 'wrong answers')
  },
  LIMIT_MS,
)

it(
  'policies of this process need no translator, threads change no byte, and a translator without a policy suite is refused',
  async () => {
    using shop = workshop()
    const argv = [...ARGV, '--provider', 'zoo.reckless', '--n', '16']
    const [alone, shared] = [await shop.ask([...argv, '--workers', '1']), await shop.ask([...argv, '--workers', '2'])]
    assert.is(kept(shop, shared, 'results/result.json'), kept(shop, alone, 'results/result.json'))
    assert.is(kept(shop, shared, 'results/episodes.ndjson'), kept(shop, alone, 'results/episodes.ndjson'))
    const raw = await shop.ask([...argv, '--translator', 'builtin:raw'])
    assert.is(kept(shop, raw, 'results/episodes.ndjson'), kept(shop, alone, 'results/episodes.ndjson'))
    const useless = await shop.tell(['eval', '--suite', 'closed-loop', '--translator', 'builtin:raw'])
    assert.equal([useless.code, shop.runs().length], [2, 3])
    const {code} = await shop.tell(['eval', '--recompute', alone.document.run_id, '--translator', 'builtin:raw'])
    assert.is(code, 2)
  },
  LIMIT_MS,
)

it(
  'a step of a job goes through a translator too, and through none outside its folder',
  async () => {
    using shop = workshop()
    const job = (translator: string) =>
      `schema_version: 1\nname: j\nsteps:\n  - {id: act, use: eval, with: {suite: policy, env: two-room, providers: [zoo.reckless], n: 2, no_gate: true, translator: ${translator}}}\n`
    shop.put('two-room.json', TRANSLATOR.replace('"provider": "openpi",', '').replaceAll('"actions"', '"u"'))
    shop.put('job.yaml', job('two-room.json'))
    const {code, document} = await shop.ask(['run', 'job.yaml'])
    // What openpi is shown, the reckless one cannot read: it refuses the first question, so the translator was used.
    assert.is(code, 4)
    assert.match(JSON.stringify(document), 'environment_unsupported')
    shop.put('job.yaml', job('builtin:raw'))
    assert.is((await shop.ask(['run', 'job.yaml'])).code, 0)
    shop.put('job.yaml', job('../two-room.json'))
    assert.is((await shop.ask(['run', 'job.yaml'])).code, 2)
  },
  LIMIT_MS,
)

it.run()
