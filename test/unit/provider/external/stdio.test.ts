import {spawnSync} from 'node:child_process'
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {codeOf} from '#error/assay-error'
import type {ErrorCode} from '#error/codes'
import {InMemoryRecorderSink} from '#event/in-memory-recorder-sink'
import {execaLineChild} from '#process/execa-line-child'
import {Assay} from '#provider/assay'
import {definedEntry} from '#provider/catalogue/definition'
import {externalProvider} from '#provider/external/call-external'
import {openStdioLink} from '#provider/external/open-stdio-link'
import {environmentOf} from '#world/environments'
import {Action} from '#world/model/action'
import {decodeState, encodeState} from '#world/model/scene'
import {Tensor} from '#world/tensor/tensor'
import {spec} from '../../../support/spec.ts'
import {tempDir} from '../../../support/temp-dir.ts'
import {throwsCode} from '../../../support/throws-code.ts'

const it = spec('provider in a process of its own')
const HELLO = `{name:'t',protocol:1,capabilities:['score'],required:{goal:1},descriptor:{},runtime:{},model:{id:'m'}}`
/** A provider in JavaScript: \`on(message)\` gives the lines to say. */
const program = (on: string) => `
import {createInterface} from 'node:readline'
const say = (value) => console.log(typeof value === 'string' ? value : JSON.stringify(value))
const good = (m, result) => ({v: 1, id: m.id, ok: true, result})
const bad = (m, code, message) => ({v: 1, id: m.id, ok: false, error: {code, message, retryable: false}})
for await (const line of createInterface({input: process.stdin})) {
  const m = JSON.parse(line)
  if (m.op === 'shutdown') process.exit(0)
  if (m.op === 'hello') say(good(m, ${HELLO}))
  else if (m.op === 'health') say(good(m, {}))
  else if (m.op !== 'cancel') { ${on} }
}`
const SCORES = `say(good(m, {scores: m.input.action_candidates.data ? m.input.action_candidates.data.map((v, i) => i) : [0, 1, 2], lower_is_better: true}))`
const candidates = Tensor.from({dtype: 'float32', shape: [1, 3, 1, 1], fill: 0.5})
const REQUEST = {info: {pixels: six(), goal: six(), action: [[[[0]]]]}, action_candidates: candidates}

function six() {
  return Tensor.from({dtype: 'float32', shape: [1, 1, 1, 1, 1, 1], fill: 0})
}

/** The bridge provider whose command is this program. */
function rigOf(text: string, options: {timeoutSeconds?: number} = {}) {
  const dir = tempDir()
  const file = join(dir.path, 'provider.mjs')
  writeFileSync(file, text)
  const recorder = new InMemoryRecorderSink()
  const env = {
    LEWORLDMODEL_POLICY: 'p',
    ASSAY_BRIDGE_COMMAND: JSON.stringify([process.execPath, file]),
    PATH: process.env['PATH'],
    ASSAY_SECRET_OF_HOST: 'never handed on',
  }
  const assay = new Assay({env, eventHandler: recorder, limits: options})
  const close = async () => {
    await assay.close()
    dir[Symbol.dispose]()
  }
  return {
    assay,
    recorder,
    score: (call = {}) => assay.score(REQUEST, 'leworldmodel', call),
    [Symbol.asyncDispose]: close,
  }
}

it('answers over lines of JSON, again and again, from one process', async () => {
  await using rig = rigOf(
    program(`say(good(m, {scores: [3, 1, 2], lower_is_better: true, metadata: {pid: process.pid}}))`),
  )
  const one = await rig.score()
  const two = await rig.score()
  assert.equal([one.scores, one.best_index, one.metadata['pid'] === two.metadata['pid']], [[3, 1, 2], 1, true])
  assert.equal(
    rig.recorder.events.map(({method, phase}) => [method, phase]),
    [
      ['STDIO', 'success'],
      ['STDIO', 'success'],
    ],
  )
  assert.equal(one.metadata['model'], {id: 'm'})
})

it('a provider gets its own variables and the few every program needs, nothing else', async () => {
  await using rig = rigOf(
    program(
      `say(good(m, {scores: [1, 2, 3], lower_is_better: true, metadata: {names: Object.keys(process.env).sort()}}))`,
    ),
  )
  const {metadata} = await rig.score()
  const names = metadata['names'] as string[]
  assert.ok(names.includes('LEWORLDMODEL_POLICY') && names.includes('PATH'))
  assert.not.ok(
    names.some((name) => /SECRET|ASSAY_BRIDGE/.test(name)),
    names.join(' '),
  )
})

