import * as assert from 'uvu/assert'
import {run, WAYS} from '../support/campaigns/others-code.ts'
import {DEEP} from '../support/depth.ts'
import {COMMANDS, tryWay} from '../support/hostile/ways/try-way.ts'
import {SEED} from '../support/seed.ts'
import {spec} from '../support/spec.ts'

const it = spec('the code of others')
const LIMIT_MS = 14 * 60_000

it('there are at least 40 ways of modules, programs and servers, and every command that opens providers', () => {
  assert.ok(WAYS.length >= 40)
  assert.is(new Set(WAYS.map(({name}) => name)).size, WAYS.length)
  assert.equal([...new Set(WAYS.map(({kind}) => kind))].sort(), ['http', 'module', 'stdio'])
  assert.is(Object.keys(COMMANDS).length, 8)
})

it('where nothing goes wrong every command gets its answers', async () => {
  const good = {name: 'does nothing wrong', kind: 'module', moment: 'always', mayPass: true, code: ''} as const
  for (const command of ['provider health', 'benchmark']) {
    const {faults, code} = await tryWay(good, command)
    assert.equal([faults, code], [[], 0], command)
  }
})

it(
  'a provider ends, blocks, throws, floods or forges as it likes: no verdict is good for want of an answer, no secret gets out',
  async () => {
    const {checks, failures, notes} = await run(DEEP ? 'full' : 'sample', SEED)
    console.log(`seed ${SEED}: ${checks} checks, ${notes.join('; ')}`)
    assert.equal(failures, [])
    assert.ok(checks >= (DEEP ? 300 : 4))
  },
  LIMIT_MS,
)

it('a command ends where a bridge greets with an error, and so does the bridge', async () => {
  const ways = WAYS.filter(({name}) => name === 'a program that answers the greeting with the secret')
  const tried = await Promise.all(ways.map((way) => tryWay(way, 'provider info')))
  assert.equal(
    tried.map(({faults}) => faults),
    [[]],
  )
})
it.run()
