// A process of its own: it asks which modules have been loaded.
import {registerHooks} from 'node:module'
import * as assert from 'uvu/assert'
import {spec} from '../../support/spec.ts'

const it = spec('provider loading')
const loaded: string[] = []
registerHooks({
  load(url, context, next) {
    loaded.push(url)
    return next(url, context)
  },
})

it('importing and building the library loads no adapter, environment or logger; the first call loads its own', async () => {
  const {Assay} = await import('#provider/assay')
  const {Action} = await import('#world/model/action')
  const assay = new Assay({env: {OPENPI_BASE_URL: 'http://127.0.0.1:1'}})
  await assay.doctor()
  const heavy = loaded.filter((url) => /provider\/adapter|two-room|node_modules/.test(url))
  assert.equal(heavy, [])
  const state = {schema_version: 1, id: 'w', name: 'w', provider: 'mock', step: 0, metadata: {}} as const
  await assay.predict(state, Action.noop(), 1, 'mock')
  assert.ok(loaded.some((url) => url.endsWith('adapter/mock/mock.ts')))
  assert.not.ok(loaded.some((url) => url.includes('adapter/analytic')))
})

it('importing the library loads no transport, no tracing, no metrics and no recording package', async () => {
  const library = await import('../../../src/index.ts')
  new library.Assay({env: {GROOT_POLICY_HOST: 'h', OPENPI_BASE_URL: 'ws://h:1', COSMOS_BASE_URL: 'http://h:1'}})
  new library.McapRecordingSink({path: 'x'}, {files: library.nodeFiles, redactor: new library.Redactor()})
  const heavy = loaded.filter((url) => /zeromq|msgpackr|\/ws\/|undici|opentelemetry|mcap\/core|prom-client/.test(url))
  assert.equal(heavy, [])
})

it.run()
