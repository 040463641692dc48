import {CHECK_IDS} from '#host/check/checks'
import {MATRIX, MatrixBench} from '../../test/support/second-host/matrix.ts'
import {MatrixPrinter} from './print-matrix.ts'

/** Holds every check against every way in which the second host can be wrong, and against the honest one, and prints who saw what. `--only TEXT`: rows whose fault holds it. `--healthy N`: honest runs, 1 by default. */
const ARGV = process.argv.slice(2)
const given = (flag: string) => ARGV[ARGV.indexOf(flag) + 1]
const only = ARGV.includes('--only') ? (given('--only') ?? '') : ''
const healthy = ARGV.includes('--healthy') ? Number(given('--healthy')) : 1

const rows = MATRIX.filter(({fault}) => fault.includes(only))
const printer = new MatrixPrinter(
  rows.map(({fault}) => fault),
  CHECK_IDS,
)
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
    printer.honest(`honest ${mode ?? 'at rest'}`, found)
  }
}
for (const row of rows) {
  const {checks} = await bench.check(row, row.seenBy)
  printer.wrong(row.fault, checks, row.seenBy)
}
process.exitCode = printer.end(`${rows.length} faults, each seen; no honest host blamed`)
