import {createHash} from 'node:crypto'
import {mkdirSync, symlinkSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {providerProfile} from '#contract/generated/provider-profile'
import {parse} from '#contract/parse'
import {RUNTIME_ASSET_MANIFEST_SCHEMA_VERSION} from '#profile/runtime-asset'
import {spec} from '../support/spec.ts'
import {filesBelow, QUICK_RUN, workshop} from '../support/workshop.ts'

const it = spec('runtime assets')
const WEIGHTS = 'weights'
const SUM = `sha256:${createHash('sha256').update(WEIGHTS).digest('hex')}`
const NAMED = ['--runtime-assets', 'assets.json']

type Asset = Readonly<Record<string, unknown>>

/** A workspace with a cache, and a manifest of these assets in it. */
function withAssets(...assets: readonly Asset[]) {
  const shop = workshop()
  mkdirSync(shop.path('cache/blobs'), {recursive: true})
  shop.put('cache/blobs/a1', WEIGHTS)
  // Caches of models hold links to what lies elsewhere.
  symlinkSync(shop.path('cache/blobs/a1'), shop.path('cache/model.safetensors'))
  shop.put('assets.json', JSON.stringify({schema_version: RUNTIME_ASSET_MANIFEST_SCHEMA_VERSION, assets}))
  return shop
}

const model = (over: Asset = {}): Asset => ({
  id: 'lewm-pusht',
  path: 'model.safetensors',
  cache_root: 'cache',
  source: 'hf:org/name',
  revision: '3f2a91c',
  checksum: SUM,
  size_bytes: WEIGHTS.length,
  local_only: true,
  exists: true,
  rebuild_command: 'make lewm',
  ...over,
})

it('a run refers to what lies there, as it was seen, without its place', async () => {
  const absolute = '/home/alice/.cache/nowhere'
  const gone = model({id: 'gone', path: 'gone.bin', cache_root: absolute, exists: true})
  using shop = withAssets(model({exists: false}), gone, model({id: 'told', local_only: false, checksum: undefined}))
  for (const argv of [QUICK_RUN, ['eval', '--suite', 'contract', '--n', '2', '--env', 'two-room']]) {
    const {document} = await shop.ask([...argv, ...NAMED])
    const references = shop.manifest(document.run_id).runtime_assets
    const {path, cache_root, ...seen} = model()
    assert.equal(references, [
      {schema_version: 1, ...seen, exists: true},
      {schema_version: 1, ...seen, id: 'gone', exists: false},
      {schema_version: 1, id: 'told', path, cache_root, ...without(seen, 'id', 'checksum'), local_only: false},
    ])
    for (const [name, content] of filesBelow(shop.path('runs', document.run_id)))
      assert.not.ok(content.includes('.cache/nowhere'), name)
  }
})

it('a checksum or size that is another fails the run before anything is measured', async () => {
  for (const over of [{checksum: `sha256:${'0'.repeat(64)}`}, {size_bytes: 3}, {path: 'blobs'}]) {
    using shop = withAssets(model(over))
    const {code, document} = await shop.ask([...QUICK_RUN, ...NAMED])
    assert.equal([code, document.error.code], [1, 'asset_checksum'])
    assert.match(document.error.message, 'lewm-pusht')
    const [run] = (await shop.ask(['runs', 'list'])).document.entries
    assert.equal([run.status, run.verdict, run.event_count], ['failed', 'fail', 0])
    assert.is(shop.manifest(run.run_id).outcome.reason_code, 'asset_checksum')
  }
})

it('a variable names the manifest as well, and a job looks too', async () => {
  using shop = withAssets(model({size_bytes: 3}))
  shop.put('job.json', JSON.stringify({schema_version: 1, name: 'j', steps: [{id: 'a', use: 'doctor', with: {}}]}))
  for (const argv of [QUICK_RUN, ['run', 'job.json']]) {
    const {code} = await shop.ask(argv, {env: {ASSAY_RUNTIME_ASSETS: 'assets.json'}})
    assert.is(code, 1, argv[0])
  }
})

const BAD: readonly (readonly [what: string, asset: Asset, issue: string])[] = [
  ['a key that is not known', model({token: 'x'}), '/assets/0/token unknown_key'],
  ['no source', without(model(), 'source'), '/assets/0 required'],
  ['a signed source', model({source: 'https://host.example/a?sig=1'}), '/assets/0/source pattern'],
  ['a told path that is absolute', model({local_only: false, path: '/home/alice/w'}), '/assets/0/path path_absolute'],
  ['a told root that climbs', model({local_only: false, cache_root: '../w'}), '/assets/0/cache_root path_traversal'],
  [
    'a command of one host',
    model({rebuild_command: 'make -C /home/alice/lewm'}),
    '/assets/0/rebuild_command host_path',
  ],
  ['a checksum that is none', model({checksum: 'md5:1'}), '/assets/0/checksum pattern'],
]
for (const [what, asset, issue] of BAD) {
  it(`${what} refuses the manifest, before a run exists`, async () => {
    using shop = withAssets(asset)
    const {code, document} = await shop.ask([...QUICK_RUN, ...NAMED])
    assert.equal([code, document.error.code], [2, 'assets_invalid'])
    const issues = document.error.issues.map(({pointer, rule}: {pointer: string; rule: string}) => `${pointer} ${rule}`)
    assert.ok(issues.includes(issue), issues.join(', '))
    assert.equal((await shop.ask(['runs', 'list'])).document.entries, [])
  })
}

it('the profile of each provider stands in the manifest, with what configures it and no value', async () => {
  using shop = withAssets(model())
  for (const argv of [
    QUICK_RUN,
    ['eval', '--suite', 'contract', '--n', '2', '--env', 'two-room', '--provider', 'mock'],
  ]) {
    const {document} = await shop.ask(argv)
    const {mock} = shop.manifest(document.run_id).provider_profile
    const {config_summary, ...profile} = mock
    assert.is(parse(providerProfile, profile).name, 'mock')
    assert.is(config_summary.configured, true)
  }
})

function without(asset: Asset, ...keys: readonly string[]): Asset {
  return Object.fromEntries(Object.entries(asset).filter(([key]) => !keys.includes(key)))
}

it.run()
