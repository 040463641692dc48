import * as assert from 'uvu/assert'
import {StepLines} from '#cli/step-lines'
import {Redactor} from '#redact/redactor'
import {spec} from '../../support/spec.ts'

const it = spec('step lines')
const CLEAR = '\r\u001b[K'
const SECRET = ['se', 'cr', 'et-value-77'].join('')

function rig({
  isTerminal = false,
  groups = false,
  columns,
}: {
  isTerminal?: boolean
  groups?: boolean
  columns?: number
} = {}) {
  let nowMs = 0
  let text = ''
  const redactor = new Redactor()
  redactor.register(SECRET)
  const write = (part: string) => {
    text += part
  }
  const stream = {write, isTerminal, columns}
  // The tests tick by hand.
  const clock = {monotonicNs: () => BigInt(nowMs) * 1_000_000n, every: () => () => undefined}
  const lines = new StepLines({stream, redactor, clock, groups})
  const at = (ms: number) => {
    nowMs = ms
  }
  const taken = () => {
    const told = text
    text = ''
    return told
  }
  return {lines, at, taken}
}

it('a step has a line when it begins, one with its own pace now and then, and one when it ends', () => {
  const {lines, at, taken} = rig()
  const first = lines.begin('contract', {at: 1, of: 5})
  at(90_000)
  first.end('pass')
  assert.is(taken(), 'step 1 of 5 contract\nstep 1 of 5 contract: pass after 90 s\n')
  const second = lines.begin('door', {at: 2, of: 5})
  at(100_000)
  second.update(1, 41, 'closed-loop')
  lines.tick()
  at(105_000)
  second.update(11, 41, 'closed-loop')
  at(110_000)
  lines.tick()
  assert.is(
    taken(),
    'step 2 of 5 door\nstep 2 of 5 door, 1 of 41, 10 s\nstep 2 of 5 door, 11 of 41, 20 s, about 15 s left\n',
  )
  second.end('fail')
  assert.is(taken(), 'step 2 of 5 door: fail after 20 s\n')
})

it('a step that says nothing shows on a terminal how long it runs', () => {
  const {lines, at, taken} = rig({isTerminal: true})
  const step = lines.begin('training', {at: 1, of: 1})
  taken()
  at(20_000)
  lines.tick()
  assert.is(taken(), `${CLEAR}step 1 of 1 training, 20 s`)
  step.end('pass')
  assert.is(taken(), `${CLEAR}step 1 of 1 training: pass after 20 s\n`)
  lines.tick()
  assert.is(taken(), '')
})

it('steps side by side share one line that never wraps', () => {
  const {lines, taken} = rig({isTerminal: true, columns: 40})
  const steps = ['one', 'two'].map((name, at) => lines.begin(name, {at: at + 1, of: 2}))
  taken()
  lines.tick()
  assert.ok(taken().slice(CLEAR.length).length < 40)
  for (const step of steps) step.end('pass')
})

it('in GitHub Actions a step is a group, steps side by side are in one, and no name can command', () => {
  const {lines, taken} = rig({groups: true})
  const one = lines.begin('a\n::set-env name=x::y', {at: 1, of: 2})
  const two = lines.begin('b', {at: 2, of: 2})
  one.end('pass')
  two.end('pass')
  assert.equal(
    taken()
      .split('\n')
      .filter((line) => line.startsWith('::')),
    ['::group::step 1 of 2 a___set-env name_x__y', '::endgroup::'],
  )
})

it('a secret in a name is masked', () => {
  const {lines, taken} = rig()
  lines.begin(`token ${SECRET}`, {at: 1, of: 1}).end('pass')
  assert.not.match(taken(), SECRET)
})
it.run()
