import {existsSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import * as assert from 'uvu/assert'
import {moduleProgram} from '#compose/compose-ports'
import {execaLineChild} from '#process/execa-line-child'
import {nodeProcessTable} from '#process/node-process-table'
import {childInMemory, type ModuleRigOptions, moduleRig} from '../../../support/fakes/module-rig.ts'
import {start, until} from '../../../support/spawned.ts'
import {spec} from '../../../support/spec.ts'
import {tempDir} from '../../../support/temp-dir.ts'
import {throwsCode} from '../../../support/throws-code.ts'

const it = spec('a module in a process of its own')
const ELSEWHERE = {transport: 'http', idempotent: ['score']}
for (const [where, start] of [
  ['in its process', execaLineChild],
  ['over lines in memory', childInMemory],
] as const) {
  const rigOf = (slots: string, more: Partial<ModuleRigOptions> = {}) => moduleRig(slots, {start, ...more})

  it(`${where}: answers with tensors, knows its context, and keeps what it remembers from call to call`, async () => {
    await using rig = await rigOf(
      `score: ({action_candidates}, {operationId, timeLeftMs, artifacts}) => ({...good, metadata: {
      calls: ++calls, tensor: action_candidates.constructor.name, shape: action_candidates.shape, operationId, given: env.GIVEN,
      hasTime: timeLeftMs() > 0, artifacts: artifacts === undefined}}),`,
      {head: 'let calls = 0'},
    )
    const {metadata} = await rig.score()
    assert.equal([metadata['tensor'], metadata['shape'], metadata['given']], ['Tensor', [1, 3, 1, 1], 'yes'])
    assert.equal([metadata['hasTime'], metadata['artifacts']], [true, true])
    assert.is(metadata['operationId'], rig.recorder.events[0]?.operation_id)
    assert.is((await rig.score()).metadata['calls'], 2)
  })

  it(`${where}: a change of its input is found, a refusal of ours keeps its code`, async () => {
    await using rig = await rigOf(`score: (request) => { request.action_candidates.bytes[0] ^= 1; return good },`)
    assert.match((await throwsCode(() => rig.score(), 'contract_violation')).message, /changed its input/)
    await using limited = await rigOf(
      `score: () => { throw new ProviderError('rate_limited', 'later', {retryable: false}) },`,
    )
    await throwsCode(() => limited.score(), 'rate_limited')
  })

  it(`${where}: an answer of which it can make no tensor is against its contract, and told with the place in it`, async () => {
    const tensor = new URL('../../../../src/world/tensor/tensor.ts', import.meta.url).href
    await using rig = await rigOf(`score: () => ({...good, metadata: {states: Tensor.of('float64', [1], [NaN])}}),`, {
      head: `const {Tensor} = await import('${tensor}')`,
    })
    assert.match((await throwsCode(() => rig.score(), 'contract_violation')).message, /not finite.*guest\.mjs:\d+/)
  })

  it(`${where}: what it throws is told with the place in it, and with nothing else of the stack`, async () => {
    await using rig = await rigOf(`score: ({info}) =>
      info.state.x,`)
    const {message} = await throwsCode(() => rig.score(), 'internal')
    assert.match(
      message,
      /^provider failed inside: TypeError: Cannot read properties of undefined \(reading 'x'\) \(at guest\.mjs:\d+:18\)$/,
    )
    await using far = await rigOf(
      `score: (request, {attempt}) => attempt('request', () => { throw new RangeError('far out') }),`,
      {profile: ELSEWHERE},
    )
    assert.match((await throwsCode(() => far.score(), 'internal')).message, /RangeError: far out \(at guest\.mjs:\d+:/)
    const broken = await throwsCode(() => rigOf('score: ( => {},'), 'config_invalid')
    assert.match(broken.message, /SyntaxError: Unexpected token '=>'; run the file with node alone to see the line$/)
    const head = "import {nothing} from 'node:path'"
    const unmatched = await throwsCode(() => rigOf('', {head}), 'config_invalid')
    assert.match(unmatched.message, /SyntaxError: .* \(at guest\.mjs:\d+\)$/)
    const thrown = await throwsCode(() => rigOf('', {head: "throw new Error('no weights')"}), 'config_invalid')
    assert.match(thrown.message, /Error: no weights \(at guest\.mjs:\d+:7\)$/)
  })

  it(`${where}: a module that calls elsewhere makes its attempts, and each of them is told`, async () => {
    await using rig = await rigOf(
      `score: (request, context) => context.attempt('request', (signal) => {
      context.reached({method: 'POST', target: 'https://models.lab.example/v1', statusCode: 200})
      if (++tries < 2) throw new ProviderError('busy', 'not yet', {retryable: true})
      return {...good, metadata: {tries, aborted: signal.aborted}}
    }),`,
      {head: 'let tries = 0', profile: ELSEWHERE},
    )
    const {metadata} = await rig.score()
    assert.equal([metadata['tries'], metadata['aborted']], [2, false])
    assert.equal(
      rig.recorder.events.map(({phase}) => phase),
      ['retry', 'success'],
    )
    assert.is(rig.recorder.events.at(-1)?.method, 'POST')
  })

  it(`${where}: a budget that is spent inside of it is a spent budget, not its failure`, async () => {
    const twice = `score: async (request, {attempt}) => { await attempt('request', () => 1); await attempt('request', () => 2); return good },`
    await using rig = await rigOf(twice, {profile: ELSEWHERE})
    await throwsCode(() => rig.score({budget: {max_calls: 1}}), 'budget_exceeded')
    const spends = `score: async (request, {spendCredits}) => { spendCredits(7); await new Promise(() => {}) },`
    await using costly = await rigOf(spends, {profile: ELSEWHERE})
    await throwsCode(() => costly.score({budget: {max_credits: 5}}), 'budget_exceeded')
  })

  it(`${where}: a cancelled call reaches it, its work elsewhere is stopped, and its process lives on`, async () => {
    await using rig = await rigOf(
      `score: async (request, {signal, remoteWork}) => {
      if (calls++ > 0) return good
      remoteWork(async () => writeFileSync(here('stopped'), ''))
      writeFileSync(here('under way'), '')
      await new Promise((done) => signal.addEventListener('abort', done))
      writeFileSync(here('aborted'), signal.reason.code)
    },`,
      {head: 'let calls = 0', profile: ELSEWHERE},
    )
    const control = new AbortController()
    const call = throwsCode(() => rig.score({signal: control.signal}), 'cancelled')
    await until(() => existsSync(join(rig.dir, 'under way')))
    const pid = rig.pid()
    control.abort()
    await call
    await until(() => existsSync(join(rig.dir, 'stopped')))
    await rig.score()
    assert.equal([rig.pid(), readFileSync(join(rig.dir, 'aborted'), 'utf8')], [pid, 'cancelled'])
  })

  it(`${where}: clips go where the host keeps them, under a plain name only`, async () => {
    const kept: string[] = []
    const written: number[] = []
    const file = {
      write: async (piece: Uint8Array) => void written.push(...piece),
      keep: async (name: string) => `clips/${kept[kept.push(name) - 1]}`,
      discard: async () => {},
    }
    const writes = (name: string) => `score: async (request, {artifacts}) => {
    const file = await artifacts.create(); await file.write(Uint8Array.of(1, 2)); await file.write(Uint8Array.of(3))
    return {...good, metadata: {path: await file.keep('${name}')}} },`
    const library = {artifacts: {create: async () => file}}
    await using rig = await rigOf(writes('clip.mp4'), {library})
    assert.is((await rig.score()).metadata['path'], 'clips/clip.mp4')
    assert.equal([kept, written], [['clip.mp4'], [1, 2, 3]])
    await using climbing = await rigOf(writes('../results/verdict.json'), {library})
    await throwsCode(() => climbing.score(), 'contract_violation')
    assert.is(kept.length, 1)
  })
}

it('hooks and a description run there too, and what was torn down is loaded anew', async () => {
  await using rig = await moduleRig(
    `preflight: () => ({status: 'ready', details: {warm}}), warmup: async () => { warm = true; return {status: 'ready'} },
    describe: () => ({dt: 0.5, training_seeds: [3, 9], nonsense: () => 1}), teardown: () => ({status: 'ready', evidence: ['bye']}),`,
    {start: execaLineChild, head: 'let warm = false'},
  )
  assert.equal(
    (await rig.assay.start('guest')).map(({status}) => status),
    ['ready', 'ready'],
  )
  assert.equal((await rig.assay.describe('guest')).descriptor, {dt: 0.5, training_seeds: [3, 9]})
  const first = rig.pid()
  assert.equal((await rig.assay.close())[0]?.evidence, ['bye'])
  assert.equal((await rig.assay.start('guest'))[0]?.details, {warm: false})
  assert.is.not(rig.pid(), first)
})

it('one that is blocked is ended and begun again, four lives in all; none is left', async () => {
  const pids = new Set<number>()
  {
    await using rig = await moduleRig('score: () => { while (true); },', {
      start: execaLineChild,
      library: {limits: {timeoutSeconds: 1}},
    })
    let told = ''
    for (let call = 0; call < 20 && !told.includes('ended 4 times'); call++) {
      told = await rig.score().then(
        () => 'answered',
        (error: unknown) => String(error),
      )
      pids.add(rig.pid())
    }
    assert.match(told, /ended 4 times/)
  }
  assert.is(pids.size, 4)
  for (const pid of pids) assert.is(nodeProcessTable.startOf(pid), undefined)
})

it('whoever started it may be killed while it is blocked: it ends all the same', async () => {
  using dir = tempDir()
  writeFileSync(
    join(dir.path, 'guest.mjs'),
    "import {writeFileSync} from 'node:fs'; writeFileSync('pid', String(process.pid)); while (true);",
  )
  const [program, host = ''] = moduleProgram()
  const owner = `const {spawn} = require('node:child_process')
    const child = spawn(${JSON.stringify(program)}, [${JSON.stringify(host)}, String(process.pid)], {stdio: ['ignore', 'ignore', 'ignore', 'pipe'], detached: true})
    child.stdio[3].write(JSON.stringify({kind: 'load', url: ${JSON.stringify(pathToFileURL(join(dir.path, 'guest.mjs')).href)}, env: {}}) + '\\n')`
  const {child, ended} = start(['-e', owner], dir.path)
  await until(() => existsSync(join(dir.path, 'pid')) && readFileSync(join(dir.path, 'pid'), 'utf8') !== '')
  const pid = Number(readFileSync(join(dir.path, 'pid'), 'utf8'))
  child.kill('SIGKILL')
  await ended
  await until(() => nodeProcessTable.startOf(pid) === undefined)
})
it.run()
