import * as assert from 'uvu/assert'
import {argvOf} from '#library/given-options'
import {NAMING, WORKSPACE} from '#library/surroundings'
import {spec} from '../../support/spec.ts'

const it = spec('options as a command line')

it('tell labels as they are typed, a flag each', () => {
  const options = {workspace: '/w', labels: {build: '7', 'team/name': 'arm'}, note: 'before the move'}
  const table = {...WORKSPACE, ...NAMING}
  const line = ['runs', 'list', '--label', 'build=7', '--label', 'team/name=arm', '--note', 'before the move']
  assert.equal(argvOf('runs list', table, options), line)
})

it.run()
