import {readdirSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {
  Assay,
  AssayError,
  compareRuns,
  evaluate,
  InMemoryRecorderSink,
  listPresets,
  listSuites,
  Redactor,
  startFaultServer,
  Tensor,
  validateFiles,
  type WorkspaceOptions,
} from '../../../src/index.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('options that are wrong')
const SMALL = {suites: ['contract'], environments: ['two-room'], providers: ['analytic'], n: 5}

it('are refused by what they hold, before anything is done', async () => {
  using dir = tempDir()
  const asked = (more: object) => evaluate({workspace: dir.path, ...SMALL, ...more} as never)
  const cases: readonly [object, RegExp][] = [
    [{env: {A: 1}}, /env of evaluate must be an object of texts/],
    [{env: []}, /env of evaluate must be/],
    [{labels: ['a=b']}, /labels of evaluate must be/],
    [{labels: {a: 1}}, /labels of evaluate must be/],
    [{clock: {}}, /functions nowMs and monotonicNs/],
    [{entropy: {}}, /the function bytes/],
    [{provider: 'analytic'}, /the option provider, which it does not know/],
  ]
  for (const [more, words] of cases) {
    const error = await throwsCode(() => asked(more), 'invalid_input')
    assert.match(error.message, words)
  }
  assert.equal(readdirSync(dir.path), [])
})

it('are told all at once, and names that may be values stay untold', async () => {
  const error = await throwsCode(() => evaluate({n: '5', provider: [], 'a b c': 1} as never), 'invalid_input')
  const told = error.issues.map(({pointer, message}) => `${pointer} ${message}`)
  assert.is(told.length, 4)
  assert.match(told.join('\n'), /^\/workspace evaluate needs the option workspace$/m)
  assert.match(told.join('\n'), /^\/n the option n of evaluate must be a number$/m)
  assert.match(told.join('\n'), /^\/provider .*Did you mean providers/m)
  assert.not.match(`${error.message} ${told.join()}`, /a b c/)
})

it('entropy that gives too little never names a workspace', async () => {
  using dir = tempDir()
  const options = {workspace: dir.path, ...SMALL}
  const entropy = {bytes: () => new Uint8Array(0)}
  const error = await throwsCode(() => evaluate({...options, entropy}), 'invalid_input')
  assert.match(error.message, /gave 0 bytes where \d+ bytes were asked for/)
  assert.is((await evaluate(options satisfies WorkspaceOptions)).exit.name, 'ok')
})

it('and requests of calls without types are refused by a code too', async () => {
  const assay = new Assay()
  for (const name of [undefined, 5, {}]) {
    const error = await throwsCode(() => assay.predict({} as never, {} as never, 1, name as never), 'invalid_input')
    assert.match(error.message, /name of a provider must be a text/)
  }
  await throwsCode(() => assay.predict(undefined as never, undefined as never, 1, 'analytic'), 'world_state_invalid')
  await throwsCode(() => assay.score(undefined as never, 'analytic'), 'invalid_input')
  await throwsCode(() => Tensor.of('float128' as never, [1], [1]), 'invalid_tensor')
  await throwsCode(() => Tensor.of('float32', undefined as never, [1]), 'invalid_tensor')
  await throwsCode(() => Tensor.of('float32', [1], undefined as never), 'invalid_tensor')
  for (const limit of [Number.NaN, -1, 1.5, '5']) {
    await throwsCode(() => new InMemoryRecorderSink({limit: limit as never}), 'out_of_range')
  }
  assert.is(new Redactor().text(undefined as never), 'undefined')
})

it('are refused by the class Assay as well, single limits included', () => {
  const refused = (options: unknown, words: RegExp) =>
    assert.throws(
      () => new Assay(options as never),
      (error: unknown) =>
        error instanceof AssayError && error.code === 'invalid_input' && words.test(`${error.message} ${error.hint}`),
    )
  refused(null, /one object of options/)
  refused({limts: {}}, /limts, which it does not know.*limits/)
  refused({limits: {timeoutSecond: 1}}, /timeoutSecond, which it does not know.*timeoutSeconds/)
  refused({env: 5}, /env of Assay must be/)
  refused({clock: {}, entropy: {}}, /2 options are wrong/)
  assert.ok(new Assay({env: process.env, limits: {timeoutSeconds: 5}, eventHandler: undefined}))
})

it('a name of a suite or preset is a text', async () => {
  await throwsCode(() => listSuites({} as never), 'invalid_input')
  await throwsCode(() => listPresets(null as never), 'invalid_input')
})

it('a comparison without a candidate is refused', async () => {
  using dir = tempDir()
  await throwsCode(() => compareRuns({workspace: dir.path, base: 'latest', candidates: []}), 'usage')
  await throwsCode(() => validateFiles({workspace: dir.path, files: []}), 'usage')
})

it('a server that fails has the services of its transport', async () => {
  await throwsCode(() => startFaultServer({transport: 'zmq', service: 'cosmos', script: []} as never), 'invalid_input')
  await throwsCode(() => startFaultServer({transport: 'udp', service: 'cosmos'} as never), 'invalid_input')
})

it.run()
