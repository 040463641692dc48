import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeCheckResult, NodeTarget} from '#contract/generated/types'
import {assay, assayJson} from '../support/hall-rig.ts'
import {startOwnNode} from '../support/own-node/start-own-node.ts'
import {type ProxyWish, standBefore} from '../support/second-host/stand-before.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('node check of what answers in place of the node')
const STATUS = '/api/node/status'

/** A healthy node of ours, asked through a proxy. `wish`: what the proxy answers itself, and may be changed. */
async function scene(over: Partial<NodeTarget> = {}) {
  await using held = new AsyncDisposableStack()
  const dir = held.use(tempDir())
  const node = held.use(await startOwnNode())
  const rig = {wish: (_path: string): ProxyWish | undefined => undefined}
  const proxy = held.use(await standBefore(node.url, (_, path) => rig.wish(path)))
  const write = (base_url: string) =>
    writeFileSync(
      join(dir.path, 'target.json'),
      JSON.stringify({
        schema_version: 1,
        kind: 'node-target',
        alias: 'own',
        environment: 'embedded',
        nodes: [{name: 'n1', base_url}],
        auth: {token_env: 'HOST_TOKEN'},
        ...over,
      } satisfies NodeTarget),
    )
  write(proxy.url)
  const env = {ASSAY_ALLOW_LOOPBACK: '1', HOST_TOKEN: node.token, PATH: process.env['PATH'] ?? ''}
  const options = {cwd: dir.path, env}
  const words = (argv: readonly string[]) => ['node', ...argv, '--target', 'target.json']
  const kept = held.move()
  return Object.assign(rig, {
    write,
    proxy,
    options,
    /** The answers to one path are these. */
    answer: (path: string, answer: ProxyWish) => {
      rig.wish = (asked) => (asked === path ? answer : undefined)
    },
    ask: async (...argv: string[]) => {
      const {code, document} = await assayJson(words(['check', '--mode', 'quick', ...argv]), options)
      const {checks} = document as NodeCheckResult
      assert.ok(checks, JSON.stringify(document))
      const told = new Map(checks.map(({id, status, reason}) => [id, `${status}: ${reason ?? ''}`]))
      return {code, told}
    },
    said: async (...argv: string[]) => {
      const {code, out, err} = await assay(words(argv), options)
      return {code, text: (out + err).replaceAll(/\s+/g, ' ')}
    },
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  })
}

const PAGE = '<!doctype html><title>Sign in</title><p>Who are you?</p>'

/** What may come instead of a status, and how it must be told. */
const BROKEN: readonly (readonly [answer: ProxyWish, told: RegExp])[] = [
  [{status: 500, json: {message: 'no luck'}}, /^fail: \/api\/node\/status answered 500: no luck$/],
  [{status: 503, json: {}}, /^fail: \/api\/node\/status answered 503 twice$/],
  [
    {status: 302, json: {}, headers: {location: 'https://sso.example.org/in?state=s'}},
    /^fail: \/api\/node\/status answered 302, a redirect to https:\/\/sso\.example\.org$/,
  ],
  [{status: 302, json: {}}, /^fail: \/api\/node\/status answered 302, a redirect without a place$/],
  [{status: 403, text: ['text/html', PAGE]}, /^fail: \/api\/node\/status answered 403 with text\/html$/],
  [{status: 200, text: ['text/html', PAGE]}, /^fail: \/api\/node\/status answered 200 with text\/html$/],
  [{status: 200, text: ['application/json', '']}, /^fail: \/api\/node\/status answered 200 with nothing$/],
  [{status: 200, json: []}, /^fail: \/api\/node\/status answered 200 with a list$/],
  [{status: 200, json: {}}, /^fail: \/api\/node\/status answered 200 with an object that tells nothing of a node$/],
]

const READERS = ['mig.complete', 'res.disk']
const OTHERS = ['api.repos', 'res.latency']
const ONLY = [...READERS, ...OTHERS].flatMap((id) => ['--only', id])

it('a status that is there and broken is told as what came, and not as one that is not offered', async () => {
  await using rig = await scene()
  const well = await rig.ask()
  assert.is(well.code, 0)
  for (const id of READERS) assert.match(well.told.get(id) ?? '', /^(pass|warn)/, id)
  for (const [answer, wanted] of BROKEN) {
    rig.answer(STATUS, answer)
    const {code, told} = await rig.ask(...ONLY)
    assert.is(code, 1, String(wanted))
    for (const id of READERS) assert.match(told.get(id) ?? '', wanted, id)
    for (const id of OTHERS) assert.is(told.get(id), 'pass: ', id)
  }
})

it('a status that is not offered is passed over as before', async () => {
  await using rig = await scene()
  rig.answer(STATUS, {status: 404, json: {message: 'nothing here'}})
  const {code, told} = await rig.ask()
  assert.is(code, 0)
  for (const id of READERS) assert.is(told.get(id), 'skip: capability_absent', id)
})

