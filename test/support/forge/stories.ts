import type {ForgedRun, Json} from './forged-run.ts'

type Tree = {[key: string]: Json}
const VERDICT = 'results/verdict.json'
const RESULT = 'results/result.json'
const GOOD_EXIT = {code: 0, name: 'ok', reason: 'the gate passed'}

/** One thing that a forger turns good. */
export interface Part {
  readonly name: string
  readonly turn: (run: ForgedRun) => void
}

/** What makes a failed run look passed at first sight: verdict, manifest, journal and trace. Every story begins with it. */
export function turnVerdict(run: ForgedRun): void {
  const {rules} = run.json(VERDICT)
  const reason = `${(rules as Json[]).length} of ${(rules as Json[]).length} rules passed`
  run.edit(VERDICT, (verdict) => Object.assign(verdict, {state: 'pass', exit: {...GOOD_EXIT, reason}}))
  run.edit('run_manifest.json', (manifest) => {
    const reasonCode = manifest['kind'] === 'job' ? 'pass' : 'gate_passed'
    Object.assign(manifest, {
      status: 'passed',
      outcome: {verdict: 'pass', exit_code: 0, reason_code: reasonCode, reason},
    })
  })
  run.edit('reports/workflow_trace.json', turnTrace)
  run.putLines(
    'journal.ndjson',
    run.lines('journal.ndjson').map((record) => {
      const data = record['data'] as Tree
      if (record['type'] !== 'step.finished' || data['status'] === 'skipped') return record
      const {error_summary, ...rest} = data
      return {...record, data: {...rest, status: 'success'}}
    }),
  )
}

function turnTrace(trace: Tree): void {
  const steps = trace['steps'] as Tree[]
  for (const step of steps) {
    if (step['status'] !== 'skipped') step['status'] = 'success'
    delete step['error_summary']
  }
  const counts = trace['status_counts'] as Tree
  for (const status of Object.keys(counts)) counts[status] = steps.filter((step) => step['status'] === status).length
  trace['status'] = 'success'
}

const asPassed = (rule: Tree) => {
  if (rule['state'] === 'pass') return
  const {limit, isLow} = limitOf(String(rule['threshold'] ?? ''))
  rule['state'] = 'pass'
  delete rule['reason']
  delete rule['p_adjusted']
  if (rule['estimate'] === undefined) return
  rule['estimate'] = limit
  const ci = rule['ci'] as Tree | undefined
  if (ci) Object.assign(ci, isLow ? {low: limit, high: limit + 1} : {low: limit / 2, high: limit})
}

function limitOf(threshold: string): {limit: number; isLow: boolean} {
  return {limit: Number(/[0-9.e-]+$/.exec(threshold)?.[0] ?? 1), isLow: threshold.includes('>')}
}

/** What a more careful forger turns as well; each with and without the others makes a story. */
export const PARTS: readonly Part[] = [
  {name: 'rules', turn: (run) => run.edit(VERDICT, ({rules}) => (rules as Tree[]).forEach(asPassed))},
  {
    name: 'rows',
    turn: (run) =>
      run.edit(RESULT, (result) => {
        const told = [...((result['rows'] ?? []) as Tree[]), ...((result['items'] ?? []) as Tree[])]
        told.forEach(turnRow)
      }),
  },
  {
    name: 'counts',
    turn: (run) => {
      const turn = (counts: Tree) => Object.assign(counts, {passed: counts['run'], failed: 0, errored: 0})
      run.edit(VERDICT, (verdict) => void turn(verdict['counts'] as Tree))
      run.edit('run_manifest.json', (manifest) => void turn(manifest['counts'] as Tree))
    },
  },
  {
    name: 'failures',
    turn: (run) => {
      const path = 'results/failures.json'
      if (run.has(path)) run.edit(path, (document) => void Object.assign(document, {failures: []}))
      else if (run.has('results/timing.json')) run.edit('results/timing.json', turnGate)
    },
  },
  {
    name: 'reports',
    turn: (run) => {
      run.edit('reports/report.json', (report) => {
        const [verdict, result] = [run.json(VERDICT), run.json(RESULT)]
        Object.assign(report, {exit: verdict['exit'], verdict, result})
      })
      for (const name of ['report.md', 'report.txt', 'report.html', 'report.junit.xml', 'report.csv']) {
        const text = run.text(`reports/${name}`)
        run.put(`reports/${name}`, turnWords(text))
      }
    },
  },
  {
    name: 'trials',
    turn: (run) => {
      const [episodes, samples] = ['results/episodes.ndjson', 'results/samples.ndjson']
      if (run.has(episodes))
        run.putLines(
          episodes,
          run.lines(episodes).map((one) => ({...one, success: true})),
        )
      if (run.has(samples))
        run.putLines(
          samples,
          run.lines(samples).map((one) => ({...one, outcome: 'success'})),
        )
      for (const name of run.files().filter((one) => /^items\/.*\/verdict\.json$/.test(one)))
        run.edit(name, (verdict) => void Object.assign(verdict, {state: 'pass', exit: GOOD_EXIT}))
    },
  },
]

function turnRow(row: Tree): void {
  if ('state' in row) row['state'] = 'pass'
  if ('error_count' in row) Object.assign(row, {error_count: 0, success_count: row['iterations'] ?? 0, errors: {}})
  if ('estimate' in row) row['estimate'] = row['direction'] === 'lower' ? 0 : 1
}

function turnGate(timing: Tree): void {
  const gate = timing['gate'] as Tree | undefined
  if (gate)
    Object.assign(gate, {passed: true, violation_count: 0, violations: [], inconclusive_count: 0, inconclusive: []})
}

function turnWords(text: string): string {
  return text
    .replaceAll('✗ failed', '✓ passed')
    .replaceAll('exit 1 (failed)', 'exit 0 (ok)')
    .replaceAll('value="fail"', 'value="pass"')
    .replaceAll('name="exit_code" value="1"', 'name="exit_code" value="0"')
    .replaceAll('value="failed"', 'value="ok"')
    .replaceAll(/\bfailed\b/g, 'passed')
    .replaceAll(/\bfail\b/g, 'pass')
}

/** Every choice of parts. */
export function choices(): readonly Part[][] {
  return Array.from({length: 2 ** PARTS.length}, (_, bits) => PARTS.filter((_part, at) => (bits >> at) & 1))
}