it('tensors arrive written out, and results with tensors are read', async () => {
  await using rig = rigOf(
    program(
      `const t = m.input.action_candidates; const sent = Boolean(t.data || t.b64) && !('fill' in t); say(good(m, {scores: {dtype: 'float32', shape: [3], data: [sent ? 1 : 9, 2, 3]}, lower_is_better: true}))`,
    ),
  )
  assert.equal((await rig.score()).scores, [1, 2, 3])
})

it('every way a process can misbehave has its own error and one end', async () => {
  const table: [string, ErrorCode][] = [
    [program(`say('a banner')`), 'contract_violation'],
    [program(`say({v: 1, id: 'other', ok: true, result: {}})`), 'contract_violation'],
    [program(`say({v: 2, id: m.id, ok: true, result: {}})`), 'contract_violation'],
    [program(`say({...good(m), ok: 'yes'})`), 'contract_violation'],
    [program(`say({v: 1, id: m.id, ok: false})`), 'contract_violation'],
    [
      program(`say('{"v":1,"id":"' + m.id + '","ok":true,"result":{"scores":[NaN,1,2],"lower_is_better":true}}')`),
      'contract_violation',
    ],
    [program(`say(good(m, {scores: [1, 2], lower_is_better: true}))`), 'contract_violation'],
    [
      program(`say(good(m, {scores: {dtype: '|O', shape: [3], b64: 'AAAA'}, lower_is_better: true}))`),
      'contract_violation',
    ],
    [program(`process.stdout.write('{"v":1,"id":"' + m.id + '","ok":tr'); process.exit(0)`), 'unreachable'],
    [program(`process.exit(3)`), 'unreachable'],
    ['console.error("no model"); process.exit(1)', 'unreachable'],
    ['console.log("Welcome!"); setInterval(() => {}, 1000)', 'contract_violation'],
    [program(`say(bad(m, 'runtime_missing', 'no torch'))`), 'runtime_missing'],
    [program(`say(bad(m, 'upstream_error', ''))`), 'upstream_error'],
    [program(`say(bad(m, 'something_else', 'x'))`), 'upstream_error'],
    [program(`say(bad(m, 'invalid_input', 'x'))`), 'upstream_rejected_input'],
    [program(`setInterval(() => {}, 1000)`).replace(`protocol:1`, 'protocol:9'), 'incompatible'],
    [program(`0`).replace(`['score']`, `['policy']`), 'incompatible'],
  ]
  for (const [text, code] of table) {
    await using rig = rigOf(text)
    await throwsCode(() => rig.score(), code)
    assert.is(rig.recorder.events.length, 1, code)
  }
}, 60_000)

it('a reply that comes twice ends the process, and the next call starts anew', async () => {
  const again = 'const r = good(m, {scores: [1, 2, 3], lower_is_better: true}); say(globalThis.first ??= r)'
  await using rig = rigOf(program(again))
  await rig.score()
  await throwsCode(() => rig.score(), 'contract_violation')
  await rig.score()
})

it('a reply that is written twice at once is the answer to no other call', async () => {
  const twice =
    'const r = good(m, {scores: m.input.action_candidates.data, lower_is_better: true}); say(r); if (!globalThis.twice) say(r); globalThis.twice = true'
  await using rig = rigOf(program(twice))
  const scoresOf = async (fill: number) => {
    const action_candidates = Tensor.from({dtype: 'float32', shape: [1, 3, 1, 1], fill})
    return (await rig.assay.score({...REQUEST, action_candidates}, 'leworldmodel')).scores
  }
  assert.equal(await scoresOf(1), [1, 1, 1])
  // It meets the second copy, or the process that was ended for it is gone already.
  const second = await scoresOf(2).catch(codeOf)
  assert.ok(second === 'contract_violation' || String(second) === '2,2,2', String(second))
})

it('what a process says last on its standard error is told, a missing program is not called a broken one', async () => {
  await using dead = rigOf('console.error("CUDA out of memory"); process.exit(1)')
  assert.match((await throwsCode(() => dead.score(), 'unreachable')).message, /exit 1: CUDA out of memory/)
  const env = {JEPA_MODEL_NAME: 'm', ASSAY_BRIDGE_COMMAND: '["no-such-program-here"]'}
  const missing = new Assay({env})
  const request = {info: {observation: [[0]], goal: [[0]]}, action_candidates: candidates}
  await throwsCode(() => missing.score(request, 'jepa'), 'runtime_missing')
  await missing.close()
})

