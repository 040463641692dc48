import * as assert from 'uvu/assert'
import {healthOutcome} from '#doctor/health-report'
import {rig, scripted} from '../../support/fakes/scripted-provider.ts'
import {spec} from '../../support/spec.ts'

const it = spec('probe warnings')
const SECRET = ['canary', 'hunter2', 'q9x7'].join('-')

it('what a probe warns of and finds out stands in the health, redacted, and in the report', async () => {
  const {assay, redactor} = rig(
    scripted({
      probe: (level) => ({
        level,
        ok: true,
        detail: 'fine',
        ...(level === 'reachable' && {warnings: [`anyone may come in with ${SECRET}`]}),
        ...(level === 'serving' && {detected: {dialect: 'npy'}}),
      }),
    }),
  )
  redactor.register(SECRET)
  const health = await assay.health('scripted')
  assert.is(health.status, 'healthy')
  assert.equal(health.detected, {dialect: 'npy'})
  const [warning = ''] = health.warnings
  assert.match(warning, /^anyone may come in with \[redacted/)
  assert.equal(healthOutcome([health], true).report.remarks, [`scripted: ${warning}`])
})
it.run()
