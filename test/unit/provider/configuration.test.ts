import * as assert from 'uvu/assert'
import {providerDiagnosis} from '#contract/generated/provider-diagnosis'
import {providerProfile} from '#contract/generated/provider-profile'
import {parse} from '#contract/parse'
import {Assay} from '#provider/assay'
import {OBSERVER_FAULTS} from '#provider/catalogue/builtin-profiles'
import {CATALOGUE} from '#provider/catalogue/catalogue'
import {readConfiguration} from '#provider/catalogue/configuration'
import {describeSetting} from '#provider/catalogue/setting'
import {takenProvider} from '#provider/registry/known-providers'
import {catalogueEntry} from '#provider/registry/registry'
import {Redactor} from '#redact/redactor'
import {Action} from '#world/model/action'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('provider configuration')
const CANARY = ['canary', 'hunter2', 'q9x7'].join('-')
const entry = (name: string) => CATALOGUE.find((one) => one.profile.name === name)!
const read = (name: string, env: Record<string, string>) => readConfiguration(entry(name), env)
const TRANSLATOR = {translator: () => [Action.noop()]}

it('every profile of the catalogue matches its schema', () => {
  for (const {profile} of CATALOGUE) parse(providerProfile, profile)
})

it('registers exactly when what is required is set', () => {
  const table: [string, Record<string, string>, string][] = [
    ['gr00t', {}, 'unconfigured'],
    ['gr00t', {GROOT_POLICY_PORT: '5555'}, 'unconfigured'],
    ['gr00t', {GROOT_POLICY_HOST: 'robot.local'}, 'registered'],
    ['runway', {RUNWAY_API_SECRET: 'x'}, 'registered'],
    ['runway', {RUNWAYML_API_SECRET: 'x'}, 'registered'],
    ['leworldmodel', {LEWM_POLICY: 'p'}, 'unconfigured'],
    ['leworldmodel', {LEWM_POLICY: 'p', ASSAY_BRIDGE_COMMAND: '["python3","bridge.py"]'}, 'registered'],
    ['lerobot', {LEROBOT_POLICY: 'p', ASSAY_BRIDGE_URL: 'http://127.0.0.1:9'}, 'registered'],
    ['genie', {}, 'scaffold'],
  ]
  for (const [name, env, state] of table) assert.is(read(name, env).state, state, `${name} ${JSON.stringify(env)}`)
})

it('an unusable value registers nothing, and the reason names the variable and not the value', () => {
  const table: [string, Record<string, string>][] = [
    ...['0', '65536', '5555x', '', '-1', '1e3', ' 5'].map((port): [string, Record<string, string>] => [
      'gr00t',
      {GROOT_POLICY_HOST: 'h', GROOT_POLICY_PORT: port},
    ]),
    ...['', ' ', 'a b', 'tcp://x'].map((host): [string, Record<string, string>] => [
      'gr00t',
      {GROOT_POLICY_HOST: host},
    ]),
    ...['0', '-5', 'soon', 'Infinity'].map((ms): [string, Record<string, string>] => [
      'gr00t',
      {GROOT_POLICY_HOST: 'h', GROOT_POLICY_TIMEOUT_MS: ms},
    ]),
    ...[`http://u:${CANARY}@h`, `http://h?k=${CANARY}`, 'http://h#x', 'http://h?', 'ftp://h', 'not a url'].map(
      (url): [string, Record<string, string>] => ['openpi', {OPENPI_BASE_URL: url}],
    ),
    ...['ws://h', 'WSS://h', 'h:8000'].map((url): [string, Record<string, string>] => [
      'cosmos',
      {COSMOS_BASE_URL: url},
    ]),
    ...['python3', '[]', '[1]', '{}'].map((command): [string, Record<string, string>] => [
      'jepa',
      {JEPA_MODEL_NAME: 'm', ASSAY_BRIDGE_COMMAND: command},
    ]),
  ]
  for (const [name, env] of table) {
    const {state, summary, skipReason = ''} = read(name, env)
    assert.is(state, 'invalid', JSON.stringify(env))
    assert.ok(
      Object.keys(env).some((variable) => skipReason.includes(variable)),
      skipReason,
    )
    assert.not.ok(JSON.stringify([summary, skipReason]).includes(CANARY))
  }
})

it('a summary says where a setting comes from and never what it says', () => {
  const {summary} = read('runway', {RUNWAY_API_SECRET: CANARY})
  const [secret, base] = summary.fields
  assert.equal(secret, {
    name: 'RUNWAYML_API_SECRET',
    present: true,
    source: 'env:RUNWAY_API_SECRET',
    required: true,
    secret: true,
    valid: true,
    detail: 'set',
    aliases: ['RUNWAY_API_SECRET'],
    means: 'the key of the account, sent with every request',
    takes: 'text',
  })
  assert.equal([base?.present, base?.source], [false, 'default'])
})