it('a call that is given up ends the process, and the next one gets its own answer', async () => {
  const slow = `if (!globalThis.seen && !process.argv.includes('x')) { globalThis.seen = 1 }; setTimeout(() => { ${SCORES} }, 300)`
  await using rig = rigOf(program(slow), {timeoutSeconds: 60})
  await rig.score()
  const control = new AbortController()
  const call = throwsCode(() => rig.score({signal: control.signal}), 'cancelled')
  setTimeout(() => control.abort(), 20)
  await call
  assert.is((await rig.score()).scores.length, 3)
})

it('a line that is no reply is told with its beginning and where it belongs, and whoever goes on so is wrong, not away', async () => {
  await using rig = rigOf(
    program('say("Loading weights: 100%"); say(good(m, {scores: [1, 2, 3], lower_is_better: true}))'),
  )
  for (let start = 0; start < 4; start++) {
    const {message} = await throwsCode(() => rig.score(), 'contract_violation')
    assert.match(message, 'is not JSON: "Loading weights: 100%"; standard output is for replies alone')
  }
  assert.match(
    (await throwsCode(() => rig.score(), 'contract_violation')).message,
    /ended 4 times, at last since a line/,
  )
  await using cut = rigOf(program('say("{\\"v\\": 1, ")'))
  assert.is((await throwsCode(() => cut.score(), 'contract_violation')).message.includes('"v"'), false)
})

it('a process that keeps ending is started four times and no more', async () => {
  await using rig = rigOf('process.exit(1)')
  for (let start = 0; start < 4; start++) await throwsCode(() => rig.score(), 'unreachable')
  assert.match((await throwsCode(() => rig.score(), 'unreachable')).message, /ended 4 times/)
})

it('health greets, and goes no further than what it finds', async () => {
  await using good = rigOf(program('0'))
  assert.is((await good.assay.health('leworldmodel')).status, 'healthy')
  await using unloaded = rigOf(program('0').replace(`model:{id:'m'}`, 'model:null'))
  const found = await unloaded.assay.health('leworldmodel')
  assert.equal([found.fault, found.level_reached], ['busy', 'protocol'])
  await using gone = rigOf('process.exit(1)')
  assert.is((await gone.assay.health('leworldmodel')).fault, 'down')
})

const hasPython = spawnSync('python3', ['--version']).status === 0
if (hasPython) {
  it('the bridge in Python answers with its demo model, whatever libraries print', async () => {
    const bridge = join(import.meta.dirname, '../../../../fixtures/bridge/assay_bridge.py')
    const argv = JSON.stringify([
      'python3',
      '-c',
      'import runpy,sys; sys.argv=[sys.argv[1],"--family","demo"]; print("noise",file=sys.stderr); runpy.run_path(sys.argv[0],run_name="__main__")',
      bridge,
    ])
    const env = {PATH: process.env['PATH'], LEWORLDMODEL_POLICY: 'p', ASSAY_BRIDGE_COMMAND: argv}
    const assay = new Assay({env})
    const many = Tensor.from({dtype: 'float32', shape: [1, 64, 5, 2], seed: 3, range: [-1, 1]})
    const info = {pixels: six(), goal: six(), action: [[[[0]]]]}
    const {scores, best_index} = await assay.score({info, action_candidates: many}, 'leworldmodel')
    assert.is(scores.length, 64)
    const ends = Array.from({length: 64}, (_, sample) => {
      const at = (axis: number) =>
        Array.from({length: 5}, (__, step) => many.elements[sample * 10 + step * 2 + axis] ?? 0)
      return at(0).reduce((a, b) => a + b, 0) ** 2 + at(1).reduce((a, b) => a + b, 0) ** 2
    })
    for (const [sample, score] of scores.entries())
      assert.ok(Math.abs(score - (ends[sample] ?? 0)) < 1e-4, String(sample))
    assert.is(best_index, scores.indexOf(Math.min(...scores)))
    await assay.close()
  })
  it('a family whose library the host lacks says which', async () => {
    const bridge = join(import.meta.dirname, '../../../../fixtures/bridge/assay_bridge.py')
    const env = {
      PATH: process.env['PATH'],
      JEPA_MODEL_NAME: 'm',
      ASSAY_BRIDGE_COMMAND: JSON.stringify(['python3', bridge]),
    }
    const assay = new Assay({env})
    const request = {info: {observation: [[0]], goal: [[0]]}, action_candidates: candidates}
    const hasTorch = spawnSync('python3', ['-c', 'import torch, numpy']).status === 0
    if (!hasTorch) await throwsCode(() => assay.score(request, 'jepa'), 'runtime_missing')
    await assay.close()
  })
} else {
  it.skip('the bridge in Python answers with its demo model', 'no python3 on this machine')
  it.skip('a family whose library the host lacks says which', 'no python3 on this machine')
}
it('tensors that only say how they are filled reach the host written out, also within info; a wrong one never leaves', async () => {
  const seen = `say(good(m, {scores: [0, 1, 2], lower_is_better: true, metadata: m.input.info.deep}))`
  await using rig = rigOf(program(seen))
  const deep = {
    seeded: {dtype: 'uint8', shape: [2], seed: 7, range: [3, 3]},
    filled: {dtype: 'float32', shape: [2, 1], fill: 2},
  }
  const {metadata} = await rig.assay.score({...REQUEST, info: {...REQUEST.info, deep}} as never, 'leworldmodel')
  assert.equal(metadata['seeded'], {dtype: 'uint8', shape: [2], data: [3, 3]})
  assert.equal(metadata['filled'], {dtype: 'float32', shape: [2, 1], data: [2, 2]})
  const wrong = {...REQUEST.info, deep: {dtype: 'float32', shape: [0], fill: 1}}
  await throwsCode(() => rig.assay.score({...REQUEST, info: wrong} as never, 'leworldmodel'), 'invalid_tensor')
})

