import {mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {RunId} from '#contract/ids'
import {pseudonymsFor} from '#evidence/pseudonym/pseudonyms'
import {chainAnew} from '#evidence/pseudonym/renamed-journal'
import {formatRunId} from '#run/layout'
import {badChecks, evidenceRig, filesIn} from '../../support/evidence-rig.ts'
import {outcome, TRIAL} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('pseudonyms')
const KNOWN = {known: ['mock']}
const CODE_NAMES = ['falcon-mk2', 'condor', 'osprey', 'kestrel']
const key = new Uint8Array(32).fill(7)
const rename = (names: readonly string[], text: string) =>
  pseudonymsFor(names, `sha256:${'a'.repeat(64)}`, key).rename(text)

/** A job of a secret project: its provider, its job, a step and a child's file each have a code name. */
async function secretJob(rig: ReturnType<typeof evidenceRig>): Promise<RunId> {
  const trial = {
    ...TRIAL,
    kind: 'job' as const,
    command: 'run',
    commandArgv: ['run', 'jobs/condor.yaml'],
    providers: ['mock', 'falcon-mk2'],
    inputSummary: {job: 'condor'},
    inputs: [
      {
        path: 'inputs/job.json',
        label: 'job',
        kind: 'input' as const,
        content: {json: {name: 'condor', steps: ['osprey']}},
      },
    ],
  }
  const {runId} = await rig.conduct(
    async ({steps, runId: id}) => {
      await steps.start({stepId: 'osprey', operation: 'predict', provider: 'falcon-mk2'})
      await steps.finish('osprey', {status: 'success', durationMs: 3})
      const folder = join(rig.path, 'runs', id, 'artifacts', 'kestrel')
      mkdirSync(folder, {recursive: true})
      writeFileSync(join(folder, 'kestrel.log'), 'Falcon-MK2 of CONDOR answered, "osprey": passed\n')
      writeFileSync(join(folder, 'kestrel.bin'), 'x')
      return outcome('pass')
    },
    undefined,
    trial,
  )
  return runId
}

it('leave no name in any byte or path of a bundle, and the bundle verifies', async () => {
  using rig = evidenceRig()
  const runId = await secretJob(rig)
  const fingerprint = JSON.parse(readFileSync(join(rig.path, 'runs', runId, 'run_manifest.json'), 'utf8')).host
    .fingerprint
  const result = await rig.bundle({runId, redactNames: KNOWN})
  const folder = rig.folderOf(runId)
  const told = filesIn(folder).map((path) => `${path}\n${readFileSync(join(folder, path), 'utf8')}`)
  for (const name of [...CODE_NAMES, fingerprint]) {
    assert.not.ok(
      told.some((text) => text.toLowerCase().includes(name)),
      name,
    )
    assert.not.ok(JSON.stringify(result).toLowerCase().includes(name), name)
  }
  assert.ok(told.some((text) => text.includes('"mock"')))
  assert.equal(badChecks(await rig.verify(folder)), [])
  assert.ok((result.redactions['name'] ?? 0) > 0)
  assert.equal(result.incomplete_because, [])
  assert.is(JSON.parse(readFileSync(join(folder, 'evidence_manifest.json'), 'utf8')).names_redacted, true)
})

it('leave the journal a chain: what is taken out of the copy is found', async () => {
  using rig = evidenceRig()
  const runId = await secretJob(rig)
  await rig.bundle({runId, redactNames: KNOWN})
  const folder = rig.folderOf(runId)
  const chainOf = async () => (await rig.verify(folder)).checks.find(({name}) => name === 'journal-chain')
  assert.equal(await chainOf(), {name: 'journal-chain', cryptographic: true, ok: true})
  const path = join(folder, 'data/runs', runId, 'journal.ndjson')
  const lines = readFileSync(path, 'utf8').split('\n')
  assert.ok(lines.some((line) => line.includes('"step_id":"name-')))
  writeFileSync(path, lines.toSpliced(1, 1).join('\n'))
  assert.is((await chainOf())?.ok, false)
})

it('leave a journal masked whose chain was broken before', () => {
  const text = '{"seq":1}\n'
  assert.is(chainAnew(text, text.replace('seq', 'name'), formatRunId(0, new Uint8Array(8))), undefined)
})

it('are the same in every bundle of a workspace, others in another, and the key is in none', async () => {
  using rig = evidenceRig()
  using other = evidenceRig()
  const ids = [await secretJob(rig), await secretJob(rig)]
  for (const runId of ids) await rig.bundle({runId, redactNames: KNOWN})
  const foreign = await secretJob(other)
  await other.bundle({runId: foreign, redactNames: KNOWN})
  const manifestOf = (folder: string, id: string) =>
    JSON.parse(readFileSync(join(folder, 'data/runs', id, 'run_manifest.json'), 'utf8'))
  const [first, second] = ids.map((id) => manifestOf(rig.folderOf(id), id))
  const third = manifestOf(other.folderOf(foreign), foreign)
  assert.match(first.providers[1], /^name-[a-z2-7]{8}$/)
  assert.equal(
    [first.providers, first.input_summary, first.host],
    [second.providers, second.input_summary, second.host],
  )
  assert.is.not(first.providers[1], third.providers[1])
  assert.is.not(first.host.fingerprint, third.host.fingerprint)
  const nameKey = readFileSync(join(rig.path, 'runs/.state/names.key'))
  for (const id of ids) {
    for (const path of filesIn(rig.folderOf(id))) {
      const content = readFileSync(join(rig.folderOf(id), path))
      for (const form of [nameKey, nameKey.toString('hex'), nameKey.toString('base64')])
        assert.not.ok(content.includes(form))
    }
  }
})

it('change nothing where they are not asked for', async () => {
  using rig = evidenceRig()
  const runId = await secretJob(rig)
  const result = await rig.bundle({runId})
  assert.is(result.complete, true)
  assert.not.ok(
    'names_redacted' in JSON.parse(readFileSync(join(rig.folderOf(runId), 'evidence_manifest.json'), 'utf8')),
  )
})

it('stand for whole words, in any case, the longest first', () => {
  const {text, count} = rename(['condor', 'condor-two', 'a+b'], 'Condor condor-two condors my_condor a+b (CONDOR)')
  const [one, two] = text.split(' ')
  assert.is.not(one, two)
  assert.is(count, 4)
  assert.match(text, / condors my_condor name-[a-z2-7]{8} /)
  assert.ok(text.endsWith(`(${one})`))
})

it('refuse to work with a damaged key', async () => {
  using rig = evidenceRig()
  const runId = await secretJob(rig)
  mkdirSync(join(rig.path, 'runs/.state'), {recursive: true})
  writeFileSync(join(rig.path, 'runs/.state/names.key'), 'short')
  await throwsCode(() => rig.bundle({runId, redactNames: KNOWN}), 'key_invalid')
})

it.run()
