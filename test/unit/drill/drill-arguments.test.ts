import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {ACTIONS} from '#drill/model/actions'
import {NODE_FAULT_NAMES} from '#drill/model/names-of-faults'
import {PROBES} from '#drill/model/probes'
import {NODE_FAULTS} from '#hostnode/model/fault-forms'
import {drillIssues} from '../../support/drill-issues.ts'
import {quickDrill} from '../../support/drill-ways.ts'
import {ROOT} from '../../support/hall-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('arguments of drills')
const catalogued = (name: string) => readFileSync(join(ROOT, 'fixtures', 'drills', name), 'utf8')
const NODE = catalogued('h01-node-crash.yaml')
const SERVER = catalogued('p08-upstream-down.yaml')

const issuesOf = async (text: string) =>
  (await drillIssues(text)).map(({pointer, rule, message}) => `${pointer} ${rule}: ${message}`)

/** Each mistake with the drill it is made in, where it must be told, and in which words. */
async function tellEach(base: string, rows: readonly (readonly [from: string, to: string, told: RegExp])[]) {
  assert.equal(await issuesOf(base), [])
  for (const [from, to, told] of rows) {
    assert.ok(base.includes(from), from)
    const issues = await issuesOf(base.replace(from, to))
    assert.ok(
      issues.some((one) => told.test(one)),
      `${to}\n${issues.join('\n')}`,
    )
  }
}

it('no argument of any action or probe takes a value that means nothing', () => {
  for (const [name, {required, optional = {}}] of Object.entries({...ACTIONS, ...PROBES}))
    for (const [key, {fits, must}] of Object.entries({...required, ...optional}))
      for (const value of [null, -1, 1.0000001e300, Number.NaN, [], [1], [''], 'x'.repeat(20_000)])
        assert.is(fits(value), false, `${name} takes ${value} as ${key}, which must be ${must}`)
})

it('numbers have a type, a range and a unit', async () => {
  const before = (action: string) => `inject:\n  - ${action}`
  await tellEach(NODE, [
    [
      'inject:',
      before('{action: api.storm, args: {server: n1, path: /, times: many}}'),
      /times type: must be a whole number of requests from 1 to/,
    ],
    [
      'inject:',
      before('{action: api.storm, args: {server: n1, path: /, times: 5, at_once: -1}}'),
      /at_once type: .*from 1 to 1000/,
    ],
    ['inject:', before("{action: api.storm, args: {server: n1, path: /, times: '{server.n1.port}'}}"), /times type/],
    ['inject:', before('{action: clock.shift, args: {by_s: 25h}}'), /by_s type: must be a whole number of seconds/],
    ['inject:', before('{action: process.kill, args: {server: n1, after_requests: five}}'), /after_requests type/],
    [
      'inject:',
      before('{action: process.kill, args: {server: n1, signal: HUP}}'),
      /signal enum: must be one of KILL, TERM/,
    ],
    [
      'inject:',
      before('{action: traffic.start, args: {as: u, servers: [n1], path: /, every_ms: -5}}'),
      /every_ms type: .*milliseconds/,
    ],
    ['inject:', before('{action: api.call, args: {server: n1, method: FETCH, path: /}}'), /method enum/],
    ['inject:', before('{action: leader.move, args: {every_ms: 0}}'), /every_ms type/],
    ['inject:', before('{action: process.stop, args: {server: n1, held_ms: 1e9}}'), /held_ms type/],
  ])
  await tellEach(quickDrill(), [
    ['offset: 3', 'offset: -3', /offset type: must be a whole number of bytes/],
    ['offset: 3', 'offset: three', /offset type/],
  ])
})

it('all mistakes of a file are told at once', async () => {
  const storm = '{action: api.storm, args: {server: n1, path: /, times: many, at_once: -1, besides: true}}'
  const issues = await issuesOf(NODE.replace('inject:', `inject:\n  - ${storm}`))
  assert.equal(
    issues.map((one) => one.split(':', 1)[0]),
    ['/inject/0/args/at_once type', '/inject/0/args/besides unknown_key', '/inject/0/args/times type'],
  )
})

