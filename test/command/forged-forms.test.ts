import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {ForgedRun} from '../support/forge/forged-run.ts'
import {untoldForgeries} from '../support/forge/untold-forgeries.ts'
import {assayJson} from '../support/hall-rig.ts'
import {HostileBundle} from '../support/hostile-bundle.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('documents spelled in another way')
const LIMIT_MS = 120_000
const MARK = '\ufeff'

it(
  'a key that is given twice, or a mark before the first byte, is told of every document that something is computed from',
  async () => {
    using dir = tempDir()
    const asked = ['eval', '--suite', 'closed-loop', '--env', 'two-room', '--provider', 'zoo.sign-flip']
    const {document} = await assayJson([...asked, '--planner', 'quick', '--size', 'smoke'], {cwd: dir.path})
    const runId = String(document.run_id)
    const whole = await assayJson(['runs', 'verify', runId], {cwd: dir.path})
    assert.is(whole.code, 0, JSON.stringify(whole.document))
    const first = (path: string) => (run: ForgedRun) =>
      run.put(path, run.text(path).replace('"schema_version": 1,', '"schema_version": 2,\n  "schema_version": 1,'))
    const marked = (path: string) => (run: ForgedRun) => run.put(path, MARK + run.text(path))
    const told = await untoldForgeries(
      dir.path,
      runId,
      {
        'a line of episodes': (run) =>
          run.put(
            'results/episodes.ndjson',
            run.text('results/episodes.ndjson').replaceAll('"success":false', '"success":true,"success":false'),
          ),
        'the result': first('results/result.json'),
        'the gate': first('inputs/gate.json'),
        'the request': first('inputs/request.json'),
        'the report for machines': first('reports/report.json'),
        'a mark before the gate': marked('inputs/gate.json'),
        'a mark before the episodes': marked('results/episodes.ndjson'),
        'something behind the episodes': (run) =>
          run.put('results/episodes.ndjson', `${run.text('results/episodes.ndjson')} `),
      },
      'json_form',
    )
    assert.equal(told, [])
  },
  LIMIT_MS,
)

it(
  'that one file of a bundle was masked excuses no digest of what was asked for in another',
  async () => {
    using dir = tempDir()
    const asked = ['eval', '--suite', 'contract', '--provider', 'mock', '--size', 'smoke']
    const {document} = await assayJson(asked, {cwd: dir.path})
    const runId = String(document.run_id)
    await assayJson(['runs', 'bundle', runId], {cwd: dir.path})
    const bundle = new HostileBundle(join(dir.path, 'issue-bundles', runId), join(dir.path, 'forged'))
    bundle.editJson(bundle.inRun('run_manifest.json'), (manifest) => {
      manifest['input_digest'] = `sha256:${'1'.repeat(64)}`
    })
    bundle.editJson('evidence_manifest.json', (evidence) => {
      const files = evidence['files'] as {path: string; redactions: number}[]
      for (const file of files) if (/events\.ndjson|inputs\/request\.json/.test(file.path)) file.redactions = 1
      evidence['redactions'] = {'host-path': 2}
    })
    bundle.reseal()
    const {document: told} = await assayJson(['runs', 'verify', 'forged'], {cwd: dir.path})
    const messages = told.findings.map(({message}: {message: string}) => message)
    assert.ok(messages.includes('/input_digest is not that of what was asked for'), JSON.stringify(told.findings))
  },
  LIMIT_MS,
)

it.run()
