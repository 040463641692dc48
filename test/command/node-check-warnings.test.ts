import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {assay, assayJson} from '../support/hall-rig.ts'
import {junitFaults} from '../support/junit-rules.ts'
import {createBare} from '../support/second-host/git-backend.ts'
import {hostEnv, writeTarget} from '../support/second-host/host-target.ts'
import {startSecondHost} from '../support/second-host/second-host.ts'
import {spec} from '../support/spec.ts'
import {findAll, readXml} from '../support/strict-xml.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('warnings of node checks')
const MOST_ROWS = 15

/** A host whose webhooks lead elsewhere since its baseline, for which nobody held writes back. */
async function scene() {
  const dir = tempDir()
  const host = await startSecondHost()
  const {state} = host
  createBare(state.root, 'kept')
  state.repos.push({id: state.id(), name: 'kept', created_at: 1})
  const hook = {repo: 'kept', url: 'https://example.org/', secret: 's', events: ['push'], active: true, sent: []}
  state.hooks.push({id: state.id(), ...hook})
  writeTarget(dir.path, [host], {checks: {mutate: false}})
  const options = {cwd: dir.path, env: hostEnv(host)}
  const taken = await assayJson(['node', 'baseline', '--target', 'target.json', '--window', '1s'], options)
  assert.is(taken.code, 0, JSON.stringify(taken.document))
  state.faults.add('hook-other-url')
  return {
    folder: dir.path,
    options,
    line: ['node', 'check', '--target', 'target.json', '--baseline', 'latest'],
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]()
      dir[Symbol.dispose]()
    },
  }
}

it('stand in the summary, critical ones first, and in every report, whatever the verdict', async () => {
  await using rig = await scene()
  const only = ['--only', 'auth.negative', '--only', 'data.accounts']
  const {code, out} = await assay([...rig.line, ...only], {...rig.options, columns: 80})
  assert.is(code, 0, out)
  assert.match(out, /^- data\.accounts warned: changed by the upgrade or by its owner: url of\n? ? ?hook \d+/m)
  assert.match(out, /^- auth\.negative warned: /m)
  assert.ok(out.trimEnd().split('\n').length <= MOST_ROWS, out)
  assert.is((await assay(['runs', 'bundle', 'latest'], rig.options)).code, 0)
  const [run = ''] = readdirSync(join(rig.folder, 'issue-bundles')).filter((name) => !name.endsWith('lock'))
  const junit = readFileSync(join(rig.folder, 'runs', run, 'reports', 'report.junit.xml'), 'utf8')
  const told = findAll(readXml(junit), 'testcase').map(({attributes, children}) => [
    attributes['name'],
    children.map(({name}) => name),
  ])
  assert.equal(Object.fromEntries(told)['data.accounts'], ['system-out'])
  assert.match(junit, /<system-out>changed by the upgrade or by its owner: url of hook/)
  assert.equal(junitFaults(junit), [])
  const issue = readFileSync(join(rig.folder, 'issue-bundles', run, 'issue.md'), 'utf8')
  assert.match(issue, /^- data\.accounts: changed by the upgrade or by its owner: url of hook/m)
})

it('that are many are cut to what there is room for', async () => {
  await using rig = await scene()
  const {out} = await assay([...rig.line, '--mode', 'standard', '--skip', 'met.compare', '--skip', 'page.walk'], {
    ...rig.options,
    columns: 80,
  })
  assert.match(out, /^- data\.accounts warned: /m)
  assert.ok(out.trimEnd().split('\n').length <= MOST_ROWS, out)
})
it.run()
