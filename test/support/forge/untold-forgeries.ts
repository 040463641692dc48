import {DEEP} from '../depth.ts'
import {assayJson} from '../hall-rig.ts'
import {SEED} from '../seed.ts'
import {ForgedRun, type LedgerTrick} from './forged-run.ts'

const TRICKS: readonly LedgerTrick[] = ['rewritten', 'erased']
type Change = (run: ForgedRun) => void

/** Whether a run is verified once somebody who knows every format has changed it and made all digests right again. */
export async function untoldForgeries(
  dir: string,
  runId: string,
  changes: Readonly<Record<string, Change>>,
  expected = 'result_contradiction',
): Promise<string[]> {
  const told: string[] = []
  const run = new ForgedRun(dir, runId as ForgedRun['runId'])
  const whole = new Map(run.files().map((name) => [name, run.text(name)]))
  for (const [at, [name, change]] of Object.entries(changes).entries()) {
    for (const [path, text] of whole) run.put(path, text)
    change(run)
    for (const trick of tricksFor(at)) {
      run.seal(trick)
      const {code, document} = await assayJson(['runs', 'verify', runId], {cwd: dir})
      const codes = ('findings' in document ? document.findings : []).map(({code: own}: {code: string}) => own)
      if (code === 0 || !codes.includes(expected)) told.push(`${name}, ${trick}: ${code} ${codes}`)
    }
  }
  return told
}

/** Each change with one of the tricks, with the other by another seed; with both when deep. */
function tricksFor(change: number): readonly LedgerTrick[] {
  return DEEP ? TRICKS : TRICKS.filter((_, at) => at === (change + SEED) % TRICKS.length)
}
