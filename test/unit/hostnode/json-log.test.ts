import * as assert from 'uvu/assert'
import {composeRedactor} from '#compose/compose-redactor'
import {jsonLog} from '#hostnode/context/json-log'
import {spec} from '../../support/spec.ts'

const it = spec('hostnode json log')

function rig() {
  const written: string[] = []
  const waiting: (() => void)[] = []
  const redactor = composeRedactor({env: {}, cwd: '/'}, '/')
  const log = jsonLog((text) => void written.push(text), {
    time: {nowMs: () => 0},
    soon: (work) => void waiting.push(work),
    redactor,
  })
  const turn = () => {
    for (const work of waiting.splice(0)) work()
  }
  const names = () =>
    written.map((text) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).msg),
    )
  return {log, names, turn}
}

it('lines of requests that end together are written together, once the turn is over', () => {
  const {log, names, turn} = rig()
  for (const name of ['one', 'two', 'three']) log.checked(name, {})
  assert.equal(names(), [])
  turn()
  log.checked('four', {})
  turn()
  turn()
  assert.equal(names(), [['one', 'two', 'three'], ['four']])
})

it('what must be told at once comes after what waited, in the order in which it happened', () => {
  const {log, names, turn} = rig()
  log.checked('request', {})
  log.failure('it broke', new Error('why'))
  log.checked('another request', {})
  turn()
  assert.equal(names(), [['request'], ['it broke'], ['another request']])
})
it.run()
