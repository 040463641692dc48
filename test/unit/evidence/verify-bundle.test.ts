import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {AssayError} from '#error/assay-error'
import {badChecks, evidenceRig} from '../../support/evidence-rig.ts'
import {HostileBundle, NOTES, SECRET} from '../../support/hostile-bundle.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('verify bundle')
const FUZZ_MS = 60_000
const SEED = 20261121

const rig = evidenceRig()
const {runId} = await rig.run({'notes.txt': 'all good\n'})
await rig.bundle({runId})
const good = rig.folderOf(runId)
it.after(() => rig[Symbol.dispose]())

function hostile() {
  const dir = tempDir()
  const bundle = new HostileBundle(good, join(dir.path, 'bundle'))
  return {bundle, [Symbol.dispose]: () => dir[Symbol.dispose]()}
}

it('carries out every check on a good bundle, and says which rest on digests', async () => {
  const result = await rig.verify(good)
  assert.ok(result.checks.every(({ok}) => ok))
  assert.equal(
    result.checks.filter(({cryptographic}) => cryptographic).map(({name}) => name),
    ['payload-digests', 'tag-digests', 'manifest-agreement', 'workflow-trace', 'journal-chain', 'ledger', 'signature'],
  )
})

it('tells all that is wrong, the first bad path first', async () => {
  using at = hostile()
  for (const path of ['journal.ndjson', NOTES]) writeFileSync(at.bundle.at(at.bundle.inRun(path)), 'evil\n')
  const result = await rig.verify(at.bundle.folder)
  const digests = result.findings.filter((finding) => finding.check === 'payload-digests').map(({path}) => path)
  assert.equal(digests, [at.bundle.inRun(NOTES), at.bundle.inRun('journal.ndjson')])
  assert.is(result.first_bad_path, at.bundle.inRun(NOTES))
})

it('counts a check that could not be carried out as failed', async () => {
  using at = hostile()
  at.bundle.remove('evidence_manifest.json')
  const result = await rig.verify(at.bundle.folder)
  const journal = result.checks.find(({name}) => name === 'journal-chain')
  assert.equal(journal, {name: 'journal-chain', ok: false, cryptographic: true, detail: 'could not be carried out'})
})

it('knows no bundle where there is none', async () => {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'file'), '')
  mkdirSync(join(dir.path, 'empty'))
  for (const path of ['gone', 'file', 'empty']) {
    await throwsCode(() => rig.verify(join(dir.path, path)), 'bundle_not_found')
  }
})

it('follows a link to the bundle itself, as a user may keep one', async () => {
  using dir = tempDir()
  symlinkSync(good, join(dir.path, 'latest'))
  assert.equal(badChecks(await rig.verify(join(dir.path, 'latest'))), [])
})

for (const path of [
  'evidence_manifest.json',
  'run_manifest.json',
  'reports/workflow_trace.json',
  'results/verdict.json',
]) {
  it(`does not judge a newer ${path}, but one that was only changed to look newer`, async () => {
    using at = hostile()
    const shown = path.startsWith('evidence') ? path : at.bundle.inRun(path)
    at.bundle.editJson(shown, (value) => (value['schema_version'] = 2))
    const changed = await rig.verify(at.bundle.folder)
    assert.ok(badChecks(changed).some((check) => check.endsWith('-digests')))
    assert.ok(changed.findings.some(({code}) => code === 'schema_too_new'))
    if (!path.startsWith('evidence')) at.bundle.refitRecord(path)
    at.bundle.reseal()
    await throwsCode(() => rig.verify(at.bundle.folder), 'schema_too_new')
  })
}

it('never echoes what it found', async () => {
  using at = hostile()
  at.bundle.edit(at.bundle.inRun(NOTES), (text) => `${text}token ${SECRET}\n`)
  at.bundle.editJson('evidence_manifest.json', (value) => (value['run_id'] = SECRET))
  const result = await rig.verify(at.bundle.folder)
  assert.ok(badChecks(result).includes('scan'))
  assert.not.ok(JSON.stringify(result).includes(SECRET))
})

it(
  'neither believes nor breaks on documents of any shape',
  async () => {
    using at = hostile()
    const paths = [
      'evidence_manifest.json',
      'predicate.json',
      'bag-info.txt',
      'manifest-sha256.txt',
      'tagmanifest-sha256.txt',
    ]
    const inRun = ['run_manifest.json', 'journal.ndjson', 'reports/workflow_trace.json', 'results/verdict.json']
    const all = [...paths, ...inRun.map((path) => at.bundle.inRun(path))]
    const originals = new Map(all.map((path) => [path, at.bundle.text(path)]))
    const shape = fc.record(
      {path: fc.constantFrom(...all), seed: fc.nat(), value: fc.jsonValue()},
      {noNullPrototype: true},
    )
    const property = fc.asyncProperty(shape, async ({path, seed, value}) => {
      const original = originals.get(path) ?? ''
      at.bundle.write(path, replaced(original, seed, value))
      const code = await rig.verify(at.bundle.folder).then(
        (result) => result.exit.code,
        (error) => (error instanceof AssayError ? 2 : Promise.reject(error)),
      )
      if (at.bundle.text(path) !== original) assert.is.not(code, 0)
      at.bundle.write(path, original)
    })
    await fc.assert(property, {seed: SEED, numRuns: 150})
  },
  FUZZ_MS,
)

/** One value of a JSON document, chosen by the seed, becomes another; text of another kind becomes the value. */
function replaced(text: string, seed: number, value: unknown): string {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return seed % 2 ? `${JSON.stringify(value)}\n` : `${text}${JSON.stringify(value)}\n`
  }
  let left = seed % Math.max(1, JSON.stringify(document).split(/[,:]/).length)
  const changed = JSON.parse(JSON.stringify(document), (_, item) => (left-- === 0 ? value : item))
  return `${JSON.stringify(changed, null, 2)}\n`
}

it.run()
