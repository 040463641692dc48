import {mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {outcome, runRig} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('a run that somebody lays hands on')

/** What is done while the work goes on; paths of the workspace and of the open run. */
const WAYS: Readonly<Record<string, {readonly act: (root: string, run: string) => void; readonly told: RegExp}>> = {
  'the ledger becomes a folder': {
    act: (root) => {
      rmSync(join(root, 'runs/ledger.ndjson'))
      mkdirSync(join(root, 'runs/ledger.ndjson'))
    },
    told: /runs\/ledger.ndjson was replaced by a directory/,
  },
  'the ledger becomes a link': {
    act: (root) => putAside(join(root, 'runs/ledger.ndjson'), join(root, 'aside')),
    told: /runs\/ledger.ndjson was replaced by a link/,
  },
  'the ledger goes': {
    act: (root) => rmSync(join(root, 'runs/ledger.ndjson')),
    told: /runs\/ledger.ndjson was removed/,
  },
  'all runs go': {
    act: (root) => rmSync(join(root, 'runs'), {recursive: true}),
    told: /its folder was removed/,
  },
  'runs/ becomes a link': {
    act: (root) => putAside(join(root, 'runs'), join(root, 'aside')),
    told: /another folder or a link was put in its place/,
  },
  'the run becomes a link': {
    act: (root, run) => putAside(run, join(root, 'aside')),
    told: /another folder or a link was put in its place/,
  },
  'results/ becomes a link': {
    act: (root, run) => putAside(join(run, 'results'), join(root, 'aside')),
    told: /its results was replaced by a link/,
  },
  'results/ becomes a file': {
    act: (_, run) => {
      rmSync(join(run, 'results'), {recursive: true})
      writeFileSync(join(run, 'results'), '')
    },
    told: /its results was replaced by a file/,
  },
  'a file of the run becomes a link': {
    act: (root, run) => putAside(join(run, 'inputs/suite.json'), join(root, 'aside')),
    told: /its inputs\/suite.json was replaced by a link/,
  },
  'the journal goes': {
    act: (_, run) => rmSync(join(run, 'journal.ndjson')),
    told: /its journal.ndjson was removed/,
  },
  'the manifest becomes a folder': {
    act: (_, run) => {
      rmSync(join(run, 'run_manifest.json'))
      mkdirSync(join(run, 'run_manifest.json'))
    },
    told: /its run_manifest.json was replaced by a directory/,
  },
}

function putAside(path: string, aside: string): void {
  renameSync(path, aside)
  symlinkSync(aside, path)
}

for (const [way, {act, told}] of Object.entries(WAYS)) {
  it(`${way}: no verdict, and it is told what happened`, async () => {
    using rig = runRig()
    const work = () =>
      rig.conduct(async (trial) => {
        act(rig.path, join(rig.path, 'runs', trial.runId))
        return outcome()
      })
    const error = await throwsCode(work, 'run_disturbed')
    assert.match(error.message, told)
    assert.equal([error.exit, error.hint?.includes('measure again')], ['unavailable', true])
  })
}

it('work that fails for it is told the same way, and not as a fault of the disk', async () => {
  using rig = runRig()
  const work = () =>
    rig.conduct(async (trial) => {
      const results = join(rig.path, 'runs', trial.runId, 'results')
      rmSync(results, {recursive: true})
      writeFileSync(results, '')
      await trial.write({path: 'results/early.json', label: 'early', kind: 'result', content: {json: {}}})
      return outcome()
    })
  const error = await throwsCode(work, 'run_disturbed')
  assert.match(error.message, /its results was replaced by a file/)
})
it.run()
