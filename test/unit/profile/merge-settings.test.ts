import fc from 'fast-check'
import * as assert from 'uvu/assert'
import type {Profile} from '#contract/generated/types'
import {type CommandSettings, configProfile, type GivenFlags, mergeSettings} from '#profile/merge-settings'
import {spec} from '../../support/spec.ts'

const it = spec('merge settings')
const PROFILE: Profile = {
  schema_version: 1,
  name: 'ci',
  providers: ['analytic', 'gr00t'],
  timeout_preset: 'ci',
  runtime_cache_roots: {gr00t: 'cache/gr00t', openpi: 'cache/openpi'},
}

it('nothing given is the defaults, and says so', () => {
  const {settings, origins} = mergeSettings({}, undefined, ['mock'])
  assert.equal(settings, {
    providers: ['mock'],
    operations: undefined,
    run_workspace: '.',
    state_dir: 'runs/.state',
    output_format: 'human',
    timeout_preset: 'provider',
    retry_preset: 'provider',
    runtime_cache_roots: {},
  })
  assert.equal(new Set(Object.values(origins)), new Set(['default']))
})

it('a flag replaces the whole field of the profile', () => {
  const {settings, origins} = mergeSettings({providers: ['mock'], runtime_cache_roots: {gr00t: 'x'}}, PROFILE, ['mock'])
  assert.equal([settings.providers, settings.runtime_cache_roots], [['mock'], {gr00t: 'x'}])
  assert.is(settings.timeout_preset, 'ci')
  assert.equal([origins.providers, origins.timeout_preset, origins.retry_preset], ['flag', 'profile', 'default'])
})

it('a flag with the default value is still a flag', () => {
  const {settings, origins} = mergeSettings({timeout_preset: 'provider'}, PROFILE, ['mock'])
  assert.equal([settings.timeout_preset, origins.timeout_preset], ['provider', 'flag'])
})

it('the state directory follows the run workspace, and is a default then', () => {
  const {settings, origins} = mergeSettings({run_workspace: '/data/w'}, PROFILE, ['mock'])
  assert.equal([settings.state_dir, origins.state_dir], ['/data/w/runs/.state', 'default'])
})

it('every field comes from the first place that has it, and its origin names that place', () => {
  const fields = fc.record(
    {
      timeout_preset: fc.constantFrom('fast', 'patient'),
      retry_preset: fc.constant('none'),
      run_workspace: fc.constantFrom('a', 'b'),
      operations: fc.constant<string[]>(['score']),
    },
    {requiredKeys: []},
  )
  fc.assert(
    fc.property(fields, fields, (flags, profile) => {
      const merged = mergeSettings(flags as GivenFlags, {schema_version: 1, name: 'p', ...profile} as Profile, ['mock'])
      const base = mergeSettings({}, undefined, ['mock']).settings
      for (const field of [
        'timeout_preset',
        'retry_preset',
        'run_workspace',
        'operations',
      ] as const satisfies (keyof CommandSettings)[]) {
        const [origin, value] =
          field in flags
            ? ['flag', flags[field]]
            : field in profile
              ? ['profile', profile[field]]
              : ['default', base[field]]
        assert.equal([merged.origins[field], merged.settings[field]], [origin, value])
      }
    }),
  )
})

it('the manifest keeps the fields, their origins and the policy, not the file', () => {
  const {origins} = mergeSettings({retry_preset: 'none'}, PROFILE, ['mock'])
  const sha256 = `sha256:${'0'.repeat(64)}` as const
  const block = configProfile({profile: PROFILE, source: 'profile:ci.yaml', sha256}, origins, {
    mock: {request: {timeout_seconds: 60}},
  })
  assert.equal(Object.keys(block), ['schema_version', 'name', 'source', 'sha256', 'defaults', 'origins', 'policy'])
  assert.equal(block.defaults, {
    providers: PROFILE.providers,
    timeout_preset: 'ci',
    runtime_cache_roots: PROFILE.runtime_cache_roots,
  })
  assert.is(block.origins['retry_preset'], 'flag')
})

it.run()
