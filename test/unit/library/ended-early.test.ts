import {globSync, readdirSync} from 'node:fs'
import {join, resolve} from 'node:path'
import * as assert from 'uvu/assert'
import type {Verb} from '#library/verb'
import * as library from '../../../src/index.ts'
import {Assay, AssayError, checkContract, evaluate, type Provider, rollOutWorld, verifyRun} from '../../../src/index.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('calls of the library that end early')
const LIMIT_MS = 120_000
const never = () => new Promise<never>(() => {})

function providerWith(more: Partial<Provider>, timeoutSeconds = 30): Provider {
  const profile = new Assay().profileOf('mock')
  Object.assign(profile.request_policy.request, {timeout_seconds: timeoutSeconds})
  return {
    profile: {...profile, name: 'mine', capabilities: ['embed'], idempotent: ['embed']},
    embed: ({text = ''}) => ({model: 'lengths', vector: [text.length, 1]}),
    probe: (level) => ({level, ok: true, detail: 'well'}),
    ...more,
  }
}

const asked = (workspace: string, mine: Provider) => ({
  workspace,
  suites: ['contract'],
  environments: ['two-room'],
  providers: ['mine', 'analytic'],
  ownProviders: [mine],
  n: 5,
})

/** What a call rejects with. */
async function thrown(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    () => assert.unreachable('it did not reject'),
    (error: unknown) => error,
  )
}

it(
  'a provider of the caller that throws, or never ends, while it describes itself costs no other provider its evaluation',
  async () => {
    using dir = tempDir()
    const throwing = () => {
      throw new Error('no idea what I am')
    }
    for (const mine of [providerWith({describe: throwing}), providerWith({describe: never}, 0.02)]) {
      const {verdict, measurement} = await evaluate(asked(dir.path, mine))
      const rows = measurement?.rows.map(({provider, state}) => `${provider} ${state}`) ?? []
      assert.ok(rows.includes('analytic pass'), rows.join())
      assert.is(verdict.state, 'unavailable', verdict.exit.reason)
      assert.match(verdict.caveats.join(), /mine did not run: unreachable/)
    }
  },
  LIMIT_MS,
)

it(
  'an abort while a provider describes itself, or before the call, gives a run that is interrupted and holds',
  async () => {
    using dir = tempDir()
    const control = new AbortController()
    const describe = () => {
      control.abort(new Error('why'))
      return never()
    }
    for (const mine of [providerWith({describe}), providerWith({})]) {
      const {exit, run_id: run} = await evaluate({...asked(dir.path, mine), signal: control.signal})
      assert.is(exit.name, 'interrupted')
      assert.is((await verifyRun({workspace: dir.path, run})).exit.name, 'ok')
    }
  },
  LIMIT_MS,
)

it(
  'what leaves no run rejects with an error of Assay, and behind it with the reason of the caller',
  async () => {
    using dir = tempDir()
    const why = new Error('why')
    const hanging = providerWith({embed: never})
    const contract = (signal: AbortSignal) =>
      checkContract({provider: 'mine', ownProviders: [hanging], live: true, signal})
    const rollout = (signal: AbortSignal) =>
      rollOutWorld({world: 'two-room', folder: join(dir.path, 'roll'), policy: 'expert', episodes: 5, signal})
    for (const call of [contract, rollout]) {
      const error = await thrown(call(AbortSignal.abort(why)))
      assert.instance(error, AssayError)
      assert.equal([(error as AssayError).code, (error as AssayError).cause], ['cancelled', why])
    }
    const control = new AbortController()
    const embed = () => {
      control.abort('a word')
      return never()
    }
    const late = checkContract({
      provider: 'mine',
      ownProviders: [providerWith({embed})],
      live: true,
      signal: control.signal,
    })
    const error = await thrown(late)
    assert.instance(error, AssayError)
    assert.equal([(error as AssayError).code, (error as AssayError).cause], ['cancelled', undefined])
  },
  LIMIT_MS,
)

/** What each function needs at least, by the kind of option. */
const LEAST = {place: '/nowhere', places: ['/nowhere'], text: 'x', texts: ['x'], count: 1, boolean: true} as const

it('every function without a run rejects an abort that came before it, and does nothing', async () => {
  using dir = tempDir()
  const why = new Error('why')
  const signal = AbortSignal.abort(why)
  const modules = await Promise.all(globSync('src/library/*.ts').map((file): Promise<object> => import(resolve(file))))
  const verbs = modules.flatMap((module) => Object.values(module).filter(isVerb)).filter((verb) => !verb.tellsAbort)
  assert.ok(verbs.length > 20, String(verbs.length))
  for (const {name, options} of verbs) {
    const needed = Object.entries(options).filter(([, {isNeeded}]) => isNeeded)
    const given = Object.fromEntries(needed.map(([key, {kind}]) => [key, LEAST[kind as keyof typeof LEAST]]))
    const place = {...('workspace' in options && {workspace: dir.path}), ...('folder' in options && {folder: dir.path})}
    const call = Object.entries(library).find(([key]) => key === name)?.[1] as (of: object) => Promise<unknown>
    const error = await thrown(call({...given, ...place, signal}))
    assert.instance(error, AssayError)
    assert.equal([name, (error as AssayError).code, (error as AssayError).cause], [name, 'cancelled', why])
  }
  assert.equal(readdirSync(dir.path), [])
})

function isVerb(value: unknown): value is Verb {
  return typeof value === 'object' && value !== null && 'command' in value && 'options' in value
}

it.run()
