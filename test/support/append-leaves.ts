// A process of its own that appends to a ledger: the folder, how many leaves, and which number it goes by.
import {nodeFiles} from '#path/node-files'
import {Redactor} from '#redact/redactor'
import {appendLedger} from '#run/keep-ledger'

const [runs = '', count = '0', writer = '0'] = process.argv.slice(2)
const ports = {files: nodeFiles, redactor: new Redactor()}
for (let at = 0; at < Number(count); at++) {
  const run_id = `20261121T0742${String(at).padStart(2, '0').slice(-2)}${String(at).padStart(3, '0')}Z-aaaaa${'abcd'[Number(writer)]}`
  const told = {
    event: 'opened',
    kind: 'eval',
    manifest_sha256: null,
    run_id,
    status: 'running',
    v: 1,
    verdict: null,
  } as const
  await appendLedger(runs, [{at: '2026-11-21T07:42:33.417Z', ...told}], ports)
}
