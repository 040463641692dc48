import * as assert from 'uvu/assert'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('eval in real time')
const LIMIT_MS = 60_000

it(
  'a provider that is right and late fails by the clock of this machine, and computing again gives the same bytes',
  async () => {
    using shop = workshop()
    const where = ['--suite', 'realtime', '--env', 'double-integrator', '--planner', 'quick', '--n', '3']
    const late = await shop.ask(['eval', ...where, '--provider', 'zoo.slow'])
    assert.is(late.code, 1)
    const row = late.document.measurement.rows.find(({metric}: {metric: string}) => metric === 'stale_step_rate')
    // A late plan costs one step or more of the two that it is for; the last of an episode may be for fewer, and be cut short by its end.
    assert.ok(row.estimate >= 0.4, String(row.estimate))
    assert.is(row.state, 'fail')
    const kept = (run: typeof late) => shop.read('runs', run.document.run_id, 'results/result.json')
    const again = await shop.ask(['eval', '--recompute', late.document.run_id])
    assert.equal([again.code, kept(again)], [1, kept(late)])
  },
  LIMIT_MS,
)

it('an environment whose steps are no seconds leaves the verdict open and says why', async () => {
  using shop = workshop()
  const {code, document} = await shop.ask(['eval', '--suite', 'realtime', '--env', 'two-room', '--n', '1'])
  assert.is(code, 4)
  assert.match(document.verdict.caveats.join(' '), 'needs_another_environment')
})

it.run()
