import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeBaselineResult, NodeCheckResult, NodeTarget} from '#contract/generated/types'
import {closedPort} from '../support/closed-port.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {corruptObject, moveRef} from '../support/second-host/damage.ts'
import {createBare, gitIn} from '../support/second-host/git-backend.ts'
import {hostEnv, writeTarget} from '../support/second-host/host-target.ts'
import {type SecondHost, startSecondHost} from '../support/second-host/second-host.ts'
import {type ProxyWish, standBefore} from '../support/second-host/stand-before.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('node check of what each node holds')
const TOKEN = `lk_${'q'.repeat(32)}Zk`

function fill({state}: SecondHost, ...names: string[]): void {
  for (const name of names) {
    createBare(state.root, name)
    state.repos.push({id: state.id(), name, created_at: 1})
    const tree = gitIn(state.root, name, 'hash-object', '-w', '-t', 'tree', '/dev/null')
    const one = gitIn(state.root, name, 'commit-tree', tree, '-m', `${name} one`)
    const two = gitIn(state.root, name, 'commit-tree', tree, '-p', one, '-m', `${name} two`)
    gitIn(state.root, name, 'update-ref', 'refs/heads/trunk', two)
  }
}

/** Two nodes with data of their own; users go to the first, or through a proxy to it. */
async function scene(wish?: (method: string, path: string) => ProxyWish | undefined) {
  await using held = new AsyncDisposableStack()
  const dir = held.use(tempDir())
  const one = held.use(await startSecondHost({token: TOKEN}))
  const two = held.use(await startSecondHost({token: TOKEN}))
  fill(one, 'first', 'second')
  fill(two, 'first', 'second', 'third')
  const before = wish && held.use(await standBefore(two.url, wish))
  const seen = {...two, url: before?.url ?? two.url}
  const target = (hosts: readonly SecondHost[] = [one, seen], over: Partial<NodeTarget> = {}) =>
    writeTarget(dir.path, hosts, {checks: {mutate: false}, ...over})
  target()
  const options = {cwd: dir.path, env: hostEnv(one)}
  const ask = async (...argv: string[]) =>
    (await assayJson(['node', ...argv, '--target', 'target.json'], options)).document
  const kept = held.move()
  return {
    one,
    two,
    seen,
    target,
    path: dir.path,
    baseline: async (...argv: string[]): Promise<NodeBaselineResult> => {
      const taken = (await ask('baseline', '--window', '100ms', ...argv)) as NodeBaselineResult
      assert.is(taken.exit.code, 0, JSON.stringify(taken))
      return taken
    },
    check: async (id: string): Promise<NodeCheckResult['checks'][number]> => {
      const {checks} = (await ask('check', '--baseline', 'latest', '--only', id)) as NodeCheckResult
      assert.ok(checks[0])
      return checks[0]
    },
    checkAll: async (ids: readonly string[]): Promise<NodeCheckResult['checks']> => {
      const only = ids.flatMap((id) => ['--only', id])
      const {checks} = (await ask('check', '--baseline', 'latest', ...only)) as NodeCheckResult
      assert.equal(checks.map(({id}) => id).sort(), [...ids].sort())
      return checks
    },
    asked: async (...argv: string[]) => (await ask(...argv)) as NodeCheckResult,
    said: (...argv: string[]) => assay(['node', ...argv, '--target', 'target.json'], options),
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  }
}

const DATA = ['data.repos', 'data.refs', 'data.accounts', 'data.fsck']

