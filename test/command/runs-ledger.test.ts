import {cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {runsLedgerResult} from '#contract/generated/runs-ledger-result'
import {parse} from '#contract/parse'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('runs ledger')
const COMMAND_MS = 20_000

const ledger = async (shop: Workshop, ...argv: string[]) => {
  const done = await shop.ask(['runs', 'ledger', ...argv])
  return {...done, result: parse(runsLedgerResult, done.document)}
}
const checkpointOf = async (shop: Workshop, name = 'checkpoint.txt') =>
  shop.put(name, (await ledger(shop)).result.checkpoint ?? '')

it(
  'counts the runs and goes on from a checkpoint that was taken earlier',
  async () => {
    using shop = workshop()
    await shop.run()
    await checkpointOf(shop)
    await shop.run()
    const {code, result} = await ledger(shop, '--check', 'checkpoint.txt')
    assert.equal([code, result.tree_size, result.counts.runs, result.counts.passed], [0, 4, 2, 2])
    assert.equal([result.check?.consistent, result.check?.tree_size, result.check?.reason], [true, 2, 'prefix'])
    assert.match(result.checkpoint ?? '', /^assay\/ws-[a-z2-7]{16}\n4\n[A-Za-z0-9+/]{43}=\n$/)
    const human = await shop.tell(['runs', 'ledger', '--check', 'checkpoint.txt'])
    assert.match(human.out, 'only added to')
    assert.match((await shop.tell(['runs', 'ledger', '--format', 'markdown'])).out, '# Ledger')
  },
  COMMAND_MS,
)

it(
  'takes the checkpoint as jq prints it and as a bundle signs it',
  async () => {
    using shop = workshop()
    const id = await shop.run()
    await shop.ask(['keys', 'generate'])
    await shop.ask(['runs', 'bundle', id, '--since', id, '--sign', 'key.pem'])
    const {checkpoint} = JSON.parse(shop.read('issue-bundles', id, 'ledger.json'))
    for (const text of [`${(await ledger(shop)).result.checkpoint}\n`, checkpoint, `${checkpoint}\n`]) {
      shop.put('checkpoint.txt', text)
      assert.is((await ledger(shop, '--check', 'checkpoint.txt')).code, 0)
    }
    assert.is((await shop.ask(['runs', 'verify', `issue-bundles/${id}`, '--key', 'key.pub.pem'])).code, 0)
  },
  COMMAND_MS,
)

const HISTORIES: readonly (readonly [string, string, (lines: string[]) => string[]])[] = [
  ['a leaf was changed', 'rewritten', ([first = '', ...rest]) => [first.replace('benchmark', 'eval'), ...rest]],
  ['a leaf was taken out of the middle', 'rewritten', ([first = '', , ...rest]) => [first, ...rest]],
  ['two leaves changed places', 'rewritten', ([a = '', b = '', ...rest]) => [b, a, ...rest]],
  ['a leaf was put before the others', 'rewritten', (lines) => ['one more', ...lines]],
  ['the last leaves were cut off', 'shorter', (lines) => lines.slice(0, 1)],
  ['everything was thrown away', 'shorter', () => []],
]
it(
  'shows every way of rewriting history, with exit 1',
  async () => {
    using shop = workshop()
    await shop.run()
    await checkpointOf(shop)
    await shop.run()
    const path = shop.path('runs', 'ledger.ndjson')
    const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
    for (const [name, reason, rewrite] of HISTORIES) {
      writeFileSync(
        path,
        rewrite(lines)
          .map((line) => `${line}\n`)
          .join(''),
      )
      const {code, result} = await ledger(shop, '--check', 'checkpoint.txt')
      assert.equal([code, result.check?.consistent, result.check?.reason], [1, false, reason], name)
    }
    writeFileSync(path, lines.map((line) => `\n${line}\n\n`).join(''))
    assert.is((await ledger(shop, '--check', 'checkpoint.txt')).code, 0, 'empty lines say nothing')
  },
  COMMAND_MS,
)

it(
  'knows a checkpoint of another workspace, and a file that is none',
  async () => {
    using shop = workshop()
    using other = workshop()
    await shop.run()
    await other.run()
    shop.put('other.txt', (await ledger(other)).result.checkpoint ?? '')
    const {code, result} = await ledger(shop, '--check', 'other.txt')
    assert.equal([code, result.check?.reason], [1, 'other_workspace'])
    shop.put('none.txt', 'no checkpoint\n')
    for (const [file, error] of [
      ['none.txt', 'document_format'],
      ['missing.txt', 'file_missing'],
    ] as const) {
      const done = await shop.ask(['runs', 'ledger', '--check', file])
      assert.equal([done.code, done.document.error.code], [2, error])
    }
  },
  COMMAND_MS,
)

it('whoever verifies a run that the ledger does not know is told so beside the verdict', async () => {
  using shop = workshop()
  const id = await shop.run()
  const remark = /- Note that the ledger does not know the run: it is older, or was copied here\./
  assert.not.match((await shop.tell(['runs', 'verify', id])).out, remark)
  using other = workshop()
  await other.run()
  cpSync(shop.path('runs', id), other.path('runs', id), {recursive: true})
  const {code, out} = await other.tell(['runs', 'verify', id])
  assert.is(code, 0)
  assert.match(out, remark)
})

it('whoever verifies a run whose ledger is gone or empty is told that, and not that it is older', async () => {
  for (const spoil of [(path: string) => rmSync(path), (path: string) => writeFileSync(path, '')]) {
    using shop = workshop()
    const id = await shop.run()
    spoil(shop.path('runs', 'ledger.ndjson'))
    const {code, out} = await shop.tell(['runs', 'verify', id])
    assert.is(code, 0)
    assert.match(out, /- Note that the ledger of the workspace, in which the run began, is gone or empty/)
    assert.is((await shop.ask(['runs', 'ledger'])).code, 1)
  }
})

it('reads an empty place as an empty ledger, and makes nothing', async () => {
  using shop = workshop()
  const {code, result} = await ledger(shop)
  assert.equal([code, result.tree_size, result.checkpoint, result.torn], [0, 0, null, false])
  assert.is(result.root, 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  assert.equal(readdirSync(shop.root), [])
})

it(
  'keeps its count when cleanup has taken the runs',
  async () => {
    using shop = workshop()
    const id = await shop.run()
    await shop.ask(['runs', 'cleanup', '--keep', '0', '--yes'])
    assert.not.ok(existsSync(shop.path('runs', id)))
    const {code, result} = await ledger(shop)
    assert.equal([code, result.counts.runs, result.counts.removed, result.missing], [0, 1, 1, []])
  },
  COMMAND_MS,
)

it.run()
