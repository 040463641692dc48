import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {drillIssues} from '../../support/drill-issues.ts'
import {ROOT} from '../../support/hall-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('drills that mean nothing')
const GOOD = readFileSync(join(ROOT, 'fixtures', 'drills', 'p12-auth-expiry.yaml'), 'utf8')
const PAGE = readFileSync(join(ROOT, 'docs', 'drills.md'), 'utf8')
const OWN = /```yaml own-drill\.yaml\n([\s\S]*?)```/.exec(PAGE)?.[1] ?? ''

async function told(text: string, from: string, to: string) {
  assert.ok(text.includes(from), from)
  return (await drillIssues(text.replaceAll(from, to))).map(({pointer, rule, message}) => ({pointer, rule, message}))
}

it('the drill of the page is one', async () => assert.equal(await drillIssues(OWN), []))

it('what only waits, or only puts back, breaks nothing', async () => {
  const kill = '{action: process.kill, args: {server: model}}'
  for (const name of ['process.wait', 'process.start']) {
    const issues = await told(OWN, kill, `{action: ${name}, args: {server: model}}`)
    assert.equal(
      issues.map(({pointer, rule}) => [pointer, rule]),
      [['/inject', 'breaks_nothing']],
    )
    assert.match(issues[0]?.message ?? '', name)
  }
  assert.equal(await told(OWN, kill, `${kill}\n  - {action: process.wait, args: {server: model}}`), [])
  const rounds = `rounds:\n  - {id: a, inject: [${kill}]}\n  - {id: b, inject: [{action: process.wait, args: {server: model}}]}\n`
  const issues = await told(OWN.replace('total_s: 300', 'total_s: 900'), `inject:\n  - ${kill}\n`, rounds)
  assert.equal(
    issues.map(({pointer}) => pointer),
    ['/rounds/1/inject'],
  )
})

it('a provider that there is not is told with the nearest', async () => {
  const issues = await told(OWN, '{provider: cosmos}', '{provider: cosmosx}')
  assert.equal(
    issues.map(({pointer, rule}) => [pointer, rule]).toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    [
      ['/expect/signals/0/args/provider', 'unknown_provider'],
      ['/steady_state/probes/0/args/provider', 'unknown_provider'],
      ['/verify/0/args/provider', 'unknown_provider'],
    ],
  )
  assert.match(issues[0]?.message ?? '', 'did you mean cosmos')
  assert.equal(await told(OWN, '{provider: cosmos}', '{provider: zoo.sign-flip}'), [])
})

it('providers that a drill brings along are known by the words of its files', async () => {
  const own = (name: string) => readFileSync(join(ROOT, 'fixtures', 'drills', name), 'utf8')
  const text = own('p02-missing-optional-dependency.yaml')
  assert.equal(await drillIssues(text), [])
  assert.ok((await told(text, 'provider: arm', 'provider: leg')).some(({rule}) => rule === 'unknown_provider'))
})

it('an expectation that no value of a closed set meets is none', async () => {
  const bad: readonly (readonly [string, string])[] = [
    ['{fault: {equals: down}}', '{fault: {equals: downn}}'],
    ['{fault: {equals: down}}', '{fault: {in: [up, gone]}}'],
    ['{fault: {equals: down}}', '{fault: {matches: "^broken$"}}'],
    ['{fault: {equals: down}}', '{level: {gte: 3}}'],
    ['{status: {equals: healthy}}', '{status: {equals: well}}'],
    ['{status: {equals: ready}}', '{http_status: {equals: 404}}'],
  ]
  for (const [from, to] of bad) {
    const issues = await told(OWN, from, to)
    assert.equal(
      issues.map(({rule}) => rule),
      ['impossible'],
      to,
    )
  }
  assert.match((await told(OWN, ...(bad[0] ?? ['', ''])))[0]?.message ?? '', 'did you mean down')
  assert.match(
    (await told(GOOD, 'code: {equals: unauthorized}', 'code: {equals: unautorized}'))[0]?.message ?? '',
    'did you mean unauthorized',
  )
})

it('what some value meets is one', async () => {
  const good = ['{fault: {not_equals: none}}', '{fault: {matches: "^(down|busy)$"}}', '{fault: {changed: true}}']
  for (const one of good) assert.equal(await told(OWN, '{fault: {equals: down}}', one), [], one)
})
it.run()
