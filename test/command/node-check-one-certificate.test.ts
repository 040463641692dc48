import {execFileSync} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeCheckResult} from '#contract/generated/types'
import {assay, assayJson} from '../support/hall-rig.ts'
import {hostEnv, writeTarget} from '../support/second-host/host-target.ts'
import {startSecondHost} from '../support/second-host/second-host.ts'
import {standBefore} from '../support/second-host/stand-before.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('one bad certificate of three nodes')
const TOKEN = `lk_${'q'.repeat(32)}Zk`

it('the other nodes are judged, each by itself, and every sum of the report is the one of its rows', async () => {
  using dir = tempDir()
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=other.example']
  execFileSync('openssl', [...words, '-keyout', 'key', '-out', 'pem'], {cwd: dir.path, stdio: 'ignore'})
  const [key, cert] = ['key', 'pem'].map((name) => readFileSync(join(dir.path, name), 'utf8'))
  await using one = await startSecondHost({token: TOKEN})
  await using two = await startSecondHost({token: TOKEN})
  await using three = await startSecondHost({token: TOKEN})
  await using shown = await standBefore(two.url, () => undefined, {key: key ?? '', cert: cert ?? ''})
  three.state.faults.add('disk-low')
  writeTarget(dir.path, [one, {...two, url: shown.url}, three], {checks: {mutate: false}})
  const options = {cwd: dir.path, env: hostEnv(one)}
  const words2 = ['node', 'check', '--target', 'target.json', '--mode', 'quick']
  const {document} = await assayJson(words2, options)
  const {checks, verdict, run_path} = document as NodeCheckResult
  const nodeOf = (id: string, name: string) =>
    checks.find((check) => check.id === id)?.nodes?.find((node) => node.name === name)
  assert.equal(
    ['n0', 'n2'].map((name) => nodeOf('health.ready', name)?.status),
    ['pass', 'pass'],
  )
  assert.match(nodeOf('health.ready', 'n1')?.reason ?? '', /^the certificate is not one/)
  assert.match(checks.find(({id}) => id === 'ver.skew')?.reason ?? '', 'n1')
  // What is wrong with another node is told, and the certificate is no excuse for it.
  const disk = checks.find(({id}) => id === 'res.disk')
  assert.match(disk?.reason ?? '', /^n2: .*disk.*; n1: the certificate/)
  assert.match(checks.find(({id}) => id === 'tls.cert')?.reason ?? '', /^n1: the certificate is not trusted/)
  const page = readFileSync(join(dir.path, run_path, 'reports/report.md'), 'utf8')
  const table = /## Checks\n[\s\S]*?(?=\n## )/.exec(page)?.[0] ?? ''
  const rows = [...table.matchAll(/^\| ([a-z]+\.[a-z.]+) \| (\w+) /gm)].map(([, id, status]) => [id, status])
  assert.is(rows.length, checks.length, table)
  const counted = (status: string) => rows.filter((row) => row[1] === status).length
  const [, told = ''] = /Checks[*: |]+(\d+ [^|\n]+)/.exec(page) ?? []
  const sums = Object.fromEntries(
    told
      .trim()
      .split(', ')
      .map((part) => [part.replace(/^\d+ /, ''), Number.parseInt(part, 10)]),
  )
  for (const [word, sum] of Object.entries(sums)) assert.is(sum, counted(word), `${word}: ${told}`)
  assert.is(
    Object.values(sums).reduce((sum, count) => sum + count, 0),
    rows.length,
  )
  const {passed, failed, errored, skipped} = verdict?.counts ?? {}
  assert.equal(
    [passed, failed, errored, skipped],
    [counted('pass') + counted('warn'), counted('fail'), counted('error') + counted('inconclusive'), counted('skip')],
  )
  assert.match(page, /\| res\.disk \| fail \|[^|]*\| Make room/)
  const suites = readFileSync(join(dir.path, run_path, 'reports/report.junit.xml'), 'utf8')
  assert.match(suites, new RegExp(`<testsuite [^>]*failures="${failed}" errors="${errored}"`))
  const {out} = await assay(words2, options)
  assert.match(out, /tls\.cert/)
  assert.match(out, /res\.disk/)
})
it.run()
