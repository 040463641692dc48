// Times `runs list`, `runs index` and `runs cleanup` on a workspace of 5,000 real runs, beside a bare Node and `rm -rf` of the same tree.
// Usage: npm run measure:runs [-- COUNT]. Exits 1 when a goal is missed. TMPDIR chooses the file system.
import {spawnSync} from 'node:child_process'
import {appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import {canonicalJson} from '#digest/canonical-json'
import {sha256} from '#digest/sha256'
import {systemEntropy} from '#random/system-entropy'
import {formatRunId} from '#run/layout'

const GOALS_MS = {list: 200, cleanup: 2_000}
/** Where freeing the blocks alone takes longer than the goal, cleanup may not add more than this to it. */
const MOST_OF_RM = 1.25
const COUNT = Number(process.argv[2] ?? 5_000)
const ASSAY = resolve('bin/assay.js')
const rounds = 5

const workspace = mkdtempSync(join(tmpdir(), 'assay-measure-'))
try {
  assay('eval', '--provider', 'analytic', '--suite', 'contract', '--size', 'smoke', '--quiet')
  const files = multiply(COUNT)
  const bare = median(Array.from({length: rounds}, () => time(process.execPath, ['-e', '0'])))
  const list = median(Array.from({length: rounds}, () => assay('runs', 'list', '--format', 'json')))
  const index = median(Array.from({length: rounds}, () => assay('runs', 'index', '--format', 'json')))
  const copy = `${workspace}-copy`
  cpSync(workspace, copy, {recursive: true})
  // Old runs are on disk; fresh copies are not, and whoever syncs first would pay for all of them.
  spawnSync('sync')
  const rm = time('rm', ['-rf', copy])
  spawnSync('sync')
  const cleanup = assay('runs', 'cleanup', '--keep', '10', '--yes', '--quiet')
  const rows = {
    [`list of ${COUNT}`]: list,
    [`index of ${COUNT}`]: index,
    [`cleanup of ${COUNT} (${files} files)`]: cleanup,
  }
  console.log(`bare node ${Math.round(bare)} ms; rm -rf of the same tree ${Math.round(rm)} ms`)
  for (const [name, ms] of Object.entries(rows)) {
    console.log(
      `${name}: ${Math.round(ms)} ms, ${(ms / bare).toFixed(1)} x bare node, ${(ms / rm).toFixed(2)} x rm -rf`,
    )
  }
  if (list > GOALS_MS.list || cleanup > Math.max(GOALS_MS.cleanup, MOST_OF_RM * rm)) process.exitCode = 1
} finally {
  rmSync(workspace, {recursive: true, force: true})
}

/** Copies of the one real run under ids of their own, each with the leaves it would have; gives the number of files. */
function multiply(count: number): number {
  const runs = join(workspace, 'runs')
  const [first = ''] = readdirSync(runs).filter((name) => /^[0-9]{8}T/.test(name))
  const manifest = readFileSync(join(runs, first, 'run_manifest.json'), 'utf8')
  const ledger = join(runs, 'ledger.ndjson')
  const leaves = readFileSync(ledger, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  for (let at = 0; at < count - 1; at++) {
    const id = formatRunId(Date.UTC(2026, 1, 1) + at * 1_000, systemEntropy.bytes(8))
    cpSync(join(runs, first), join(runs, id), {recursive: true})
    const own = manifest.replaceAll(first, id)
    writeFileSync(join(runs, id, 'run_manifest.json'), own)
    const told = leaves.map((leaf) => canonicalJson({...leaf, run_id: id, manifest_sha256: sha256(own)}))
    appendFileSync(ledger, told.map((line) => `\n${line}\n`).join(''))
  }
  return count * readdirSync(join(runs, first), {recursive: true}).length
}

function assay(...words: string[]): number {
  return time(process.execPath, [ASSAY, ...words])
}

function time(program: string, words: string[]): number {
  const began = performance.now()
  const {status, stderr} = spawnSync(program, words, {
    cwd: workspace,
    env: {...process.env, ASSAY_FROM: 'dist'},
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`)
  return performance.now() - began
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
