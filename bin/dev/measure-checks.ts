import {MATRIX, MatrixBench} from '../../test/support/second-host/matrix.ts'

/** Holds every check against every way in which the second host can be wrong, and against the honest one, and prints who saw what. `--only TEXT`: rows whose fault holds it. `--healthy N`: honest runs, 1 by default. */
const ARGV = process.argv.slice(2)
const given = (flag: string) => ARGV[ARGV.indexOf(flag) + 1]
const only = ARGV.includes('--only') ? (given('--only') ?? '') : ''
const healthy = ARGV.includes('--healthy') ? Number(given('--healthy')) : 1

const rows = MATRIX.filter(({fault}) => fault.includes(only))
const widest = Math.max(...rows.map(({fault}) => fault.length))
const troubles: string[] = []
await using bench = await MatrixBench.open()
for (let run = 0; run < healthy; run++) {
  for (const mode of [undefined, 'upgraded', 'network'] as const) {
    const checks = [
      ...new Set(
        rows.filter((row) => row.mode === mode && !row.damage).flatMap(({after = [], seenBy}) => [...after, ...seenBy]),
      ),
    ]
    if (checks.length === 0) continue
    const {checks: found} = await bench.check(undefined, checks, mode)
    const blamed = found.filter(({status}) => status !== 'pass')
    for (const {id, status, reason} of blamed)
      troubles.push(`an honest host is blamed by ${id}: ${status} ${reason ?? ''}`)
    console.log(`${'honest'.padEnd(widest)}  ${found.length} checks, ${blamed.length} blamed  (${mode ?? 'at rest'})`)
  }
}
for (const row of rows) {
  const asked = await bench.check(row, row.seenBy)
  const checks = asked.checks.filter(({id}) => row.seenBy.includes(id))
  const seen = checks.map(({id, status}) => `${id} ${status === 'fail' ? 'fails' : `DOES NOT SEE IT (${status})`}`)
  for (const {id, status, reason} of checks)
    if (status !== 'fail') troubles.push(`${row.fault} goes unseen by ${id}: ${status} ${reason ?? ''}`)
  console.log(`${row.fault.padEnd(widest)}  ${seen.join(', ')}`)
}
console.log(troubles.length === 0 ? `${rows.length} faults, each seen; no honest host blamed` : troubles.join('\n'))
process.exitCode = troubles.length === 0 ? 0 : 1
