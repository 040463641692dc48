import * as assert from 'uvu/assert'
import {StatusLine} from '#cli/progress'
import {Redactor} from '#redact/redactor'
import {spec} from '../../support/spec.ts'

const it = spec('progress')
const CLEAR = '\r\u001b[K'
const SECRET = ['se', 'cr', 'et-value-77'].join('')

function rig(isTerminal: boolean, columns?: number) {
  let nowMs = 0
  let text = ''
  const redactor = new Redactor()
  redactor.register(SECRET)
  const stream = {
    write: (part: string) => {
      text += part
    },
    isTerminal,
    columns,
  }
  let look: () => void = () => undefined
  const every = (_ms: number, run: () => void) => {
    look = run
    return () => {
      look = () => undefined
    }
  }
  const line = new StatusLine(stream, redactor, {monotonicNs: () => BigInt(nowMs) * 1_000_000n, every})
  const wait = (untilMs: number) => {
    for (nowMs += 1_000; nowMs <= untilMs; nowMs += 1_000) look()
    nowMs = untilMs
    return text
  }
  const update = (atMs: number, done: number, note = 'work') => {
    nowMs = atMs
    line.update(done, 100, note)
    return text
  }
  return {line, update, wait, text: () => text}
}

it('elsewhere than on a terminal a plain line comes every ten seconds', () => {
  const {update, line, text} = rig(false)
  assert.is(update(9_999, 1), '')
  assert.is(update(10_000, 2), '2/100, 0.2/s, 9 min left, work\n')
  assert.is(update(19_999, 3), '2/100, 0.2/s, 9 min left, work\n')
  assert.is(update(20_001, 4), '2/100, 0.2/s, 9 min left, work\n4/100, 0.2/s, 9 min left, work\n')
  line[Symbol.dispose]()
  assert.is(text(), '2/100, 0.2/s, 9 min left, work\n4/100, 0.2/s, 9 min left, work\n')
})

it('on a terminal one line is redrawn, not more than ten times a second, and taken away at the end', () => {
  const {update, line, text} = rig(true, 40)
  assert.is(update(50, 1), '')
  assert.is(update(100, 2), `${CLEAR}2/100, 20/s, 5 s left, work`)
  assert.is(update(199, 3), `${CLEAR}2/100, 20/s, 5 s left, work`)
  assert.is(update(200, 4), `${CLEAR}2/100, 20/s, 5 s left, work${CLEAR}4/100, 20/s, 5 s left, work`)
  line[Symbol.dispose]()
  assert.is(text(), `${CLEAR}2/100, 20/s, 5 s left, work${CLEAR}4/100, 20/s, 5 s left, work${CLEAR}`)
})

it('where nothing comes any more it says so, every ten seconds', () => {
  const {update, wait, line} = rig(false)
  update(0, 0, 'silent')
  assert.is(wait(9_000), '')
  assert.is(wait(21_000), '0/100 silent, nothing new for 10 s\n0/100 silent, nothing new for 20 s\n')
  assert.is(update(22_000, 1).split('\n').length, 3)
  line[Symbol.dispose]()
  assert.is(wait(60_000).split('\n').length, 3)
})

it('on a terminal the silence is counted by the second', () => {
  const {update, wait} = rig(true)
  update(0, 0, 'silent')
  const lines = wait(11_000).split(CLEAR)
  assert.equal(lines.slice(-2), ['0/100 silent, nothing new for 10 s', '0/100 silent, nothing new for 11 s'])
})

it('a drawn line never wraps and never holds a line break or a control character', () => {
  const {update} = rig(true, 20)
  const drawn = update(100, 1, `a\nb\u001b[2J${'x'.repeat(100)}`).slice(CLEAR.length)
  assert.ok(drawn.length < 20 && !/[\n\u001b]/.test(drawn), JSON.stringify(drawn))
})

it('a secret in a note is masked before the line is cut, so that no part of it passes', () => {
  for (let columns = 8; columns < 60; columns++) {
    assert.not.match(rig(true, columns).update(100, 1, `token ${SECRET}`), SECRET.slice(0, 6))
  }
})
it.run()