const BATCHES = `
  if (m.op === 'predict_batch') {
    const [n, h] = m.input.actions.shape
    say(good(m, {states: {dtype: 'float64', shape: [n, h, 1], data: Array(n * h).fill(5)}}))
  } else say(bad(m, 'not_implemented', m.op))`

it('a host that says predict_batch in its hello predicts many rollouts at once; of one that does not nobody asks it', async () => {
  const dir = tempDir()
  for (const capabilities of [`['predict', 'predict_batch']`, `['predict']`]) {
    const hello = `{name:'t',protocol:1,capabilities:${capabilities},evidence_class:'synthetic',descriptor:{},runtime:{},model:{id:'m'}}`
    const file = join(dir.path, 'batch.mjs')
    writeFileSync(file, program(BATCHES).replace(HELLO, hello))
    const command = [process.execPath, file] as [string, ...string[]]
    const entry = definedEntry({name: 'own', transport: 'stdio', capabilities: ['predict'], command})
    const argv = command as readonly [string, ...string[]]
    const link = openStdioLink({argv, env: {PATH: process.env['PATH'] ?? ''}}, execaLineChild)
    const assay = new Assay()
    assay.registerProvider(externalProvider({profile: entry.profile}, link))
    const request = {
      states: Tensor.from({dtype: 'float64', shape: [1, 1], fill: 0}),
      actions: Tensor.from({dtype: 'float64', shape: [3, 2, 1], fill: 0}),
    }
    if (capabilities.includes('batch')) {
      const {states, metadata} = await assay.predictBatch(request, 'own')
      assert.equal([states.shape, metadata['evidence_class']], [[3, 2, 1], 'synthetic'])
      assert.is((await assay.describe('own')).batched, true)
    } else {
      await throwsCode(() => assay.predictBatch(request, 'own'), 'capability_missing')
      assert.is((await assay.describe('own')).batched, false)
    }
    await assay.close()
  }
  dir[Symbol.dispose]()
})

it('who knows vectors alone is asked for a prediction of a world state as for a batch of one', async () => {
  using dir = tempDir()
  const file = join(dir.path, 'vectors.mjs')
  const doubles = `if (m.op !== 'predict_batch') { say(bad(m, 'upstream_error', 'cannot ' + m.op)); continue }
    const [rows, steps] = m.input.actions.shape
    say(good(m, {states: {dtype: 'float64', shape: [rows, steps, 2], data: Array(rows * steps).fill([0.25, 0.75]).flat()}}))`
  writeFileSync(file, program(doubles).replace("['score'],required:{goal:1}", "['predict_batch'],required:{}"))
  const argv = [process.execPath, file] as [string, ...string[]]
  const {profile} = definedEntry({name: 'own', transport: 'stdio', capabilities: ['predict'], command: argv})
  const link = openStdioLink({argv, env: {PATH: process.env['PATH'] ?? ''}}, execaLineChild)
  const assay = new Assay()
  assay.registerProvider(externalProvider({profile}, link))
  const start = encodeState(environmentOf('two-room'), {
    state: Float64Array.of(0.2, 0.5),
    goal: Float64Array.of(0.8, 0.5),
    step: 3,
  })
  for (const action of [Action.control([1, 0]), Action.moveTo(0.8, 0.5, 0)]) {
    const {state} = await assay.predict(start, action, 2, 'own')
    assert.equal([state.step, ...decodeState(environmentOf('two-room'), state).state], [5, 0.25, 0.75])
  }
  await assay.close()
})

it.run()
