// Counts no coverage: whole evaluations, whose lines smaller tests run too.
import * as assert from 'uvu/assert'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('eval in shifted worlds')
const LIMIT_MS = 60_000
const ARGV = ['eval', '--suite', 'robustness', '--env', 'two-room', '--planner', 'quick']

it(
  'threads, none, and computing again give the same bytes; a failure can be run alone',
  async () => {
    using shop = workshop()
    const few = [...ARGV, '--provider', 'zoo.sign-flip', '--n', '2']
    const [alone, shared] = [await shop.ask([...few, '--workers', '1']), await shop.ask([...few, '--workers', '2'])]
    const kept = (run: typeof alone, file: string) => shop.read('runs', run.document.run_id, 'results', file)
    for (const file of ['result.json', 'episodes.ndjson', 'cells.ndjson'])
      assert.is(kept(shared, file), kept(alone, file), file)
    const again = await shop.ask(['eval', '--recompute', alone.document.run_id])
    assert.equal([again.code, kept(again, 'result.json')], [alone.code, kept(alone, 'result.json')])
    const [failure] = JSON.parse(kept(alone, 'failures.json')).failures
    assert.is(failure.expected, 'the task is finished in the shifted world too')
    const one = await shop.ask(failure.command.split(' ').slice(1))
    const [first] = kept(alone, 'episodes.ndjson').split('\n')
    assert.is(kept(one, 'episodes.ndjson').trimEnd(), first)
  },
  LIMIT_MS,
)

it(
  'a named suite that passes ends well although it has no other colour to try',
  async () => {
    using shop = workshop()
    const {code, document} = await shop.ask([...ARGV, '--n', '20', '--threshold', 'robustness: success_rate>=40%'])
    assert.is(code, 0)
    assert.match(document.verdict.caveats.join(' '), 'recolour')
    assert.is(document.measurement.not_run[0].outcome, 'not-applicable')
  },
  LIMIT_MS,
)

it.run()
