import * as assert from 'uvu/assert'
import type {RunId} from '#contract/ids'
import {AssayError, codeOf} from '#error/assay-error'
import {CODES, type ErrorCode} from '#error/codes'
import {nodeFiles} from '#path/node-files'
import {conductRun} from '#run/conduct-run'
import {onceBegun} from '#run/end-run'
import {failingFiles, outcome, runRig, TRIAL} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('errors once a run has begun')
const SIGNAL = new AbortController().signal
const RUN_ID = '20261121T074233417Z-aaaaaa' as RunId
const codes = Object.keys(CODES) as ErrorCode[]
const ofUsage = codes.filter((code) => CODES[code].exit === 'usage')

const thrownBy = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

it('say of none of the codes that nothing was executed', () => {
  assert.ok(ofUsage.length > 30)
  for (const code of codes) {
    const told = onceBegun(new AssayError(code, 'words'), RUN_ID)
    assert.ok(told instanceof AssayError)
    assert.is.not(told.exit, 'usage', code)
    if (CODES[code].exit !== 'usage') assert.is(told.code, code)
  }
  const foreign = new TypeError('not ours')
  assert.is(onceBegun(foreign, RUN_ID), foreign)
})

it('that the work throws end as the manifest tells, whatever their code', async () => {
  for (const code of ofUsage) {
    using rig = runRig()
    const error = await thrownBy(() =>
      rig.conduct(async () => {
        throw new AssayError(code, 'found too late')
      }),
    )
    assert.ok(error instanceof AssayError)
    assert.ok(['bug', 'unavailable'].includes(error.exit), `${code} ends as ${error.exit}`)
  }
})

for (const [errno, from] of [
  ['EROFS', 2],
  ['EACCES', 2],
  ['EPERM', 3],
] as const) {
  it(`a file system that answers ${errno} while a run is being closed is unavailable, and the message says what is kept`, async () => {
    for (const operation of ['rename', 'sync', 'open']) {
      for (let at: number = from; at < from + 12; at += 3) {
        using rig = runRig()
        let isArmed = false
        let runId = ''
        const failing = failingFiles(nodeFiles, {operation, errno, from: at})
        const files = {
          reader: nodeFiles.reader,
          get writer() {
            return isArmed ? failing.writer : nodeFiles.writer
          },
          get directories() {
            return isArmed ? failing.directories : nodeFiles.directories
          },
        }
        const error = await thrownBy(async () => {
          const made = await conductRun(
            {workspace: rig.path, trial: TRIAL},
            {...rig.ports, files},
            SIGNAL,
            async (trial) => {
              runId = trial.runId
              isArmed = true
              return outcome('pass')
            },
          )
          // So many calls there were not.
          throw new AssayError('io_error', `${made.runId} had begun`)
        })
        assert.is(codeOf(error), 'io_error', `${operation} ${at}`)
        assert.match(String(error), runId)
      }
    }
  })
}

it.run()
