import {chmodSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('programs of steps')
const PATH = process.env['PATH'] ?? ''
const step = (id: string, program: string) => ({id, use: 'exec', with: {argv: [program]}})

/** Runs a job with these steps, and gives why each ended. */
async function run(
  shop: Workshop,
  steps: object[],
  {argv, env = {PATH}}: {argv: string[]; env?: Record<string, string>},
) {
  shop.put('job.json', JSON.stringify({schema_version: 1, name: 'j', steps}))
  const {code, document} = await shop.ask(['run', 'job.json', ...argv], {env})
  const rules: {id: string; reason: string}[] = document.verdict.rules
  const folders = document.items.map(({item_id}: {item_id: string}) => `${document.run_path}/items/${item_id}`)
  return {
    code,
    ends: Object.fromEntries(rules.map(({id, reason}) => [id, reason])),
    folders,
    manifest: shop.manifest(document.run_id),
  }
}

it('a program that cannot be started fails its step by name and cause, and a plan warns of one that is not there', async () => {
  using shop = workshop()
  shop.put('plain.sh', '#!/bin/sh\n')
  shop.put('odd.sh', '#!/no/such/interpreter\n')
  chmodSync(shop.path('plain.sh'), 0o644)
  chmodSync(shop.path('odd.sh'), 0o755)
  const steps = [step('a', 'pytset'), step('b', './gone.sh'), step('c', './plain.sh'), step('d', './odd.sh')]
  const {code, ends, folders} = await run(shop, steps, {argv: ['--output', 'j.xml']})
  assert.is(code, 1)
  assert.equal(ends, {
    a: 'fail: pytset could not be started: no folder of PATH holds it',
    b: 'fail: ./gone.sh could not be started: there is no such file',
    c: 'fail: ./plain.sh could not be started: it must not be executed (chmod +x)',
    d: 'fail: ./odd.sh could not be started: it is there, but not what its first line names to run it',
  })
  assert.match(shop.read('j.xml'), 'pytset could not be started')
  assert.equal(JSON.parse(shop.read(folders[2] ?? '', 'result.json')).end, {kind: 'missing', errno: 'EACCES'})
  const {document, code: planned} = await shop.ask(['run', 'job.json', '--plan'], {env: {PATH}})
  assert.is(planned, 0)
  assert.equal(
    document.items.map(({warnings}: {warnings?: string[]}) => warnings?.length ?? 0),
    [1, 1, 0, 0],
  )
  assert.match(
    (await shop.tell(['run', 'job.json', '--plan'], {env: {PATH}})).out,
    'a: pytset cannot be started as it is now',
  )
})

it('a variable that a step names and nobody set is told in the plan, on the screen, in the report and in the manifest', async () => {
  using shop = workshop()
  const steps = [{id: 'a', use: 'exec', with: {argv: ['true'], env: ['DEPLOY_TOKEN_NOT_SET', 'EMPTY']}}]
  const rig = {env: {PATH, EMPTY: ''}}
  const {code, folders, manifest} = await run(shop, steps, {...rig, argv: ['--output', 'seen.txt']})
  const told = 'the variable DEPLOY_TOKEN_NOT_SET is not set'
  assert.is(code, 0)
  assert.equal(
    manifest.issues.map((issue: {code: string}) => issue.code),
    ['variable_unset'],
  )
  const plan = await shop.tell(['run', 'job.json', '--plan'], rig)
  for (const text of [plan.out, shop.read('seen.txt'), shop.read(folders[0] ?? '', 'report.md')]) {
    assert.match(text, told)
    assert.not.match(text, 'EMPTY is')
  }
  assert.is((await shop.ask(['runs', 'verify', 'latest'])).code, 0)
})

it('where PATH is not set that is why a program is not found', async () => {
  using shop = workshop()
  const {code, ends} = await run(shop, [step('a', 'pytset')], {argv: [], env: {}})
  assert.equal(
    [code, ends['a']],
    [1, 'fail: pytset could not be started: PATH is not set, and no folder of the system holds it'],
  )
})

it.run()
