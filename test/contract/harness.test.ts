// Counts no coverage: what it starts is other programs.
import {spawn} from 'node:child_process'
import {existsSync, globSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {overBudget, slowestFiles} from '../../bin/dev/test-times.ts'
import {missingLine} from '../support/pages/shown-output.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('harness')
const LONG_MS = 60_000
const bad = globSync('test/bad/*.test.ts').sort()

it('there are bad files to show', () => {
  assert.ok(bad.length >= 17)
})

for (const processes of ['own', 'shared'])
  it(
    `every bad file turns the runner red, and nothing else does: ${processes} processes`,
    async () => {
      const {code, text} = await runTests({ASSAY_TEST_ROOT: join('test', 'bad'), ASSAY_TEST_PROCESSES: processes})
      assert.is(code, 1)
      const [, failed = '0'] = /(\d+) failed/.exec(text.trimEnd().split('\n').at(-1) ?? '') ?? []
      assert.ok(Number(failed) >= bad.length, text)
      assert.equal(
        bad.filter((file) => !text.includes(`${file}\n`)),
        [],
      )
    },
    LONG_MS,
  )

it('a good file among bad ones that share a process with it is green', async () => {
  const given = {ASSAY_TEST_PROCESSES: 'shared', ASSAY_TEST_LIMIT_MS: '400', ASSAY_TEST_FILE_LIMIT_MS: '4000'}
  const {text} = await runTests(given, ['test/contract/lock', 'test/unit/error/'])
  assert.match(text, /^\d+ passed, 0 failed\n$/)
})

it('no test file at all is red', async () => {
  using empty = tempDir()
  const {code, text} = await runTests({ASSAY_TEST_ROOT: empty.path})
  assert.equal({code, text}, {code: 1, text: 'no test files\n0 passed, 1 failed\n'})
})

it('a good file is green and counted', async () => {
  const {code, text} = await runTests({}, ['test/contract/lock'])
  assert.is(code, 0, text)
  assert.match(text, /^\d+ passed, 0 failed\n$/)
})

it('a file that says so counts no coverage, wherever others of its process do', async () => {
  using folder = tempDir()
  const counted = async (file: string) => {
    const {code, text} = await runTests({ASSAY_TEST_COVERAGE: join(folder.path, file)}, [file])
    assert.is(code, 0, text)
    return existsSync(join(folder.path, file))
  }
  assert.equal([await counted('test/unit/stats/coverage'), await counted('test/contract/lock')], [false, true])
})

it('a file that takes more processor time than its budget is named, and one that has none of its own goes by the others', () => {
  const times = [
    {file: 'a', wallMs: 9_000, processorMs: 4_000},
    {file: 'b', wallMs: 9_000, processorMs: 4_000},
    {file: 'killed', wallMs: 9_000},
  ]
  assert.equal(overBudget(times, {others: 3, files: {a: 5}}), ['b took 4.0 s of processor time and may take 3 s'])
  assert.equal(slowestFiles(times).split('\n').slice(1, 2), ['      ? s     9.0 s  killed'])
})

it('a row of a page is found again whatever the machine did at that moment, and with other words it is not', () => {
  const shown = ['mock  predict  100  0.28  not_settled']
  for (const marks of ['–', 'not_settled', 'drifting', 'not_settled drifting', 'not_settled drifting rate_not_met'])
    assert.is(missingLine(shown, `mock  predict  100  0.31  ${marks}`), undefined, marks)
  for (const marks of ['', 'cut_short', 'drifting cut_short', 'not_settled failed'])
    assert.is(missingLine(shown, `mock  predict  100  0.31  ${marks}`), shown[0], marks)
})
it.run()

/** The limits are short: two of the bad files hang. */
function runTests(given: Record<string, string>, args: string[] = []): Promise<{code: number | null; text: string}> {
  const limits = {ASSAY_TEST_LIMIT_MS: '400', ASSAY_TEST_FILE_LIMIT_MS: '4000'}
  const {ASSAY_TEST_TIMES: _, ASSAY_TEST_TIMES_TO: __, ASSAY_TEST_COVERAGE: ___, ...plain} = process.env
  const env = {...plain, ...(given['ASSAY_TEST_ROOT'] && limits), ...given}
  const child = spawn(process.execPath, ['bin/dev/test.ts', ...args], {env, stdio: ['ignore', 'pipe', 'inherit']})
  let text = ''
  child.stdout.on('data', (data) => {
    text += data
  })
  return new Promise((done) => child.on('close', (code) => done({code, text})))
}