it('what is named must be there, and the nearest that is there is told', async () => {
  const before = (action: string) => `inject:\n  - ${action}`
  await tellEach(NODE, [
    [
      'inject:',
      before('{action: fault.set, args: {server: n1, fault: store_ful}}'),
      /fault enum: .*did you mean store_full/,
    ],
    ['inject:', before('{action: load.wait, args: {as: pusch}}'), /as unknown_load: .*did you mean push/],
    ['inject:', before('{action: token.revoke, args: {as: bob}}'), /as unknown_token: .*there is none/],
    [
      'inject:',
      before('{action: provider_fault.set, args: {server: n1, script: [{fault: hang}]}}'),
      /server unknown_server: is no model server/,
    ],
    [
      'verify:',
      'verify:\n  - {id: x, probe: load, args: {ref: psh}, expect: {exit: {equals: 0}}}',
      /ref unknown_load: .*push/,
    ],
    [
      'verify:',
      'verify:\n  - {id: x, probe: storm, args: {ref: storm}, expect: {sent: {gte: 1}}}',
      /ref unknown_storm/,
    ],
    [
      'verify:',
      'verify:\n  - {id: x, probe: git_push, args: {repo: worx}, expect: {exit: {equals: 0}}}',
      /repo unknown_repository/,
    ],
    [
      'verify:',
      "verify:\n  - {id: x, probe: http, args: {server: n1, path: /, as: '{token.bob}'}, expect: {status: {equals: 200}}}",
      /as unknown_word: \{token.bob\} stands/,
    ],
  ])
  await tellEach(SERVER, [
    ['{server.upstream.url}', '{server.upsteam.url}', /COSMOS_BASE_URL unknown_word: .*server.upstream.url/],
    ['{server.upstream.url}', '{sever.upstream.url}', /COSMOS_BASE_URL unknown_word/],
    [
      'inject:',
      before('{action: env.unset, args: {names: [COSMOS_BASE_URI]}}'),
      /names unknown_variable: .*COSMOS_BASE_URL/,
    ],
    [
      'inject:',
      before('{action: provider_fault.set, args: {server: upstream, script: [{fault: hangs}]}}'),
      /script script: .*did you mean hang/,
    ],
    [
      'inject:',
      before('{action: provider_fault.set, args: {server: upstream, script: [{fault: hang, tims: 1}]}}'),
      /script script: .*times/,
    ],
    [
      'inject:',
      before('{action: provider_fault.set, args: {server: upstream, script: [{fault: hang, after: -1}]}}'),
      /script script: .*whole number/,
    ],
    [
      'inject:',
      before('{action: provider_fault.set, args: {server: upstream, script: {default: hang}}}'),
      /script type: must be a list of steps/,
    ],
    [
      'inject:',
      before('{action: data.replace, args: {server: upstream}}'),
      /server unknown_server: is no hosting node/,
    ],
  ])
})

it('drills know every fault that a hosting node can have', () => {
  assert.equal([...NODE_FAULT_NAMES].sort(), Object.keys(NODE_FAULTS).sort())
})

it('braces that are text of a program are no words of a drill', async () => {
  const text = quickDrill().replace(
    'mode: truncate, offset: 3',
    "mode: replace, text: 'const a = {b: `{one.two}`, {c}}'",
  )
  assert.equal(await issuesOf(text), [])
})

it('an expectation that no value meets is refused', async () => {
  const rows = [
    '{size_bytes: {gte: 20, lte: 5}}',
    '{size_bytes: {equals: 3, not_equals: 3}}',
    '{size_bytes: {equals: 3, gte: 4}}',
    "{state: {in: [a, b], matches: '^c'}}",
    '{state: {absent: true, exists: true}}',
    '{state: {changed: true, unchanged: true}}',
  ]
  for (const row of rows) {
    const abort = `abort: [{probe: file, args: {path: note.txt}, expect: ${row}, reason: never}]\n`
    assert.match(
      (await issuesOf(quickDrill(undefined, abort))).join('\n'),
      /^\/abort\/0\/expect\/[a-z_]+ contradiction/,
      row,
    )
  }
  const fine = [
    '{size_bytes: {gte: 5, lte: 5}}',
    "{state: {in: [other, broken], matches: '^b'}}",
    '{state: {equals: broken, unchanged: true}}',
  ]
  for (const row of fine) assert.equal(await issuesOf(quickDrill(row)), [], row)
})

it.run()