it('a status that our token may not see says so, and blames nobody for the rest', async () => {
  await using rig = await scene()
  rig.answer(STATUS, {status: 403, json: {message: 'needs the scope admin'}})
  const lacking = await rig.ask('--only', 'mig.complete')
  assert.is(lacking.code, 4)
  const why = `${STATUS} answered 403: needs the scope admin`
  assert.is(lacking.told.get('mig.complete'), `inconclusive: the token of the target may not do this: ${why}`)
  rig.answer(STATUS, {status: 401, json: {message: 'who is it'}})
  const refused = await rig.ask('--only', 'mig.complete')
  assert.is(refused.code, 4)
  assert.match(refused.told.get('mig.complete') ?? '', /refuses the token of the target: .*answered 401: who is it$/)
})

it('without a token a status that wants one is not asked, and the report says what to give', async () => {
  await using rig = await scene({auth: {}})
  rig.answer(STATUS, {status: 401, json: {message: 'who is it'}})
  const {told} = await rig.ask()
  for (const id of READERS) assert.is(told.get(id), 'skip: no_credentials', id)
})

it('after a baseline the reason is what came, too', async () => {
  await using rig = await scene()
  assert.is((await rig.said('baseline', '--window', '100ms')).code, 0)
  const running = async () => (await rig.ask('--baseline', 'latest', '--only', 'ver.running')).told.get('ver.running')
  // No run for each: what is told of them is held above.
  for (const [answer, wanted] of [BROKEN[0], BROKEN[5], BROKEN[8]].filter((row) => row !== undefined)) {
    rig.answer(STATUS, answer)
    assert.match((await running()) ?? '', wanted)
  }
  rig.answer(STATUS, {status: 404, json: {}})
  assert.is(await running(), `fail: the node does not tell its start any more: ${STATUS} answered 404`)
  rig.answer(STATUS, {status: 200, json: {version: '2.0.0'}})
  assert.is(await running(), `fail: the node does not tell its start any more: ${STATUS} answered 200 without it`)
  rig.answer(STATUS, {status: 500, json: {message: 'no luck'}})
  const {code, text} = await rig.said('baseline', '--window', '100ms')
  assert.is(code, 3)
  assert.match(text, /n1: \/api\/node\/status answered 500: no luck/)
})

it('what to do follows from what came, and not from what was asked', async () => {
  await using rig = await scene()
  rig.answer(STATUS, {status: 500, json: {message: 'no luck'}})
  const ill = await rig.said('check', '--mode', 'quick')
  assert.match(ill.text, /Ask the node for \/api\/node\/status by hand/)
  assert.not.match(ill.text, /Make room|nothing else may write|nodes that lag behind|roll the others back/)

  rig.wish = () => ({isReset: true})
  const reset = await rig.said('check', '--mode', 'quick')
  assert.match(reset.text, /somebody listens there and ended the connection/)
  assert.not.match(reset.text, /nobody listens there|Make room/)

  rig.wish = (path) => (path.startsWith('/api/repos') ? {status: 302, json: ''} : undefined)
  const led = await rig.ask('--only', 'api.repos')
  assert.is(led.told.get('api.repos'), 'fail: answered 302, a redirect without a place')
  assert.not.match((await rig.said('check', '--only', 'api.repos')).text, /: \. /)

  rig.answer('/health/ready', {status: 200, text: ['text/html', PAGE]})
  const page = await rig.ask('--only', 'res.latency')
  assert.match(page.told.get('res.latency') ?? '', /^inconclusive: \/health\/ready answered 200 with text\/html, so /)
  rig.answer('/health/ready', {status: 200, json: {}})
  const empty = await rig.ask('--only', 'res.latency')
  assert.match(empty.told.get('res.latency') ?? '', /\/health\/ready answered 200 without a status, so /)
})

it('who speaks HTTP where TLS is wanted is not told to speak no HTTP', async () => {
  await using rig = await scene()
  rig.write(rig.proxy.url.replace('http:', 'https:'))
  const {told} = await rig.ask()
  assert.match(told.get('health.live') ?? '', /^fail: what answers does not speak TLS \(\w+\)$/)
  const {text} = await rig.said('check', '--mode', 'quick')
  assert.match(text, /Write http:\/\/ in the address/)
  assert.not.match(text, /does not speak HTTP|Ask the node for \/health\/ready|Make room/)
})

it('an address that the policy refuses is told with the node whose it is', async () => {
  await using rig = await scene()
  const options = {...rig.options, env: {...rig.options.env, ASSAY_ALLOW_LOOPBACK: '0'}}
  const {code, err} = await assay(['node', 'check', '--target', 'target.json'], options)
  assert.is(code, 7)
  assert.match(err, 'n1: the host leads to a loopback address')
})

it.run()
