import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as fc from 'fast-check'
import * as assert from 'uvu/assert'
import {OPERATIONS} from '#benchmark/model/operation'
import {chooseRequests, requestsDocument} from '#benchmark/model/requests'
import {loadInputs} from '#benchmark/plan/load-inputs'
import {digestOf} from '#digest/canonical-json'
import {AssayError} from '#error/assay-error'
import {nodeFiles} from '#path/node-files'
import {Redactor} from '#redact/redactor'
import {Tensor} from '#world/tensor/tensor'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('load inputs')
const AVI = Buffer.from('RIFF\u0004\0\0\0AVI ', 'latin1')
const CLIP = {fps: 8, resolution: [4, 4], duration_seconds: 1}
type Files = Readonly<Record<string, string | Uint8Array>>

/** Loads `name` in a folder with these files. */
async function load(files: Files, name = 'in.json') {
  using dir = tempDir()
  mkdirSync(join(dir.path, 'folder'))
  for (const [path, content] of Object.entries(files)) writeFileSync(join(dir.path, path), content)
  symlinkSync(join(dir.path, 'outside.avi'), join(dir.path, 'folder', 'link.avi'))
  return (await loadInputs(join(dir.path, name), {reader: nodeFiles.reader, redactor: new Redactor()})).cases
}

const loadJson = (value: unknown, files: Files = {}) => load({'in.json': JSON.stringify(value), ...files})
const digest = (cases: Awaited<ReturnType<typeof load>>) => digestOf(requestsDocument(cases, OPERATIONS))

async function issuesOf(value: unknown, files?: Files): Promise<string[]> {
  const error = await throwsCode(() => loadJson(value, files), 'inputs_invalid')
  return error.issues.map(({pointer, rule}) => `${pointer} ${rule}`)
}

it('reads one content in three spellings and two forms to the same digest', async () => {
  const flat = {prediction_steps: 3, reason_query: 'where?'}
  const all = [
    await loadJson(flat),
    await loadJson({inputs: flat, metadata: {owner: 'me'}}),
    await load({'in.yaml': 'prediction_steps: 3\nreason_query: where?\n'}, 'in.yaml'),
    await load({'in.toml': 'prediction_steps = 3\nreason_query = "where?"\n'}, 'in.toml'),
  ]
  assert.is(new Set(all.map(digest)).size, 1)
  assert.is.not(digest(await loadJson({...flat, prediction_steps: 4})), digest(await loadJson(flat)))
})

it('takes a clip by its content: from a file below the folder, from base64, whatever the file is called', async () => {
  const byPath = (path: string) => loadJson({transfer_clip: {...CLIP, path}}, {[path]: AVI})
  const one = await byPath('a.avi')
  assert.equal(chooseRequests(one[0]).transfer.clip.media_type, 'video/x-msvideo')
  const halves = [AVI.subarray(0, 6), AVI.subarray(6)].map((part) => part.toString('base64'))
  const same = [await byPath('folder/b.bin'), await loadJson({transfer_clip: {...CLIP, frames_base64: halves}})]
  assert.equal(same.map(digest), [digest(one), digest(one)])
})

it('sends cases in turn, each over what stands beside them', async () => {
  const cases = await loadJson({prediction_steps: 2, cases: [{}, {prediction_steps: 5}]})
  assert.equal(
    cases.map((one) => chooseRequests(one).predict.steps),
    [2, 5],
  )
})

it('takes typed tensors for arrays, and nested lists for candidates', async () => {
  const pixels = {dtype: 'uint8', shape: [2, 2], data: [1, 2, 3, 4]}
  const [one] = await loadJson({policy_info: {pixels, goal: [1, 2]}, score_action_candidates: [[[[0, 0.5]]]]})
  const {policy, score} = chooseRequests(one)
  assert.ok(policy.info['pixels'] instanceof Tensor)
  assert.equal(policy.info['goal'], [1, 2])
  assert.equal(score.action_candidates instanceof Tensor && score.action_candidates.shape, [1, 1, 1, 2])
})

it('takes world state, action and candidates from the environment it names', async () => {
  const [one] = await loadJson({environment: {id: 'pendulum', episode: 7}})
  const {predict, score} = chooseRequests(one)
  assert.is(predict.action.type, 'control')
  assert.match(JSON.stringify(predict.world_state.metadata), 'pendulum')
  assert.equal(score.action_candidates instanceof Tensor && score.action_candidates.shape, [1, 64, 8, 1])
})

const BAD: readonly [string, unknown, readonly string[], Files?][] = [
  ['an unknown key', {prediction_step: 1}, ['/prediction_step unknown_key']],
  ['an unknown key in a case', {inputs: {cases: [{}, {cases: []}]}}, ['/inputs/cases/1/cases unknown_key']],
  ['a list', [], [' type']],
  ['no steps', {prediction_steps: 0}, ['/prediction_steps minimum']],
  ['no cases', {cases: []}, ['/cases minItems']],
  ['an action that is none', {prediction_action: {kind: 'jump', up: 1}}, ['/prediction_action invalid_input']],
  ['a state that is none', {cases: [{world_state: {id: 'x'}}]}, ['/cases/0/world_state world_state_invalid']],
  ['an unknown environment', {environment: {id: 'three-room'}}, ['/environment env_unknown']],
  ['ragged candidates', {score_action_candidates: [[[[1], [1, 2]]]]}, ['/score_action_candidates invalid_tensor']],
  ['a clip that is outside', {transfer_clip: {...CLIP, path: '../x.avi'}}, ['/transfer_clip/path path_traversal']],
  ['a clip behind a link', {transfer_clip: {...CLIP, path: 'folder/link.avi'}}, ['/transfer_clip/path path_outside']],
  ['a clip that is not there', {transfer_clip: {...CLIP, path: 'none.avi'}}, ['/transfer_clip/path file_missing']],
  ['a clip that is text', {transfer_clip: {...CLIP, path: 'a.avi'}}, ['/transfer_clip media_type'], {'a.avi': 'hello'}],
  ['base64 that is none', {transfer_clip: {...CLIP, frames_base64: 'a b'}}, ['/transfer_clip/frames_base64 base64']],
]

for (const [name, value, expected, files] of BAD) {
  it(`refuses ${name}`, async () => {
    assert.equal(await issuesOf(value, files), expected)
  })
}

it('ends in inputs or in inputs_invalid, whatever a file holds', async () => {
  const keys = fc.constantFrom('inputs', 'cases', 'environment', 'world_state', 'score_info', 'prediction_steps', 'x')
  const values = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(keys, fc.jsonValue()),
    fc.array(fc.dictionary(keys, fc.jsonValue())),
  )
  await fc.assert(
    fc.asyncProperty(fc.dictionary(keys, values), async (value) => {
      try {
        for (const one of await loadJson(value)) chooseRequests(one)
      } catch (error) {
        assert.ok(
          error instanceof AssayError && ['inputs_invalid', 'document_parse'].includes(error.code),
          String(error),
        )
      }
    }),
    {numRuns: 60},
  )
})

it.run()
