import * as assert from 'uvu/assert'
import {CHECK_IDS} from '#host/check/checks'
import {closedPort} from '../support/closed-port.ts'
import {askOwnNode} from '../support/own-node/check-own-node.ts'
import {startOwnNode} from '../support/own-node/start-own-node.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('node check once more within the hour')

/** Those that ask without a good token. */
const OPEN = ['auth.negative', 'token.lifecycle', 'sec.exposure']
/** What the service grants an address in an hour, and how many standard runs must come to a verdict with it. */
const [GRANTED, RUNS] = [60, 10]

it('a tenth check within the hour decides, and asks no more than is left for it', async () => {
  using dir = tempDir()
  await using node = await startOwnNode()
  const asking = {folder: dir.path, port: await closedPort()}
  const skip = CHECK_IDS.filter((id) => !OPEN.includes(id)).flatMap((id) => ['--skip', id])
  const left = async () => {
    const said = (await (await fetch(`${node.url}/api/rate_limit`)).json()) as {remaining: number}
    return said.remaining
  }
  const ask = async (...argv: string[]) => {
    const before = await left()
    const {exit, checks} = await askOwnNode(node, ['check', ...argv], asking)
    const states = Object.fromEntries(checks.map(({id, status}) => [id, status]))
    return {exit: exit.code, states, used: before - (await left())}
  }
  const first = await ask(...skip)
  assert.equal([first.exit, first.states['auth.negative'], first.states['token.lifecycle']], [0, 'pass', 'pass'])
  const second = await ask(...skip)
  assert.equal([second.exit, second.states['auth.negative'], second.states['token.lifecycle']], [0, 'warn', 'pass'])
  assert.ok(first.used + (RUNS - 1) * second.used <= GRANTED, `${first.used} and ${second.used}`)
  // Whoever names it wants all of it.
  const named = await ask('--only', 'auth.negative')
  assert.equal([named.exit, named.states['auth.negative']], [0, 'pass'])
  while ((await left()) > second.used) await fetch(`${node.url}/api/user`)
  const last = await ask(...skip)
  assert.equal([last.exit, last.states['auth.negative']], [0, 'warn'])
})
it.run()
