import {join} from 'node:path/posix'
import * as assert from 'uvu/assert'
import {appendLedger} from '#run/keep-ledger'
import {asRunId, LEDGER} from '#run/layout'
import {CrashState} from '../../support/crash/crash-state.ts'
import {folderNode, nodesBelow, possibleVersions} from '../../support/crash/model-node.ts'
import {NOW_MS, stageOn} from '../../support/crash/stories.ts'
import {spec} from '../../support/spec.ts'

const it = spec('power cut')

it('a leaf outlives a power cut also in a ledger that another process had made and not synced', async () => {
  const {disk, ports} = stageOn(folderNode(0, new Map([['runs', folderNode(0)]])), 'ledger')
  await disk.files.writer.open(join('/runs', LEDGER), 'append')
  const runId = asRunId('20261121T074233417Z-k3q7xz')
  const leaf = {
    at: '2026-11-21T07:42:33.417Z',
    event: 'removed',
    kind: null,
    manifest_sha256: null,
    run_id: runId,
    status: null,
    v: 1,
    verdict: null,
  } as const
  await appendLedger('/runs', [leaf], ports)
  const nodes = [...nodesBelow(disk.root)]
  const lost = new Map(nodes.map((node) => [node, {version: possibleVersions(node, disk.ops).durable}]))
  const {reader} = new CrashState(disk.root, disk.ops, lost, NOW_MS)
  assert.ok(reader.facts(join('/runs', LEDGER)), 'the ledger is gone')
  assert.match(Buffer.from(reader.read(join('/runs', LEDGER))).toString(), runId)
})

it.run()
