import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeCheckRecord} from '#contract/generated/types'
import {assayJson} from '../support/hall-rig.ts'
import {createBare} from '../support/second-host/git-backend.ts'
import {hostEnv, writeTarget} from '../support/second-host/host-target.ts'
import {startSecondHost} from '../support/second-host/second-host.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('node check of what strangers are shown')
/** Of the sixty requests that callers without a token have in an hour. */
const FEW = 40
/** All that is made or there is private. */
const SKIPPED = ['page.walk', 'rate.headers', 'res.latency', 'hook.delivery', 'git.roundtrip', 'token.lifecycle']

/** `old`: repositories that users have. */
async function scene(...old: string[]) {
  const dir = tempDir()
  const host = await startSecondHost()
  const {state} = host
  for (const name of old) {
    createBare(state.root, name)
    state.repos.push({id: state.id(), name, created_at: 1})
  }
  writeTarget(dir.path, [host], {checks: {mutate: true, skip: SKIPPED}})
  const options = {cwd: dir.path, env: hostEnv(host)}
  return {
    state,
    baseline: async () => {
      const line = ['node', 'baseline', '--target', 'target.json', '--window', '100ms']
      assert.is((await assayJson(line, options)).code, 0)
    },
    /** The record of the check as it is written. */
    ask: async (...argv: string[]) => {
      const {code, document} = await assayJson(['node', 'check', '--target', 'target.json', ...argv], options)
      const file = join(dir.path, document.run_path, 'results', 'checks', 'auth.negative.json')
      const record = JSON.parse(readFileSync(file, 'utf8')) as NodeCheckRecord
      return {code, ...record, reason: record.reason ?? '', observed: record.observed as Record<string, unknown>}
    },
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]()
      dir[Symbol.dispose]()
    },
  }
}

const NAMED = ['--only', 'auth.negative']

it('repositories that users had are asked for as well, of the baseline or of the list', async () => {
  await using rig = await scene('old')
  const shown = async (...argv: string[]) => {
    const honest = await rig.ask(...argv)
    assert.equal([honest.code, honest.status], [0, 'pass'], honest.reason)
    for (const [fault, question] of [
      ['anonymous-clones-old', 'cloning a repository of users as nobody'],
      ['anonymous-sees-old', 'a repository of users as nobody'],
    ] as const) {
      rig.state.faults.add(fault)
      const {code, status, reason} = await rig.ask(...argv)
      rig.state.faults.clear()
      assert.equal([code, status], [1, 'fail'], fault)
      assert.match(reason, `${question} (amber/old): answered 200`)
    }
  }
  await shown(...NAMED)
  await rig.baseline()
  await shown(...NAMED, '--baseline', 'latest')
})

it('where few requests are left the repositories are asked for all the same', async () => {
  for (const [fault, ...old] of [['anonymous-sees'], ['anonymous-clones'], ['anonymous-clones-old', 'old']] as const) {
    await using rig = await scene(...old)
    rig.state.strangersLeft = FEW
    rig.state.faults.add(fault)
    const {code, status} = await rig.ask('--mode', 'standard')
    assert.equal([code, status], [1, 'fail'], fault)
  }
})

it('and tokens that are nearly right have their turns, and no more is asked than before', async () => {
  await using rig = await scene('old')
  const whole = Object.keys((await rig.ask(...NAMED)).observed)
  const nearly = whole.filter((name) => /^(garbage as Basic|one character .*|letters .*)$/.test(name))
  assert.ok(nearly.length >= 3, whole.join())
  const tried = new Set<string>()
  for (let run = 0; run < nearly.length; run++) {
    rig.state.strangersLeft = FEW - 5 * run
    const {status, reason, observed} = await rig.ask('--mode', 'standard')
    assert.is(status, 'warn', reason)
    const asked = Object.keys(observed)
    // Those with a good token count against that.
    assert.is(asked.filter((name) => !name.startsWith('read scope')).length, 6, asked.join())
    for (const name of whole) assert.is(reason.includes(name), !asked.includes(name) || isPartOf(name, reason, whole))
    for (const name of nearly.filter((one) => asked.includes(one))) tried.add(name)
  }
  assert.equal([...tried].toSorted(), nearly.toSorted())
})

/** Whether a name stands there as a part of another one. */
const isPartOf = (name: string, reason: string, all: readonly string[]): boolean =>
  all.some((other) => other !== name && other.includes(name) && reason.includes(other))

it('what was answered is written down for each question, and masked nowhere', async () => {
  await using rig = await scene('old')
  const {observed} = await rig.ask(...NAMED)
  assert.ok(Object.keys(observed).length >= 15)
  assert.equal(
    Object.entries(observed).filter(([, status]) => typeof status !== 'number'),
    [],
  )
})

it.run()