it('secret values are known to the redactor as soon as the library is built', () => {
  const redactor = new Redactor()
  new Assay({redactor, env: {RUNWAY_API_SECRET: CANARY, OPENPI_API_KEY: `${CANARY}2`}})
  assert.not.ok(redactor.text(`a ${CANARY} b`).includes(CANARY))
})

it('a call to a provider that is not configured names the variables, a wrongly configured one its faults', async () => {
  const assay = new Assay({env: {OPENPI_BASE_URL: 'http://h?x'}})
  const missing = await throwsCode(() => assay.policy({info: {}}, 'gr00t', TRANSLATOR), 'unconfigured')
  assert.match(missing.hint, /GROOT_POLICY_HOST/)
  const wrong = await throwsCode(() => assay.policy({info: {}}, 'openpi', TRANSLATOR), 'config_invalid')
  assert.match(wrong.message, /OPENPI_BASE_URL has a query/)
  await throwsCode(() => assay.policy({info: {}}, 'genie', TRANSLATOR), 'not_implemented')
})

it('everything of the catalogue but a scaffold loads an adapter that fills the slots it promises', async () => {
  const env = {
    GROOT_POLICY_HOST: 'h',
    OPENPI_BASE_URL: 'http://h',
    COSMOS_BASE_URL: 'http://h',
    COSMOS_POLICY_BASE_URL: 'http://h',
    RUNWAYML_API_SECRET: CANARY,
    LEWM_POLICY: 'p',
    JEPA_MODEL_NAME: 'm',
    LEROBOT_POLICY: 'p',
    ASSAY_BRIDGE_URL: 'http://h',
  }
  for (const entry of CATALOGUE.filter(({profile}) => profile.maturity !== 'scaffold')) {
    const provider = await catalogueEntry(entry, env, undefined).load()
    takenProvider(provider, {})
    await provider.teardown?.(new AbortController().signal)
  }
})

it('doctor has one valid row a provider and filters by registration and capability', async () => {
  const assay = new Assay({env: {COSMOS_BASE_URL: 'http://127.0.0.1:8000'}})
  const rows = await assay.doctor({probe: {level: 'protocol', timeoutMs: 60_000}})
  for (const row of rows) parse(providerDiagnosis, row)
  const row = (name: string) => rows.find((one) => one.name === name)
  assert.equal(
    [row('mock')?.health?.status, row('cosmos')?.registered, row('cosmos')?.health?.status],
    ['healthy', true, 'unhealthy'],
  )
  assert.equal([row('gr00t')?.registered, row('gr00t')?.health], [false, undefined])
  assert.match(row('gr00t')?.skip_reason ?? '', /GROOT_POLICY_HOST/)
  assert.match(row('genie')?.skip_reason ?? '', /scaffold/)
  const registered = await assay.doctor({registeredOnly: true})
  assert.ok(registered.every((one) => one.registered && one.health === undefined))
  const media = await assay.doctor({capability: 'transfer'})
  assert.equal(
    media.map((one) => one.name),
    ['mock', 'observer', ...OBSERVER_FAULTS.map((name) => `zoo.${name}`), 'runway'],
  )
})

it('a variable that is only handed to a program may be empty; what an adapter reads may not', () => {
  const setting = {
    name: 'CUDA_VISIBLE_DEVICES',
    kind: 'text',
    mayBeSecret: true,
    means: 'handed to the program',
  } as const
  const env = {CUDA_VISIBLE_DEVICES: ''}
  assert.equal([describeSetting(setting, env).valid, describeSetting(setting, env).present], [true, true])
  assert.is(describeSetting({...setting, mayBeSecret: false}, env).valid, false)
  assert.is(describeSetting({...setting, isRequired: true}, env).valid, false)
})
it('a secret that no header carries, such as one with its line end, is told before anybody is asked', () => {
  const setting = {name: 'KEY', kind: 'text', means: 'the key', isSecret: true} as const
  for (const value of ['abc\n', 'a\u0000b', 'ok\r\nx: y', '\u65e5\u672c']) {
    const {valid, detail} = describeSetting(setting, {KEY: value})
    assert.equal([valid, detail], [false, 'holds a line end or another character that no header carries'])
  }
  assert.is(describeSetting(setting, {KEY: 'sk-abc_123=='}).valid, true)
})

it.run()
