import type {ForgedRun, Json, LedgerTrick} from './forged-run.ts'
import {type Leaf, leavesOf, swapped, withLeaf} from './leaves.ts'
import {choices, turnVerdict} from './stories.ts'

/** One way to forge a run; afterwards all digests and chains are made right, and the ledger as `trick` says. */
export interface Forgery {
  readonly name: string
  readonly trick: LedgerTrick
  readonly forge: (run: ForgedRun) => void
}

const TRICKS: readonly LedgerTrick[] = ['kept', 'appended', 'rewritten', 'erased', 'unopened']

/** Documents that a verdict hangs on or that tell it. Others say when and where; they decide nothing. */
const WALKED = [
  'results/verdict.json',
  'results/result.json',
  'results/failures.json',
  'inputs/suite.json',
  'inputs/gate.json',
  'inputs/request.json',
  'inputs/budget.json',
  'reports/report.json',
  'plan.json',
]
const OF_MANIFEST = /^\/(?:kind|status|outcome|counts|result_summary|input_digest|gate_digest|plan_sha256)\b/
const RAW = ['results/cells.ndjson', 'results/episodes.ndjson', 'results/samples.ndjson']
const RAW_LINES = 3
const REPORTS = ['report.md', 'report.txt', 'report.html', 'report.junit.xml', 'report.csv', 'failures.md']

/**
 * Values that decided nothing in these runs: what must run, where everything ran; a baseline's machine, where there is none; how a
 * provider of a job's benchmark was to be called, which no result tells a second time; of raw results their own numbering, where a
 * trial began, evaluations of a model that nothing planned with, and the real start of a call that was due when it began.
 */
const DECIDES_NOTHING = [
  /^results\/cells\.ndjson:\d+ \/only_scores/,
  /^results\/episodes\.ndjson:\d+ \/(?:episode|start\/|model_evals|values\/broken)/,
  /^results\/samples\.ndjson:\d+ \/(?:seq|start_ns)/,
  /^inputs\/request\.json \/(?:must_run|any_machine)/,
  /^items\/[^/]+\/result\.json \/settings\/(?:policy|timeout_preset|retry_preset|rate_per_second|arrival|max_in_flight|operations)/,
  /^items\/[^/]+\/result\.json \/planned\/\d+\/how/,
]

/** A failed run told as a passed one, every choice of documents that go along, every way to treat the ledger. */
export function stories(): Forgery[] {
  return choices().flatMap((parts) =>
    TRICKS.map((trick) => ({
      name: ['verdict', ...parts.map((part) => part.name)].join('+'),
      trick,
      forge: (run) => {
        turnVerdict(run)
        for (const part of parts) part.turn(run)
      },
    })),
  )
}

/** Every value of every document that decides, changed by itself, with a ledger that was rewritten to fit. */
export function walks(run: ForgedRun): Forgery[] {
  const items = run.files().filter((path) => /^items\/[^/]+\/(?:result|verdict)\.json$/.test(path))
  const documents = [...WALKED, ...items].filter((path) => run.has(path))
  const manifest = walk(run, 'run_manifest.json').filter(({name}) => OF_MANIFEST.test(name.split(' ')[1] ?? ''))
  const all = [...documents.flatMap((path) => walk(run, path)), ...manifest, ...rawWalks(run), ...texts(run)]
  return all.filter(({name}) => !DECIDES_NOTHING.some((free) => free.test(name)))
}

/** A file that a verdict rests on is gone, from the manifest too. */
export function removals(run: ForgedRun): Forgery[] {
  const gone = run.files().filter((path) => /^(?:inputs|results|items)\/|^plan\.json$|^journal/.test(path))
  return gone.flatMap((path) =>
    (['kept', 'appended'] as const).map((trick) => ({
      name: `without ${path}`,
      trick,
      forge: (forged) => forged.remove(path),
    })),
  )
}

const nameOf = (path: string, {pointer}: Leaf) => `${path} /${pointer.join('/')}`

function walk(run: ForgedRun, path: string): Forgery[] {
  return leavesOf(run.json(path) as Json).map((leaf) => ({
    name: nameOf(path, leaf),
    trick: 'rewritten',
    forge: (forged) => forged.putJson(path, withLeaf(forged.json(path), leaf.pointer, swapped(leaf))),
  }))
}

/** Values of the first raw results. */
function rawWalks(run: ForgedRun): Forgery[] {
  return RAW.filter((path) => run.has(path)).flatMap((path) => {
    const lines = run.lines(path)
    const measured = lines.findIndex((line) => line['phase'] !== 'warmup')
    return lines.slice(measured, measured + RAW_LINES).flatMap((line, at) =>
      leavesOf(line as Json).map((leaf) => ({
        name: nameOf(`${path}:${measured + at + 1}`, leaf),
        trick: 'rewritten' as const,
        forge: (forged) => {
          const changed = withLeaf(line as Json, leaf.pointer, swapped(leaf))
          forged.putLines(path, lines.with(measured + at, changed as (typeof lines)[number]))
        },
      })),
    )
  })
}

/** Words of reports for people. */
function texts(run: ForgedRun): Forgery[] {
  return REPORTS.map((name) => `reports/${name}`)
    .filter((path) => run.has(path))
    .map((path) => ({
      name: `${path} says pass`,
      trick: 'rewritten',
      forge: (forged) => forged.put(path, forged.text(path).replace(/fail(?:ed)?|inconclusive|[1-9]/, 'passed')),
    }))
}