it('what a node lost that users are not led to is seen, and is told by its name', async () => {
  await using rig = await scene()
  rig.two.state.keys.push({id: 7, title: 'of n1', key: `ssh-ed25519 ${'A'.repeat(68)}`})
  const {inventory} = await rig.baseline()
  assert.equal(
    inventory?.nodes?.map(({name, repos}) => [name, repos?.length]),
    [['n1', 3]],
  )
  for (const {id, status, reason, nodes} of await rig.checkAll(DATA.filter((one) => one !== 'data.accounts'))) {
    assert.is(status, 'pass', `${id}: ${reason}`)
    assert.equal(
      nodes?.map(({name, status: own}) => `${name} ${own}`),
      ['n0 pass', 'n1 pass'],
      id,
    )
  }
  const bad = async (id: string) => {
    const {status, reason, nodes} = await rig.check(id)
    assert.is(nodes?.find(({name}) => name === 'n0')?.status === 'fail', false, id)
    return `${status}: ${reason}`
  }
  const back = moveRef(rig.two)
  assert.match(
    await bad('data.refs'),
    /^fail: n1: amber\/\w+ refs\/heads\/trunk moved from [0-9a-f]{7} to [0-9a-f]{7}$/,
  )
  back()
  rig.two.state.keys.pop()
  assert.match(await bad('data.accounts'), /^fail: n1: another number of keys/)
  corruptObject(rig.two)
  assert.match(await bad('data.fsck'), /^fail: n1: faults in amber\/second/)
  rig.two.state.repos.splice(2, 1)
  assert.match(await bad('data.repos'), /^fail: n1: 1 of the baseline are not listed/)
  const {out} = await rig.said('check', '--baseline', 'latest', '--mode', 'quick')
  assert.match(out, /data\.repos\s+n1: 1 of the baseline are not listed/)
  const [, run = ''] = /^Run +(\S+)/m.exec(out) ?? []
  const page = readFileSync(join(rig.path, run, 'reports/report.md'), 'utf8')
  assert.match(page, /## By node[^#]*\| data\.repos \| n1 \| fail \| 1 of the baseline are not listed/)
})

it('a node whose data could not be read is named in a warning, when the baseline is taken and in every check', async () => {
  let isShut = true
  const wish = (_: string, path: string) =>
    isShut && path.startsWith('/api/repos') ? {status: 404, json: {message: 'not here'}} : undefined
  await using rig = await scene(wish)
  const taken = await rig.baseline()
  assert.match(taken.verdict?.caveats.join('; ') ?? '', /n1: .*not here/)
  for (const {id, status, reason} of await rig.checkAll(DATA)) {
    assert.is(status, 'warn', `${id}: ${reason}`)
    assert.match(reason ?? '', /n1: .*not (read|compared)/, id)
  }
  isShut = false
  assert.is((await rig.check('data.fsck')).status, 'pass')
  assert.match((await rig.check('data.repos')).reason ?? '', /^n1: .*baseline/)
})

it('a baseline that knows nothing of a node is read, and the check says that it was not compared', async () => {
  await using rig = await scene()
  rig.target([rig.one])
  const {inventory} = await rig.baseline()
  assert.is(inventory?.nodes, undefined)
  assert.is((await rig.check('data.repos')).status, 'pass')
  rig.target()
  const {status, reason} = await rig.check('data.repos')
  assert.is(status, 'warn')
  assert.match(reason ?? '', /^n1: its data are not in the baseline.*assay node baseline/)
})

it('a node that is behind for a moment is asked again and not blamed; one that lost it is', async () => {
  let empty = 0
  const wish = (_: string, path: string) =>
    path.startsWith('/api/repos?') || path === '/api/repos'
      ? empty-- > 0
        ? {status: 200, json: []}
        : undefined
      : undefined
  await using rig = await scene(wish)
  await rig.baseline()
  empty = 2
  const late = await rig.check('data.repos')
  assert.is(late.status, 'pass', late.reason ?? '')
  assert.ok(empty <= 0)
  empty = 1000
  assert.match((await rig.check('data.repos')).reason ?? '', /^n1: 3 of the baseline are not listed/)
  assert.ok(empty > 980, `asked a bounded number of times: ${1000 - empty}`)
})
it('nodes that nobody reaches are errors in JUnit and no failures, and are told by their names', async () => {
  await using rig = await scene()
  const away = {...rig.two, url: `http://127.0.0.1:${await closedPort()}`}
  const tagOf = async (...hosts: SecondHost[]) => {
    rig.target(hosts)
    const {out} = await rig.said('check', '--mode', 'quick')
    const [, run = ''] = /^Run +(\S+)/m.exec(out) ?? []
    const text = readFileSync(join(rig.path, run, 'reports/report.junit.xml'), 'utf8')
    return {out, tag: /<testsuite [^>]*>/.exec(text)?.[0] ?? ''}
  }
  const all = await tagOf(away)
  assert.match(all.tag, /failures="0" errors="[1-9]/)
  const some = await tagOf(rig.one, away)
  assert.match(some.tag, /failures="0" errors="[1-9]/)
  assert.match(some.out, /n1: the connection failed/)
})
it('a node that answers late each time is told with the time, and fails where the target has a limit for that', async () => {
  let afterMs = 1300
  await using rig = await scene(() => ({afterMs}))
  const latency = async () => (await rig.asked('check', '--only', 'res.latency')).checks[0]
  const late = await latency()
  assert.is(late?.status, 'warn', late?.reason ?? '')
  assert.match(late?.reason ?? '', /^n1: the fastest of 3 answers to \/health\/ready came after 1[3-9]\d\d ms/)
  assert.equal(
    late?.nodes?.map(({name, status}) => `${name} ${status}`),
    ['n0 pass', 'n1 warn'],
  )
  afterMs = 300
  assert.is((await latency())?.status, 'pass')
  rig.target(undefined, {objectives: {read_p99_ms: 250}})
  const limited = await latency()
  assert.match(`${limited?.status} ${limited?.reason}`, /^fail n1: .*, and objectives\.read_p99_ms is 250/)
})

it('a node whose API alone is late is told with the route, whoever asks', async () => {
  const late = new Set<string>()
  await using rig = await scene((_, path) => (late.has(path) ? {afterMs: 600} : undefined))
  const asked = async (auth?: NodeTarget['auth']) => {
    rig.target(undefined, {objectives: {read_p99_ms: 500}, ...(auth && {auth})})
    const [check] = (await rig.asked('check', '--only', 'res.latency')).checks
    return `${check?.status} ${check?.reason}`
  }
  late.add('/api/repos')
  assert.match(await asked(), /^fail n1: the fastest of 3 answers to \/api\/repos came after \d+ ms/)
  late.clear()
  late.add('/api/node/status')
  assert.match(await asked({}), /^fail n1: the fastest of 3 answers to \/api\/node\/status came after \d+ ms/)
})

it('a rate limit that is spent is told with the wait that the service asks for, and what to do', async () => {
  let wait: Record<string, string> = {'retry-after': '1800'}
  const wish = (_: string, path: string) =>
    path.startsWith('/api/repos') || path === '/api/user'
      ? {status: 429, json: {message: 'slow down'}, headers: wait}
      : undefined
  await using rig = await scene(wish)
  rig.target([rig.seen])
  const {out} = await rig.said('check', '--only', 'api.repos')
  const said = out.replaceAll(/\s+/g, ' ')
  assert.match(said, /rate_limited: the service limits the requests of this token \(429\) and says to wait 1800 s/)
  assert.match(said, /Wait as long as it says/)
  const taken = await rig.said('baseline', '--window', '100ms')
  assert.match(taken.err.replaceAll(/\s+/g, ' '), /says to wait 1800 s.*Wait as long as it says/)
  wait = {}
  const mute = await rig.asked('check', '--only', 'api.repos')
  assert.match(mute.checks[0]?.reason ?? '', /^rate_limited: .* does not say for how long/)
})

it('one late answer, as of a busy machine, is no late node', async () => {
  let late = 1
  const wish = (_: string, path: string) => (path === '/health/ready' && late-- > 0 ? {afterMs: 1300} : undefined)
  await using rig = await scene(wish)
  // The first request of a run only looks whether an address may be asked.
  late = 2
  const {checks} = await rig.asked('check', '--only', 'res.latency')
  assert.ok(late <= 0)
  assert.is(checks[0]?.status, 'pass', checks[0]?.reason ?? '')
})
it.run()
