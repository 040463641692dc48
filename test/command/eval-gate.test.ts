// Counts no coverage: whole evaluations, whose lines smaller tests run too.
import * as assert from 'uvu/assert'
import {evalResult} from '#contract/generated/eval-result'
import {gateDocument} from '#contract/generated/gate'
import {parse} from '#contract/parse'
import {digestOf} from '#digest/canonical-json'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('eval gates')
const LIMIT_MS = 60_000
const QUICK = ['eval', '--suite', 'closed-loop', '--env', 'two-room', '--planner', 'quick']

const gateOf = (rule: string) => `schema_version: 1
kind: gate
rules:
  - {id: door-task, select: {suite: closed-loop, env: two-room}, metric: success_rate, ${rule}}
`
const CI_LOW = (value: number) => gateOf(`require: {ci_low: {gte: ${value}}}`)

it(
  'a gate file takes the place of the default gates and is kept with its digest',
  async () => {
    using shop = workshop()
    shop.put('gate.yaml', CI_LOW(0.99))
    const done = await shop.tell([...QUICK, '--gate', 'gate.yaml', '--format', 'json'])
    const {verdict} = parse(evalResult, JSON.parse(done.out))
    assert.is(done.code, 4)
    assert.is(verdict?.basis, 'gate')
    assert.equal(
      verdict?.rules.map(({id, state}) => [id, state]),
      [
        ['execution', 'pass'],
        ['door-task', 'inconclusive'],
      ],
    )
    assert.ok((verdict?.rules[1]?.needed_n ?? 0) > 20)
    const [run = ''] = shop.runs()
    const kept = parse(gateDocument, JSON.parse(shop.read('runs', run, 'inputs', 'gate.json')))
    assert.is(kept.rules[0]?.id, 'door-task')
    assert.is(shop.manifest(run).gate_digest, digestOf(kept))
  },
  LIMIT_MS,
)

it(
  'floor and ceiling can be asked for: better than random, not worse than the oracle',
  async () => {
    using shop = workshop()
    shop.put('gate.yaml', gateOf('versus: random, superior: {margin: 0.3}'))
    assert.is((await shop.tell([...QUICK, '--gate', 'gate.yaml'])).code, 0)
    shop.put('gate.yaml', gateOf('versus: oracle, non_inferior: {margin: 0.2}'))
    const bad = await shop.tell([
      ...QUICK,
      '--gate',
      'gate.yaml',
      '--provider',
      'zoo.sign-flip',
      '--n',
      '8',
      '--format',
      'json',
    ])
    assert.is(bad.code, 1)
    const rule = parse(evalResult, JSON.parse(bad.out)).verdict?.rules.find(({id}) => id === 'door-task')
    assert.equal([rule?.versus, rule?.ci?.method, rule?.estimate], ['oracle', 'newcombe-paired', -1])
  },
  LIMIT_MS,
)

it(
  'one provider is held against another of the same run',
  async () => {
    using shop = workshop()
    shop.put(
      'gate.json',
      JSON.stringify({
        schema_version: 1,
        kind: 'gate',
        rules: [
          {
            id: 'as-good',
            select: {provider: 'zoo.gain-0.7', suite: 'closed-loop'},
            metric: 'success_rate',
            versus: 'provider:analytic',
            non_inferior: {margin: 0.2},
          },
        ],
      }),
    )
    const providers = ['--provider', 'analytic', '--provider', 'zoo.gain-0.7']
    const done = await shop.tell([...QUICK, ...providers, '--gate', 'gate.json', '--format', 'json'])
    const {verdict} = parse(evalResult, JSON.parse(done.out))
    assert.equal([done.code, verdict?.rules[1]?.state], [0, 'pass'], done.out)
  },
  LIMIT_MS,
)

it(
  'a waived failure does not decide, is printed and is red nowhere',
  async () => {
    using shop = workshop()
    const until = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    const waiver = `waivers:\n  - {rule: door-task, until: ${until}, reason: known door bug, owner: robotics}\n`
    const always = '  - {id: some, metric: success_rate, require: {ci_high: {lte: 0.5}}}\n'
    shop.put('gate.yaml', CI_LOW(0.5) + always + waiver)
    const done = await shop.tell([...QUICK, '--gate', 'gate.yaml', '--provider', 'zoo.sign-flip'])
    assert.is(done.code, 0, done.out)
    assert.match(done.out, 'known door bug (robotics)')
    assert.match(shop.read('runs', shop.runs()[0] ?? '', 'reports', 'report.junit.xml'), '<skipped')
  },
  LIMIT_MS,
)

it('what a gate cannot be is refused before anything runs', async () => {
  using shop = workshop()
  const refused: [string, string[], string][] = [
    ['cannot fail', ['--gate', 'gate.yaml'], CI_LOW(0)],
    ['unknown metric', ['--gate', 'gate.yaml'], CI_LOW(0.8).replace('success_rate', 'sucess_rate')],
    ['estimate', ['--gate', 'gate.yaml'], gateOf('require: {estimate: {gte: 0.8}}')],
    ['unknown key', ['--gate', 'gate.yaml'], `${CI_LOW(0.8)}limit: 1\n`],
    ['not there', ['--gate', 'none.yaml'], CI_LOW(0.8)],
    ['contradiction', ['--gate', 'gate.yaml', '--no-gate'], CI_LOW(0.8)],
  ]
  for (const [what, flags, text] of refused) {
    shop.put('gate.yaml', text)
    const done = await shop.tell([...QUICK, ...flags])
    assert.is(done.code, 2, `${what}: ${done.err}`)
    assert.is(shop.runs().length, 0)
  }
  shop.put('gate.yaml', CI_LOW(0))
  const told = await shop.tell([...QUICK, '--gate', 'gate.yaml'])
  assert.match(told.err, 'gate.yaml')
  assert.match(told.err, '/rules/0/require')
})

it.run()
