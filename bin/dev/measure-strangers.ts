// Tries models of strangers with the suites as a user would: the wrong ones must fail, the right ones pass. Prints who told each of them, and the seeds
// of the right ones that failed or stayed open. Exit 1 where a wrong one passes or a right one fails. With --held-out those that no suite was tuned on,
// each in its own environment.
// Usage: measure-strangers.ts right|wrong [--held-out] [--seeds N] [--only NAME] [--suites A,B] [--env A,B]
import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {HELD_OUT, type HeldOut} from '#lab/adapter/held-out-strangers'
import {STRANGERS} from '#lab/adapter/strangers'
import {evaluate} from '#library/evaluate'
import {readWords} from './read-words.ts'

const {values, positionals} = readWords({
  allowPositionals: true,
  options: {
    'held-out': {type: 'boolean'},
    seeds: {type: 'string'},
    only: {type: 'string'},
    suites: {type: 'string'},
    env: {type: 'string'},
  },
})
const kind = positionals[0] === 'right' ? 'right' : 'wrong'
const seeds = Number(values.seeds ?? (kind === 'right' ? 50 : 1))
const workspace = mkdtempSync(join(tmpdir(), 'assay-strangers-'))
const known = Object.entries(STRANGERS[kind]).map(([name, make]): [string, HeldOut] => [name, {make}])
const tried = values['held-out'] ? Object.entries(HELD_OUT[kind]) : known

async function judge({make, env, suites}: HeldOut, seed: number) {
  const {verdict} = await evaluate({
    workspace,
    ownProviders: [make()],
    suites: suites ?? values.suites?.split(','),
    environments: env === undefined ? values.env?.split(',') : [env],
    seed,
    size: 'quick',
  })
  const ill = verdict.rules.filter(({state}) => state !== 'pass')
  const suitesIn = (state: string) => [
    ...new Set(ill.filter((rule) => rule.state === state).map(({select}) => select.split('/')[0])),
  ]
  return {state: verdict.state, failed: suitesIn('fail'), open: suitesIn('inconclusive')}
}

const totals: Record<string, number> = {}
for (const [name, stranger] of tried) {
  if (values.only !== undefined && values.only !== name) continue
  const counts: Record<string, number> = {}
  const told = new Set<string>()
  for (let seed = 42; seed < 42 + seeds; seed++) {
    const {state, failed, open} = await judge(stranger, seed)
    counts[state] = (counts[state] ?? 0) + 1
    totals[state] = (totals[state] ?? 0) + 1
    for (const suite of kind === 'wrong' ? failed : [...failed.map((one) => `${one}!`), ...open])
      told.add(String(suite))
    const isWrong = kind === 'wrong' ? state === 'pass' : state === 'fail'
    if (isWrong) process.exitCode = 1
  }
  console.log(`${name}: ${wordsOf(counts)}${told.size > 0 ? `; ${[...told].join(' ')}` : ''}`)
}
console.log(`all: ${wordsOf(totals)}`)
rmSync(workspace, {recursive: true, force: true})

function wordsOf(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ')
}
