import {cpSync, mkdirSync} from 'node:fs'
import {basename, join} from 'node:path'
import * as assert from 'uvu/assert'
import {resolveRun} from '#run/resolve-run'
import {runRig, TRIAL} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('names of runs')

it('an id, its parts, its folder and latest all mean the run', async () => {
  using rig = runRig()
  const first = await rig.conduct()
  rig.clock.tick(1000)
  const second = await rig.conduct(undefined, undefined, {...TRIAL, kind: 'benchmark'})
  const {reader} = rig.ports.files
  const of = (name: string) => resolveRun(name, {workspace: rig.path, cwd: '/'}, reader).runId
  const names = {
    [first.runId]: [first.runId, first.runId.slice(-6), first.runId.slice(0, 20), `runs/${first.runId}`, 'latest:eval'],
    [second.runId]: [join(rig.path, 'runs', second.runId), `runs/${second.runId}/`, 'latest', 'latest:benchmark'],
  }
  for (const [id, all] of Object.entries(names)) for (const name of all) assert.is(of(name), id, name)
})

it('a folder elsewhere brings its own workspace', async () => {
  using rig = runRig()
  using other = tempDir()
  const {runId} = await rig.conduct()
  cpSync(join(rig.path, 'runs'), join(other.path, 'main', 'runs'), {recursive: true})
  const place = {workspace: rig.path, cwd: other.path}
  const found = resolveRun(`main/runs/${runId}`, place, rig.ports.files.reader)
  assert.equal(found, {workspace: join(other.path, 'main'), runId})
})

it('what several runs begin or end with is refused with their ids', async () => {
  using rig = runRig()
  const first = await rig.conduct()
  rig.clock.tick(1)
  const second = await rig.conduct()
  const place = {workspace: rig.path, cwd: '/'}
  const error = await throwsCode(() => resolveRun('2026', place, rig.ports.files.reader), 'run_name_ambiguous')
  for (const {runId} of [first, second]) assert.match(error.hint, runId)
})

it('what names nothing is refused: a shape that no name has without echo, another with what is near', async () => {
  using rig = runRig()
  const {runId} = await rig.conduct()
  mkdirSync(join(rig.path, 'folder'))
  const place = {workspace: rig.path, cwd: rig.path}
  const refused = (name: string, code: 'run_id_invalid' | 'run_not_found') =>
    throwsCode(() => resolveRun(name, place, rig.ports.files.reader), code)
  for (const name of [
    '../x',
    '',
    '.',
    `${runId}/..`,
    '20261399T999999999Z-aaaaaa',
    './folder',
    'latest:evals',
    'a\nb',
  ]) {
    const error = await refused(name, 'run_id_invalid')
    if (name.length > 2) assert.not.ok(`${error.message}${error.hint}`.includes(name), name)
    assert.is(error.given, name.replace('latest:', ''))
  }
  for (const name of ['zzzzzz', 'latest:job', basename('folder'), runId.slice(-2)]) {
    const error = await refused(name, 'run_not_found')
    assert.not.ok(`${error.message}${error.hint}`.includes(name) && !runId.includes(name), name)
    assert.is(error.given, name)
  }
})

it('a mistyped end of an id is answered with the id that it is nearest to', async () => {
  using rig = runRig()
  const {runId} = await rig.conduct()
  const end = runId.slice(-6)
  const mistyped = `${end.slice(0, 5)}${end.endsWith('0') ? '1' : '0'}`
  const place = {workspace: rig.path, cwd: '/'}
  const error = await throwsCode(() => resolveRun(mistyped, place, rig.ports.files.reader), 'run_not_found')
  assert.is(error.hint, `The nearest ids are ${runId}.`)
})

it('a workspace without runs has no latest', async () => {
  using rig = runRig()
  const place = {workspace: rig.path, cwd: '/'}
  const error = await throwsCode(() => resolveRun('latest', place, rig.ports.files.reader), 'run_not_found')
  assert.match(error.hint, '--workspace-dir')
})
it.run()
