import * as assert from 'uvu/assert'
import type {NodeCheckRecord} from '#contract/generated/types'
import {keepChecks} from '#upgrade/engine/keep-checks'
import {AskedChecks} from '#upgrade/model/asked-checks'
import {checksTable} from '#upgrade/report/checks-table'
import {checkRecord} from '../../support/fakes/check-record.ts'
import {spec} from '../../support/spec.ts'

const it = spec('what a step of an upgrade asked')

const look = (id: string, status: NodeCheckRecord['status'], second: number) =>
  checkRecord(id, status, {
    reason: status === 'pass' ? null : `look ${second}`,
    started_at: `2026-01-01T00:00:0${second}.000Z`,
    duration_ms: 2,
    observed: {look: second},
  })

it('of many looks at a check the last of the worst speaks, and how many there were is told', () => {
  const asked = new AskedChecks()
  for (const one of [look('a', 'pass', 1), look('a', 'warn', 2), look('a', 'warn', 3), look('a', 'pass', 4)])
    asked.take(one)
  const [record, ...others] = asked.records
  assert.equal(others, [])
  assert.equal(record, {
    ...look('a', 'warn', 3),
    started_at: look('a', 'pass', 1).started_at,
    duration_ms: 8,
    attempts: 4,
  })
})

it('only the last outputs of programs are kept', () => {
  const asked = new AskedChecks()
  for (let at = 0; at < 250; at++) asked.log('a', `line ${at}`)
  const lines = asked.logOf('a')?.trim().split('\n') ?? []
  assert.equal([lines.length, lines.at(-1), asked.logOf('b')], [100, 'line 249', undefined])
})

it('is kept as a document and logs that the trace names, and told as a row; a step that asked nothing keeps nothing', async () => {
  const written: string[] = []
  const trial = {write: async ({path}: {path: string}) => void written.push(path)} as never
  const work = {trial, kept: []}
  const ended = {step: 'check:v1', when: 'node', node: 'v1', state: 'bad', detail: 'b: look 2'} as const
  assert.equal(await keepChecks(work, new AskedChecks(), ended), [])
  const asked = new AskedChecks()
  for (const one of [look('a', 'pass', 1), look('b', 'fail', 2), look('c', 'skip', 3)]) asked.take(one)
  asked.log('b', 'it said so')
  asked.keep('window', {rows: []})
  const files = await keepChecks(work, asked, ended)
  assert.equal(files, ['results/steps/check-v1.json', 'logs/steps/check-v1/b.txt'])
  assert.equal(written.toSorted(), files.toSorted())
  const [kept] = work.kept as Parameters<typeof checksTable>[0][number][]
  assert.equal(
    kept?.document.checks.map(({artifacts}) => artifacts),
    [[], ['logs/steps/check-v1/b.txt'], []],
  )
  assert.equal(kept?.document.documents, {window: {rows: []}})
  assert.equal(checksTable(kept === undefined ? [] : [kept]).rows, [
    ['check:v1', 'with the node', 'bad', '1 fail, 1 pass, 1 skip', 'b: look 2', 'results/steps/check-v1.json'],
  ])
})

it.run()
