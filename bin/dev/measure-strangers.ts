// Tries models of strangers with the suites as a user would: the wrong ones must fail, the right ones pass. Prints who told each of them, and the seeds
// of the right ones that failed or stayed open. Exit 1 where a wrong one passes or a right one fails. With --held-out those that no suite was tuned on,
// each in its own environment.
// Usage: measure-strangers.ts right|wrong [--held-out] [--seeds N] [--only NAME] [--suites A,B] [--env A,B] [--keep FILE] [--for SECONDS] [--show]
// --keep appends what each seed came to and goes on from there, seed after seed of all of them, --for so long at most; --show only tells what the file
// holds. A file serves one set of flags.
import {appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs'
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
    keep: {type: 'string'},
    for: {type: 'string'},
    show: {type: 'boolean', default: false},
  },
})
const kind = positionals[0] === 'right' ? 'right' : 'wrong'
const seeds = Number(values.seeds ?? (kind === 'right' ? 50 : 1))
const workspace = mkdtempSync(join(tmpdir(), 'assay-strangers-'))
const known = Object.entries(STRANGERS[kind]).map(([name, make]): [string, HeldOut] => [name, {make}])
const tried = (values['held-out'] ? Object.entries(HELD_OUT[kind]) : known).filter(
  ([name]) => values.only === undefined || values.only === name,
)

/** What a stranger came to under one seed. */
interface Tried {
  readonly name: string
  readonly seed: number
  readonly state: string
  readonly failed: readonly string[]
  readonly open: readonly string[]
}

const found = readKept()
const endsAtMs = performance.now() + 1000 * (values.show ? 0 : Number(values.for ?? Number.POSITIVE_INFINITY))
for (let seed = 42; seed < 42 + seeds; seed++) {
  for (const [name, stranger] of tried) {
    if (found.some((one) => one.name === name && one.seed === seed)) continue
    if (performance.now() >= endsAtMs) break
    const one = {name, seed, ...(await judge(stranger, seed))}
    found.push(one)
    if (values.keep) appendFileSync(values.keep, `${JSON.stringify(one)}\n`)
  }
}
rmSync(workspace, {recursive: true, force: true})
for (const [name] of tried)
  tell(
    name,
    found.filter((one) => one.name === name),
  )
tell('all', found)
const isBad = ({state}: Tried) => (kind === 'wrong' ? state === 'pass' : state === 'fail')
if (found.some(isBad)) process.exitCode = 1

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
    ...new Set(ill.filter((rule) => rule.state === state).map(({select}) => String(select.split('/')[0]))),
  ]
  return {state: verdict.state, failed: suitesIn('fail'), open: suitesIn('inconclusive')}
}

function readKept(): Tried[] {
  if (values.keep === undefined || !existsSync(values.keep)) return []
  const names = new Set(tried.map(([name]) => name))
  const lines = readFileSync(values.keep, 'utf8').split('\n').filter(Boolean)
  return lines.map((line): Tried => JSON.parse(line)).filter(({name}) => names.has(name))
}

function tell(name: string, all: readonly Tried[]): void {
  const states = Map.groupBy(all, ({state}) => state)
  const counts = [...states].map(([state, {length}]) => `${length} ${state}`).join(', ')
  const told = new Set(
    all.flatMap(({failed, open}) => (kind === 'wrong' ? failed : [...failed.map((one) => `${one}!`), ...open])),
  )
  const suites = name === 'all' ? '' : [...told].join(' ')
  console.log(`${name}: ${counts || 'not tried'}${suites === '' ? '' : `; ${suites}`}`)
}
