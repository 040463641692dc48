// Holds every check against every way in which the second host can be wrong, and against the honest one, and prints who saw what. With --healthy
// instead: so many quick runs of a healthy node of our own, started as users start it. Exits 1 when a fault goes unseen or a healthy node is blamed.
// Usage: measure-checks.ts [--only TEXT OF A ROW] [--rounds N OF THE HONEST HOST] | --healthy N
import {CHECK_IDS} from '#host/check/checks'
import {blamedIn, startCheckedNode} from '../../test/support/measure/node-checks.ts'
import {MATRIX, type MatrixRow} from '../../test/support/second-host/matrix.ts'
import {MatrixBench} from '../../test/support/second-host/matrix-bench.ts'
import {MatrixPrinter} from './print-matrix.ts'
import {readWords} from './read-words.ts'

const {values} = readWords({
  options: {only: {type: 'string', default: ''}, rounds: {type: 'string', default: '1'}, healthy: {type: 'string'}},
})
process.exitCode = values.healthy === undefined ? await holdFaults() : await watchHealthy(Number(values.healthy))

async function watchHealthy(runs: number): Promise<number> {
  await using rig = await startCheckedNode()
  const blamed: string[] = []
  const begun = performance.now()
  for (let run = 1; run <= runs; run++) {
    const found = blamedIn(await rig.check('--mode', 'quick'))
    blamed.push(...found.map((one) => `run ${run}: a healthy node is blamed: ${one}`))
    if (run % 10 === 0) console.log(`${run} of ${runs} runs, ${blamed.length} times blamed`)
  }
  console.log(`${runs} quick runs in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  console.log(blamed.length === 0 ? 'no healthy node blamed' : blamed.join('\n'))
  return blamed.length === 0 ? 0 : 1
}

/** The baseline of the matrix leaves nothing behind, so accounts are counted and no more. */
function isCountedAlone({id, status}: {readonly id: string; readonly status: string}): boolean {
  return id === 'data.accounts' && status === 'warn'
}

function nameOf({fault, mode}: MatrixRow): string {
  return mode === 'beside' ? `${fault} beside` : fault
}

async function holdFaults(): Promise<number> {
  const rows = MATRIX.filter(({fault}) => fault.includes(values.only))
  const faults = rows.map(nameOf)
  const printer = new MatrixPrinter(faults, CHECK_IDS)
  await using bench = await MatrixBench.open()
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const mode of [undefined, 'upgraded', 'network', 'beside'] as const) {
      const own = rows.filter((row) => row.mode === mode && !row.damage)
      const checks = [...new Set(own.flatMap(({after = [], seenBy}) => [...after, ...seenBy]))]
      if (checks.length === 0) continue
      const {checks: found} = await bench.check(undefined, checks, mode)
      printer.honest(`honest ${mode ?? 'at rest'}`, found, isCountedAlone)
    }
  }
  for (const row of rows) {
    const {checks} = await bench.check(row, row.seenBy)
    printer.wrong(nameOf(row), checks, row.seenBy)
  }
  return printer.end(`${rows.length} faults, each seen; no honest host blamed`)
}
