import {globSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {drillsResult} from '#contract/generated/drills-result'
import {parse} from '#contract/parse'
import {assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('drills of certificates')
const LONG_MS = 600_000
const env = {PATH: process.env['PATH'] ?? ''}
/** On a busy machine what is well may be late; nothing else may be wrong. */
const LATE: readonly string[] = ['detected_late', 'recovered_late']

const SHOWN = '/api/repos/drill/sentinel/hooks/{hook.inbox}/deliveries?status=failed'
const CHECK = '[assay, node, check, --target, node.json, --only, tls.cert, --format, json]'
/** One node and a receiver that speak TLS, each with another certificate for a while. */
const CERTIFICATES = `schema_version: 1
kind: drill
id: own-certificates
version: 1
title: Certificates that end or that nobody trusts
severity: P3
runbook: docs/runbooks/key-and-certificate.md
target: {kind: hostnode, nodes: 1, tls: true, repositories: [sentinel], secrets: [hook], hook_schedule: '0s', receivers: [{id: inbox, repo: sentinel, secrets: [hook], tls: true}]}
objectives: {detect_s: 60, recover_s: 60}
steady_state:
  every_ms: 100
  consecutive: 1
  probes: [{id: refs, probe: git_refs, args: {server: n1, repo: sentinel}, expect: {exit: {equals: 0}, refs: {equals: 2}}}]
expect: {signals: [{id: none, probe: http, args: {server: n1, path: '${SHOWN}'}, expect: {json/total_count: {equals: 9}}}]}
rounds:
  - id: ends
    inject: [{action: certificate.replace, args: {server: n1, days: 3}}]
    expect: {signals: [{id: ends-soon, probe: command, args: {argv: ${CHECK}}, expect: {exit: {equals: 1}, 'json/checks/id=tls.cert/reason': {matches: ends in 3 days}}}]}
  - id: untrusted
    inject:
      - {action: receiver.set, args: {server: inbox, mode: untrusted}}
      - {action: api.call, args: {server: n1, method: POST, path: '/api/repos/drill/sentinel/hooks/{hook.inbox}/test'}}
    expect: {signals: [{id: told, probe: http, args: {server: n1, path: '${SHOWN}'}, expect: {json/items/0/error: {equals: certificate_untrusted}}}]}
respond:
  - {step: node, text: Take the good certificate., action: certificate.return, args: {server: n1}, timeout_s: 60}
  - {step: receiver, text: Show the good certificate., action: receiver.clear, args: {server: inbox}}
  - {step: again, text: Send again what failed., action: delivery.redeliver, args: {server: inbox}}
verify:
  - {id: lasts, probe: command, args: {argv: ${CHECK}}, expect: {exit: {equals: 0}}}
  - {id: processed, probe: receiver, args: {server: inbox}, expect: {processed: {gte: 1}, twice: {equals: 0}}}
`

it(
  'a node that shows a certificate which ends soon, and a receiver whose certificate nobody trusts, are each told as such and taken back',
  async () => {
    using dir = tempDir()
    writeFileSync(join(dir.path, 'own.yaml'), CERTIFICATES)
    const {document} = await assayJson(['drills', 'own.yaml'], {cwd: dir.path, env})
    const [record] = parse(drillsResult, document).drills
    const isGood = record?.verdict === 'pass' || record?.reasons.every((reason) => LATE.includes(reason))
    assert.ok(isGood && record?.verdict !== 'inconclusive', JSON.stringify(record))
    assert.equal(readdirSync(join(dir.path, 'runs/.state/drills')), [])
    for (const path of globSync(join(dir.path, 'runs/**/*.{json,ndjson,md,html}')))
      assert.not.match(readFileSync(path, 'utf8'), 'PRIVATE KEY', path)
  },
  LONG_MS,
)

it.run()
