import {globSync, readFileSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {cos, sin, wrap} from '#world/math/trigonometry'
import {spec} from '../../support/spec.ts'

const it = spec('world/trigonometry')
const BOUND = 2e-16
const FORBIDDEN =
  /\bMath\.(?:sin|cos|tan|asin|acos|atan2?|hypot|exp|expm1|log\w*|pow|cbrt|tanh|sinh|cosh)\b|\*\*(?!\/|\s*$)/

it('agrees with the engine within 2e-16 for angles up to 100', () => {
  let worst = 0
  for (let step = -200_000; step <= 200_000; step++) {
    const x = step * 0.0005 + 1e-7
    worst = Math.max(worst, Math.abs(sin(x) - Math.sin(x)), Math.abs(cos(x) - Math.cos(x)))
  }
  assert.ok(worst <= BOUND, `off by ${worst}`)
})

it('agrees where the reduction is hardest: near multiples of a quarter turn', () => {
  for (let turn = -63; turn <= 63; turn++) {
    for (const off of [0, 1e-16, -1e-12, 1e-9, -1e-5]) {
      const x = (turn * Math.PI) / 2 + off
      assert.ok(Math.abs(sin(x) - Math.sin(x)) <= BOUND, `sin ${x}`)
      assert.ok(Math.abs(cos(x) - Math.cos(x)) <= BOUND, `cos ${x}`)
    }
  }
})

it('keeps the sign of zero and says NaN where there is no angle', () => {
  assert.ok(Object.is(sin(-0), -0))
  assert.is(cos(0), 1)
  for (const x of [Number.NaN, Number.POSITIVE_INFINITY]) assert.ok(Number.isNaN(sin(x)) && Number.isNaN(cos(x)))
})

it('wraps angles to less than half a turn', () => {
  for (const [angle, wrapped] of [
    [0, 0],
    [Math.PI, -Math.PI],
    [7, 7 - 2 * Math.PI],
    [-4, 2 * Math.PI - 4],
  ] as const) {
    assert.ok(Math.abs(wrap(angle) - wrapped) < 1e-15, `${angle}`)
  }
})

it('is what the whole room uses: no function whose last digit depends on the engine', () => {
  const files = globSync('src/world/**/*.ts')
  assert.ok(files.length > 10)
  const guilty = files.filter((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .some((line) => FORBIDDEN.test(line.replace(/^\s*(?:\*|\/\*\*|\/\/).*/, ''))),
  )
  assert.equal(guilty, [])
})

it('notices such a function', () => {
  for (const line of ['const a = Math.sin(x)', 'y = Math.hypot(a, b)', 'z = x ** 2', 'Math.tanh(1)'])
    assert.ok(FORBIDDEN.test(line), line)
})

it.run()
