import * as assert from 'uvu/assert'
import type {ForgedRun} from '../support/forge/forged-run.ts'
import {untoldForgeries} from '../support/forge/untold-forgeries.ts'
import {assayJson} from '../support/hall-rig.ts'
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

it.run()
