import * as assert from 'uvu/assert'
import {spec} from '../support/spec.ts'
import {spitefulModule} from '../support/spiteful-module.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('trials that end in an error')
const LIMIT_MS = 120_000
const ASK = ['eval', '--suite', 'closed-loop', '--provider-module', './m.mjs', '--planner', 'quick', '--no-gate']

it(
  'a run that passes with as many errors as it may have verifies and can be bundled; its trace says how many there were',
  async () => {
    using shop = workshop()
    shop.put('m.mjs', spitefulModule('m', `if (count === 5) throw new Error('gone')`))
    const asked = [...ASK, '--env', 'two-room', '--env', 'pendulum', '--n', '2', '--max-error-share']
    const {code, document} = await shop.ask([...asked, '0.5'])
    assert.equal([code, document.verdict.counts.errored], [0, 1], JSON.stringify(document.verdict))
    const trace = JSON.parse(shop.read(`runs/${document.run_id}/reports/workflow_trace.json`))
    const cell = trace.steps.find(({step_id: id}: {step_id: string}) => id === 'eval:m:closed-loop:two-room')
    assert.equal([cell.status, cell.error_summary], ['success', '1 of 2 trials in error: internal'])
    assert.is((await shop.ask(['runs', 'verify', 'latest'])).code, 0)
    assert.is((await shop.ask(['runs', 'bundle', 'latest'])).code, 0)
    const strict = await shop.ask([...asked, '0.2'])
    assert.is(strict.code, 1)
    const failed = JSON.parse(shop.read(`runs/${strict.document.run_id}/reports/workflow_trace.json`))
    const cells = failed.steps.filter(({parent_id: id}: {parent_id: string}) => id === 'eval:m:closed-loop')
    assert.equal(
      cells.map(({status}: {status: string}) => status),
      ['failed', 'success'],
    )
    assert.is((await shop.ask(['runs', 'verify', 'latest'])).code, 0)
  },
  LIMIT_MS,
)

it(
  'a run that its time limit ended says how many trials ran, and holds errors against those',
  async () => {
    using shop = workshop()
    shop.put('m.mjs', spitefulModule('m', `if (count === 5) throw new Error('gone')`))
    const {code, document} = await shop.ask([...ASK, '--env', 'two-room', '--n', '5000', '--time-limit', '1s'])
    const {rules, counts, caveats} = document.verdict
    const execution = rules.find(({id}: {id: string}) => id === 'execution')
    assert.ok(counts.run < 5000)
    assert.is(execution.n, counts.run)
    assert.ok(caveats.includes(`the time limit ended the run: ${counts.run} of 5000 trials ran`), caveats.join('\n'))
    assert.is(code, counts.run < 50 ? 1 : 0)
    assert.is((await shop.ask(['runs', 'verify', 'latest'])).code, 0)
  },
  LIMIT_MS,
)

it.run()
