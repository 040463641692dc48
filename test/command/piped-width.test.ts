import * as assert from 'uvu/assert'
import {displayWidth} from '#report/columns'
import {assay} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'

const it = spec('piped width')

it('tables fit the width that the caller tells where there is no terminal, and are a line a row where nobody does', async () => {
  for (const argv of [
    ['drills', 'list'],
    ['provider', 'list'],
    ['env', 'list'],
  ]) {
    const widest = async (env: Readonly<Record<string, string>>) => {
      const {code, out} = await assay(argv, {env})
      assert.is(code, 0)
      return Math.max(...out.split('\n').map(displayWidth))
    }
    assert.ok((await widest({COLUMNS: '80'})) <= 80, argv.join(' '))
    assert.ok((await widest({COLUMNS: '60'})) <= 60, argv.join(' '))
    const whole = await widest({})
    assert.ok(whole > 80, argv.join(' '))
    for (const wrong of ['', '0', '-5', 'wide']) assert.is(await widest({COLUMNS: wrong}), whole, wrong)
  }
})

it.run()
