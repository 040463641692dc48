import * as assert from 'uvu/assert'
import {Assay, ERROR_CODES, EXIT_CODES, FAULTS, nodeFiles, type Provider} from '../../../src/index.ts'
import {spec} from '../../support/spec.ts'

const it = spec('what the library hands out')

/** As plain JavaScript may, which knows no types. */
type Loose = Record<string, never> & {[key: string]: Loose} & {length: number}
const loose = (value: unknown) => value as Loose

it('a profile, a policy, a description and a row are copies: changing them changes no provider of the process', async () => {
  const assay = new Assay()
  const before = JSON.stringify([assay.profileOf('analytic'), assay.requestPolicy('analytic')])
  const rows = JSON.stringify(await assay.doctor())
  const {profile, descriptor} = await assay.describe('analytic')
  const told = JSON.stringify(descriptor)
  const spread = {...assay.profileOf('mock'), name: 'mine'}
  loose(spread.request_policy)['request']!['timeout_seconds'] = 1e-4 as never
  loose(assay.requestPolicy('analytic'))['request']!['timeout_seconds'] = 1e-4 as never
  loose(assay.profileOf('analytic').capabilities).length = 0
  loose(profile.capabilities).length = 0
  Object.assign(descriptor, {lower_is_better: 'no'})
  for (const row of await assay.doctor()) loose(row.capabilities).length = 0
  const fresh = new Assay()
  assert.equal(JSON.stringify([fresh.profileOf('analytic'), fresh.requestPolicy('analytic')]), before)
  assert.equal(JSON.stringify([assay.profileOf('analytic'), assay.requestPolicy('analytic')]), before)
  assert.equal(JSON.stringify(await fresh.doctor()), rows)
  assert.equal(JSON.stringify((await fresh.describe('analytic')).descriptor), told)
})

it('tables that the whole process goes by cannot be changed', () => {
  const failed: number = EXIT_CODES.failed
  assert.throws(() => Object.assign(EXIT_CODES, {failed: 0}), /read only/)
  assert.is(EXIT_CODES.failed, failed)
  assert.throws(() => Object.assign(ERROR_CODES, {usage: {}}), /read only/)
  assert.throws(() => Object.assign(ERROR_CODES.usage, {exit: 'ok'}), /read only/)
  assert.throws(() => Object.assign(FAULTS, {gr00t: []}), /read only/)
  assert.throws(() => Array.prototype.push.call(FAULTS.gr00t, 'hang'), /not extensible/)
  assert.throws(() => Object.assign(nodeFiles, {reader: {}}), /read only/)
})

it('a registered provider is what it was when it was registered, whatever its host does with the profile', async () => {
  const assay = new Assay()
  const limits = {request: {...assay.requestPolicy('mock').request}}
  const provider = {
    profile: {...assay.profileOf('mock'), name: 'mine', capabilities: ['embed'], idempotent: ['embed']},
    length: 2,
    embed({text = ''}: {text?: string}) {
      return {model: 'lengths', vector: [text.length, this.length]}
    },
    probe: (level: string) => ({level, ok: true, detail: 'well'}),
  }
  const policy = {...assay.requestPolicy('mock'), ...limits}
  assay.registerProvider(provider as unknown as Provider, {requestPolicy: policy})
  const seconds = assay.requestPolicy('mine').request.timeout_seconds
  provider.profile.name = 'other'
  provider.profile.capabilities.length = 0
  Object.assign(policy.request, {timeout_seconds: 1e-4})
  assert.equal((await assay.embed({text: 'four'}, 'mine')).vector, [4, 2])
  assert.is(assay.profileOf('mine').name, 'mine')
  assert.is(assay.requestPolicy('mine').request.timeout_seconds, seconds)
  assert.equal([(await assay.health('mine')).status, (await assay.health('mine')).provider], ['healthy', 'mine'])
})

it.run()
