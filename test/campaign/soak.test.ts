import * as assert from 'uvu/assert'
import {releaseProgram} from '../support/built-home.ts'
import {seeded} from '../support/seeded.ts'
import {judgeSeries} from '../support/soak/judge-soak.ts'
import {soakNode} from '../support/soak/soak-node.ts'
import {spec} from '../support/spec.ts'

const it = spec('a node under load for long')
const {signal} = new AbortController()
const LEAK = releaseProgram('1.0.2-leak')

it('what grows is told from what is only restless, gets warm, or was not looked at for long enough', () => {
  const draw = seeded(5)
  const judge = (values: readonly number[]) =>
    judgeSeries({
      name: 'x',
      atMs: values.map((_, at) => 1_000 * at),
      values,
      allowed: {share: 0.05, least: 1},
    }).verdict
  const noise = () => draw(1_000) / 100
  const made = (value: (at: number) => number, count = 100) => Array.from({length: count}, (_, at) => value(at))
  assert.is(judge(made(() => 100 + noise())), 'still')
  assert.is(judge(made((at) => 100 + noise() - at / 5)), 'still')
  assert.is(judge(made((at) => 100 + noise() + Math.min(at, 20))), 'still')
  assert.is(judge(made((at) => 100 + noise() + at / 50)), 'still', 'less than it may')
  assert.is(judge(made((at) => 100 + noise() + at / 5)), 'grows')
  assert.is(judge(made((at) => 100 + at / 5 + (at % 10 === 0 ? -100 : 0))), 'grows', 'with outliers')
  assert.is(judge(made((at) => at, 10)), 'too_few')
})

it('the command puts every kind of load on a node, fails nobody, and finds a program that keeps memory', async () => {
  const loaded = await soakNode({forMs: 3_000, isIdle: false}, signal)
  assert.equal(loaded.failures, [])
  for (const kind of ['push and clone', 'read', 'write', 'webhook', 'check'])
    assert.match(loaded.notes[0] ?? '', new RegExp(`${kind} [1-9]`))
  const leaking = await soakNode({forMs: 6_000, isIdle: true, program: LEAK}, signal)
  assert.is(leaking.failures.length, 1, leaking.failures.join('\n'))
  assert.match(leaking.failures[0] ?? '', 'process_resident_memory_bytes: GROWS')
})
it.run()
