import * as assert from 'uvu/assert'
import {HELD_OUT} from '#lab/adapter/held-out-strangers'
import {evaluate} from '#library/evaluate'
import {rotated} from '../../support/depth.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('strangers that no suite was tuned on')

/** The verdict over one of them where it is tried, narrowed to a suite that is quick. */
async function verdictOf(kind: 'right' | 'wrong', name: string, suite: string) {
  const {make, env = 'two-room'} = HELD_OUT[kind][name] ?? {}
  if (!make) throw new Error(name)
  using dir = tempDir()
  const {verdict} = await evaluate({
    workspace: dir.path,
    ownProviders: [make()],
    suites: [suite],
    environments: [env],
    size: 'quick',
  })
  return verdict.state
}

it('a few of the wrong ones fail, and a few of the right ones pass', async () => {
  const wrong = {'last-left-out': 'contract', 'rows-swapped': 'contract', 'policy-too-strong': 'policy'}
  for (const [name, suite] of rotated(Object.entries(wrong), 2))
    assert.is(await verdictOf('wrong', name, suite), 'fail', name)
  const right = {logarithm: 'contract', 'single-scores': 'contract', 'policy-single': 'policy'}
  for (const [name, suite] of rotated(Object.entries(right), 2))
    assert.is(await verdictOf('right', name, suite), 'pass', name)
})

it.run()
