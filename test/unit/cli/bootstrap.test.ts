import * as assert from 'uvu/assert'
import {spec} from '../../support/spec.ts'

const it = spec('bootstrap')
const {isNewEnough} = await import(new URL('../../../bin/node-version.js', import.meta.url).href)

it('takes Node from 24.15 on, whatever comes after the numbers', () => {
  const versions = [
    '24.15.0',
    '24.21.0',
    '25.0.0',
    '26.10.0',
    '30.0.0-nightly',
    '24.14.9',
    '24.9.0',
    '22.99.0',
    '18.20.8',
    '',
  ]
  assert.equal(versions.map(isNewEnough), [true, true, true, true, true, false, false, false, false, false])
})
it.run()
