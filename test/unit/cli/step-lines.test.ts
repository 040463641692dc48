import * as assert from 'uvu/assert'
import {StepLines} from '#cli/step-lines'
import {Redactor} from '#redact/redactor'
import {GITHUB_FOLDS, GITLAB_FOLDS, type LogFolds} from '#redact/runner-log'
import {spec} from '../../support/spec.ts'

const it = spec('step lines')
const CLEAR = '\r\u001b[K'
/** As GitLab documents its marks. */
const SECTION_MARK = /\u001b\[0Ksection_(?<edge>start|end):(?<at>\d+):(?<name>[^\r]*)\r\u001b\[0K/g
const SECRET = ['se', 'cr', 'et-value-77'].join('')

function rig({isTerminal = false, folds, columns}: {isTerminal?: boolean; folds?: LogFolds; columns?: number} = {}) {
  let nowMs = 0
  let text = ''
  const redactor = new Redactor()
  redactor.register(SECRET)
  const write = (part: string) => {
    text += part
  }
  const stream = {write, isTerminal, columns}
  // The tests tick by hand.
  const clock = {
    monotonicNs: () => BigInt(nowMs) * 1_000_000n,
    nowMs: () => 1_560_896_352_000 + nowMs,
    every: () => () => undefined,
  }
  const lines = new StepLines({stream, redactor, clock, folds})
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
  const {lines, taken} = rig({folds: GITHUB_FOLDS})
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

it('in GitLab a step is a section with the times that GitLab counts its duration from, and no name can mark another', () => {
  const {lines, at, taken} = rig({folds: GITLAB_FOLDS})
  const step = lines.begin('a\n\u001b[0Ksection_end:1:x\r', {at: 1, of: 1})
  at(2_500)
  step.end('pass')
  const log = taken()
  const marks = [...log.matchAll(SECTION_MARK)].map(({groups}) => ({...groups}))
  const name = marks[0]?.['name']
  assert.equal(marks, [
    {edge: 'start', at: '1560896352', name},
    {edge: 'end', at: '1560896354', name},
  ])
  assert.match(name ?? '', /^[\w.-]+$/)
  assert.is(log.match(/\u001b/g)?.length, 4)
  assert.match(log, /: pass after 3 s\n/)
})

it('the job tells what is left of it by the pace of its own steps, and no more than it knows', () => {
  const {lines, at, taken} = rig()
  const cell = (number: number) => lines.begin(`door.${number}`, {at: number, of: 4, kind: 'door'})
  lines.wait(['door', 'door', 'report'])
  const first = cell(1)
  at(60_000)
  lines.tick()
  first.end('pass')
  assert.not.match(taken(), 'job')
  lines.wait(['door', 'report'])
  cell(2)
  at(80_000)
  lines.tick()
  assert.match(taken(), /^job at least 100 s left$/m)
  lines.wait(['door'])
  lines.tick()
  assert.match(taken(), /^job about 100 s left$/m)
  cell(3)
  lines.wait([])
  lines.tick()
  assert.match(taken(), /^job about 60 s left$/m)
})

it('a secret in a name is masked', () => {
  const {lines, taken} = rig()
  lines.begin(`token ${SECRET}`, {at: 1, of: 1}).end('pass')
  assert.not.match(taken(), SECRET)
})
it.run()
