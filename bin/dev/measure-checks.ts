import {parseArgs} from 'node:util'
import {blamedIn, startCheckedNode} from '../../test/support/measure/node-checks.ts'
import {MATRIX, MatrixBench} from '../../test/support/second-host/matrix.ts'

/**
 * Holds every check against every way in which the second host can be wrong, and against the honest one, and prints who saw what. `--only
 * TEXT`: rows whose fault holds it. `--rounds N`: rounds of the honest host, 1 by default. `--healthy N`: instead of all that, so many quick
 * runs of a healthy node of our own, started as users start it.
 */
const {values} = parseArgs({
  options: {only: {type: 'string', default: ''}, rounds: {type: 'string', default: '1'}, healthy: {type: 'string'}},
})
const troubles = values.healthy === undefined ? await holdFaults() : await watchHealthy(Number(values.healthy))
console.log(troubles.length === 0 ? 'each fault seen; no honest host blamed' : troubles.join('\n'))
process.exitCode = troubles.length === 0 ? 0 : 1

async function watchHealthy(runs: number): Promise<string[]> {
  await using rig = await startCheckedNode()
  const blamed: string[] = []
  const begun = performance.now()
  for (let run = 1; run <= runs; run++) {
    const found = blamedIn(await rig.check('--mode', 'quick'))
    blamed.push(...found.map((one) => `run ${run}: a healthy node is blamed: ${one}`))
    if (run % 10 === 0) console.log(`${run} of ${runs} runs, ${blamed.length} times blamed`)
  }
  console.log(`${runs} quick runs in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  return blamed
}

async function holdFaults(): Promise<string[]> {
  const rows = MATRIX.filter(({fault}) => fault.includes(values.only))
  const widest = Math.max(...rows.map(({fault}) => fault.length))
  const found: string[] = []
  await using bench = await MatrixBench.open()
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const mode of [undefined, 'upgraded', 'network'] as const) {
      const own = rows.filter((row) => row.mode === mode && !row.damage)
      const checks = [...new Set(own.flatMap(({after = [], seenBy}) => [...after, ...seenBy]))]
      if (checks.length === 0) continue
      const blamed = blamedIn(await bench.check(undefined, checks, mode))
      found.push(...blamed.map((one) => `an honest host is blamed by ${one}`))
      console.log(
        `${'honest'.padEnd(widest)}  ${checks.length} checks, ${blamed.length} blamed  (${mode ?? 'at rest'})`,
      )
    }
  }
  for (const row of rows) {
    const asked = await bench.check(row, row.seenBy)
    const checks = asked.checks.filter(({id}) => row.seenBy.includes(id))
    const seen = checks.map(({id, status}) => `${id} ${status === 'fail' ? 'fails' : `DOES NOT SEE IT (${status})`}`)
    for (const {id, status, reason} of checks)
      if (status !== 'fail') found.push(`${row.fault} goes unseen by ${id}: ${status} ${reason ?? ''}`)
    console.log(`${row.fault.padEnd(widest)}  ${seen.join(', ')}`)
  }
  console.log(`${rows.length} faults`)
  return found
}
