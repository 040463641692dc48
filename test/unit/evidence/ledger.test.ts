import {generateKeyPairSync} from 'node:crypto'
import {appendFileSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {BundleLedger, RunsVerifyResult} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {canonicalJson} from '#digest/canonical-json'
import {type Hash, leafHash, rootFromEdge} from '#digest/merkle-tree'
import {makeKeyPair} from '#evidence/sign/generate-keys'
import {parsePublicKey} from '#evidence/sign/key'
import {isNoteSignedBy, signedNote} from '#evidence/sign/note-signature'
import {checkBundle} from '#evidence/verify/verify-bundle'
import {checkpointBody, parseCheckpoint} from '#run/checkpoint'
import {createRun} from '#run/create-run'
import {LEASE, LEDGER} from '#run/layout'
import {openWorkspace} from '#run/open-workspace'
import {badChecks, evidenceRig} from '../../support/evidence-rig.ts'
import {HostileBundle} from '../../support/hostile-bundle.ts'
import {outcome, TRIAL} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('the ledger of a bundle')
const rig = evidenceRig()
const home = tempDir()
await makeKeyPair({folder: home.path, shown: '.'}, rig.ports)
const sign = join(home.path, 'key.pem')
const key = parsePublicKey(readFileSync(join(home.path, 'key.pub.pem')))
const other = generateKeyPairSync('ed25519')
const runs: RunId[] = []
for (const state of ['pass', 'fail', 'pass', 'fail'] as const) {
  runs.push((await rig.run({}, state)).runId)
  rig.clock.tick(1_000)
}
const [first, since, attached, last] = runs as [RunId, RunId, RunId, RunId]
const made = await rig.bundle({runId: attached, since, sign})
const good = rig.folderOf(attached)
it.after(() => {
  rig[Symbol.dispose]()
  home[Symbol.dispose]()
})

const verify = (path: string, demand: {key?: typeof key} = {}) =>
  checkBundle({path, requireSignature: false, ...demand}, rig.ports)
const codes = ({findings}: RunsVerifyResult) => findings.filter(({check}) => check === 'ledger').map(({code}) => code)

function hostile() {
  const dir = tempDir()
  const bundle = new HostileBundle(good, join(dir.path, 'bundle'))
  const change = (work: (ledger: Draft) => void) => {
    bundle.editJson('ledger.json', (value) => work(value as unknown as Draft))
    bundle.reseal()
  }
  return {bundle, change, [Symbol.dispose]: () => dir[Symbol.dispose]()}
}
type Writable<T> = T extends object ? {-readonly [Key in keyof T]: Writable<T[Key]>} : T
type Draft = Writable<BundleLedger>

it('a run between its last manifest and the leaf of its end is told as that, and as no contradiction', async () => {
  for (const [pid, code] of [
    [7, 'run_live'],
    [99, 'run_unledgered'],
  ] as const) {
    using own = evidenceRig()
    const folders: string[] = []
    const {runId} = await own.conduct(async (trial) => {
      folders.push(readFileSync(join(own.path, 'runs', trial.runId, LEASE), 'utf8'))
      return outcome('pass')
    })
    const leaves = join(own.path, 'runs', LEDGER)
    const before = readFileSync(leaves, 'utf8')
    writeFileSync(leaves, `${before.trimEnd().split('\n').slice(0, -1).join('\n')}\n`)
    const lease = JSON.parse(folders[0] ?? '')
    writeFileSync(join(own.path, 'runs', runId, LEASE), JSON.stringify({...lease, pid}))
    const {message} = await throwsCode(() => own.bundle({runId, since: runId}), code)
    assert.match(message, runId)
  }
})

it('says which runs are attached and which are not, in result, page and check alike', async () => {
  const sentence = `1 of 3 runs since ${since} is attached; 2 failed runs are not.`
  assert.is(made.ledger?.sentence, sentence)
  assert.equal(
    made.ledger?.not_attached.map(({run_id, status}) => [run_id, status]),
    [
      [since, 'failed'],
      [last, 'failed'],
    ],
  )
  assert.ok(readFileSync(join(good, 'summary.md'), 'utf8').includes(sentence))
  const result = await verify(good, {key})
  assert.equal(badChecks(result), [])
  assert.is(result.checks.find(({name}) => name === 'ledger')?.detail, sentence)
})

it('is not there without --since, and nothing is missed then', async () => {
  const output = join(home.path, 'plain')
  assert.is((await rig.bundle({runId: attached, output})).ledger, null)
  assert.equal(badChecks(await verify(output)), [])
})

it('tells nothing but ids, kinds, ends and times', () => {
  const {leaves} = JSON.parse(readFileSync(join(good, 'ledger.json'), 'utf8')) as BundleLedger
  const keys = new Set(leaves.flatMap((leaf) => (typeof leaf === 'string' ? Object.keys(JSON.parse(leaf)) : ['none'])))
  assert.equal([...keys], ['at', 'event', 'kind', 'manifest_sha256', 'run_id', 'status', 'v', 'verdict'])
  assert.not.ok(leaves.join().includes(first), 'the run before is not told')
})

const leafAt = (ledger: Draft, at: number) => JSON.parse(String(ledger.leaves[at]))
const set = (ledger: Draft, at: number, leaf: Draft['leaves'][number]) => ledger.leaves.splice(at, 1, leaf)
const rewrite = (ledger: Draft, at: number, change: object) => {
  ledger.leaves[at] = canonicalJson({...leafAt(ledger, at), ...change})
}
/** What somebody without the key can do: count and hash everything anew. */
function refit(ledger: Draft, signer?: typeof other.privateKey): void {
  const hashes = ledger.leaves.map((leaf) => leafHash(Buffer.from(String(leaf))))
  const edge: Hash[] = ledger.left_edge.map((hash) => Buffer.from(hash.slice(7), 'hex'))
  const root = rootFromEdge(edge, ledger.first_leaf, hashes) ?? Buffer.alloc(32)
  const origin = `assay/${ledger.workspace_id}`
  const body = checkpointBody({origin, treeSize: ledger.first_leaf + hashes.length, root})
  ledger.checkpoint = signer ? signedNote(body, origin, signer) : body
}

const TAMPERING: readonly (readonly [string, string, (ledger: Draft) => void])[] = [
  ['a leaf changed', 'root_mismatch', (ledger) => rewrite(ledger, 1, {status: 'passed', verdict: 'pass'})],
  ['a leaf removed', 'tree_size', (ledger) => void ledger.leaves.splice(1, 1)],
  ['two leaves in another order', 'root_mismatch', (ledger) => ledger.leaves.push(...ledger.leaves.splice(3, 1))],
  ['a leaf appended', 'tree_size', (ledger) => void ledger.leaves.push(String(ledger.leaves[0]))],
  ['a leaf twice instead of another', 'root_mismatch', (ledger) => set(ledger, 5, String(ledger.leaves[3]))],
  ['a lie about the size', 'tree_size', (ledger) => (ledger.checkpoint = ledger.checkpoint.replace('\n8\n', '\n9\n'))],
  ['a lie about the start', 'tree_size', (ledger) => (ledger.first_leaf = 0)],
  ['another left edge', 'root_mismatch', (ledger) => (ledger.left_edge[0] = `sha256:${'0'.repeat(64)}`)],
  ['no left edge', 'root_mismatch', (ledger) => (ledger.left_edge = [])],
  ['another origin', 'ledger_foreign', (ledger) => (ledger.workspace_id = `ws-${'a'.repeat(16)}`)],
  [
    'another origin in the checkpoint too',
    'ledger_foreign',
    (ledger) => {
      ledger.workspace_id = `ws-${'a'.repeat(16)}`
      refit(ledger)
    },
  ],
  ['counts that do not add up', 'summary_contradiction', (ledger) => Object.assign(ledger.summary.counts, {failed: 0})],
  ['a failed run left out of the list', 'summary_contradiction', (ledger) => void ledger.summary.not_attached.pop()],
  ['a better sentence', 'summary_contradiction', (ledger) => (ledger.summary.sentence = '3 of 3 runs are attached.')],
  ['two runs called attached', 'summary_contradiction', (ledger) => void ledger.summary.attached.push(last)],
  ['a known run called unledgered', 'summary_contradiction', (ledger) => void ledger.summary.unledgered.push(last)],
  ['no summary', 'summary_contradiction', (ledger) => void Reflect.deleteProperty(ledger, 'summary')],
  ['a summary of another kind', 'summary_contradiction', (ledger) => void Reflect.set(ledger, 'summary', [1])],
  ['no checkpoint', 'checkpoint_form', (ledger) => (ledger.checkpoint = '')],
  ['a loose checkpoint', 'checkpoint_form', (ledger) => (ledger.checkpoint = ` ${ledger.checkpoint}`)],
  ['a leaf in another spelling', 'leaf_form', (ledger) => (ledger.leaves[1] = ` ${String(ledger.leaves[1])}`)],
  ['two leaves in one', 'leaf_form', (ledger) => (ledger.leaves[1] = `${ledger.leaves[1]}\n${ledger.leaves[2]}`)],
  [
    'a failed run hidden among what cannot be read',
    'leaf_form',
    (ledger) => (ledger.leaves[1] = {base64: Buffer.from(String(ledger.leaves[1])).toString('base64')}),
  ],
  ['loose base64', 'leaf_form', (ledger) => (ledger.leaves[1] = {base64: 'dG9ybh=='})],
  ['a start that opens no run', 'ledger_since', (ledger) => set(ledger, 0, String(ledger.leaves[1]))],
  ['a leaf that is a number', 'schema_invalid', (ledger) => void Reflect.set(ledger.leaves, 0, 7)],
  ['no leaves', 'schema_invalid', (ledger) => (ledger.leaves = [])],
]

for (const [name, code, tamper] of TAMPERING) {
  it(`is refused with ${name}, though every digest was made right again`, async () => {
    using at = hostile()
    at.change(tamper)
    const result = await verify(at.bundle.folder)
    assert.ok(badChecks(result).includes('ledger'))
    assert.ok(codes(result).includes(code), codes(result).join())
  })
}

const REWRITTEN: readonly (readonly [string, readonly string[], (ledger: Draft) => void])[] = [
  ['the bundled run forgotten', ['run_unledgered'], (ledger) => ledger.leaves.splice(2, 2)],
  ['another end of the bundled run', ['status_contradiction'], (ledger) => rewrite(ledger, 3, {status: 'failed'})],
  [
    'another manifest of the bundled run',
    ['digest_mismatch'],
    (ledger) => rewrite(ledger, 3, {manifest_sha256: `sha256:${'0'.repeat(64)}`}),
  ],
  [
    'a second, better end',
    ['leaf_contradiction'],
    (ledger) => ledger.leaves.push(canonicalJson({...leafAt(ledger, 1), status: 'passed', verdict: 'pass'})),
  ],
]
for (const [name, wanted, tamper] of REWRITTEN) {
  it(`contradicts itself with ${name}, even in a tree that was built anew`, async () => {
    using at = hostile()
    at.change((ledger) => {
      tamper(ledger)
      refit(ledger)
    })
    const found = codes(await verify(at.bundle.folder))
    for (const code of wanted) assert.ok(found.includes(code), found.join())
  })
}

it('needs the key where a whole ledger was invented: unsigned or signed by another it is refused', async () => {
  for (const [signer, code] of [
    [undefined, 'signature_missing'],
    [other.privateKey, 'signature_invalid'],
  ] as const) {
    using at = hostile()
    at.change((ledger) => refit(ledger, signer))
    assert.equal(codes(await verify(at.bundle.folder)), [])
    assert.equal(codes(await verify(at.bundle.folder, {key})), [code])
  }
})

it('cannot be taken out of a signed bundle', async () => {
  using at = hostile()
  at.bundle.remove('ledger.json')
  assert.ok(badChecks(await verify(at.bundle.folder)).includes('tag-manifest'))
  at.bundle.editJson('evidence_manifest.json', (value) => {
    value['files'] = (value['files'] as {path: string}[]).filter(({path}) => path !== 'ledger.json')
    value['included_count'] = Number(value['included_count']) - 1
  })
  at.bundle.reseal()
  assert.ok(badChecks(await verify(at.bundle.folder)).includes('signature-form'))
})

it('signs its checkpoint as a note under its own name', () => {
  const {checkpoint} = JSON.parse(readFileSync(join(good, 'ledger.json'), 'utf8')) as BundleLedger
  const note = parseCheckpoint(checkpoint)
  assert.ok(note)
  const {origin} = note.checkpoint
  assert.ok(isNoteSignedBy(note, origin, key))
  assert.not.ok(isNoteSignedBy(note, 'assay/ws-other', key))
  assert.not.ok(isNoteSignedBy(note, origin, other.publicKey))
  assert.not.ok(isNoteSignedBy({...note, body: note.body.replace('8', '9')}, origin, key))
})

it('takes lines that cannot be read along, as bytes, and tells how many', async () => {
  using torn = evidenceRig()
  const {runId} = await torn.run()
  appendFileSync(join(torn.path, 'runs/ledger.ndjson'), '\n{"at":"2026-11-2\n')
  await torn.bundle({runId, since: runId})
  const result = await torn.verify(torn.folderOf(runId))
  assert.equal(badChecks(result), [])
  assert.match(result.checks.find(({name}) => name === 'ledger')?.detail ?? '', '1 line of it cannot be read.')
})

it('knows an interrupted run by the manifest it opened with, and calls it unfinished elsewhere', async () => {
  using crashed = evidenceRig()
  const {journal, runId, folder} = await createRun(
    await openWorkspace(crashed.path, crashed.ports),
    TRIAL,
    crashed.ports,
  )
  await journal.close()
  rmSync(join(folder, 'lease.json'))
  await crashed.bundle({runId, since: runId})
  const {checks} = await crashed.verify(crashed.folderOf(runId))
  assert.equal(checks.find(({name}) => name === 'ledger')?.ok, true)
  const next = await crashed.run()
  const {ledger} = await crashed.bundle({runId: next.runId, since: runId})
  assert.is(ledger?.sentence, `1 of 2 runs since ${runId} is attached; 1 unfinished run is not.`)
})

it('is refused where the ledger does not know of the end that the manifest tells', async () => {
  using broken = evidenceRig()
  const {runId} = await broken.run()
  const path = join(broken.path, 'runs/ledger.ndjson')
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  writeFileSync(path, `${lines[0]}\n`)
  await throwsCode(() => broken.bundle({runId, since: runId}), 'ledger_contradiction')
})

it('is refused for runs that the ledger does not know or that came before, and beside secrets that could be guessed', async () => {
  const output = join(home.path, 'never')
  const unknown = '20260101T000000000Z-aaaaaa' as RunId
  await throwsCode(() => rig.bundle({runId: attached, since: unknown, output}), 'run_unledgered')
  await throwsCode(() => rig.bundle({runId: first, since, output}), 'invalid_input')
  using secret = evidenceRig()
  const {runId} = await secret.run({'leak.txt': `token ${['gh', 'p_', 'a1B2'.repeat(9)].join('')}\n`})
  await throwsCode(() => secret.bundle({runId, since: runId, output}), 'evidence_refused')
  assert.is((await secret.bundle({runId, output})).excluded_count, 1)
})

it.run()
