import {suite} from 'uvu'
import {DEEP} from './depth.ts'
import {type Entry, ledger} from './ledger.ts'

/** Long enough for a machine with ten times the load: what is still running then hangs. */
const HANG_MS = Number(process.env['ASSAY_TEST_LIMIT_MS'] ?? 300_000)
type Body = () => void | Promise<void>

/** The one way to declare tests: uvu's suite plus a time limit and a ledger that no swallowed error can empty. */
export function spec(name: string) {
  const uvu = suite(name)
  const it = (test: string, body: Body, limitMs = HANG_MS) => {
    const entry: Entry = {suite: name, test, outcome: 'unrun'}
    ledger.push(entry)
    uvu(test, async () => {
      entry.outcome = 'failed'
      await withLimit(body, test, Math.max(limitMs, HANG_MS))
      entry.outcome = 'passed'
    })
  }
  /** For what costs much and holds the code that cheaper tests hold too. */
  it.deep = (test: string, body: Body, limitMs?: number) => {
    if (DEEP) it(test, body, limitMs)
  }
  it.skip = (test: string, note: string) => void ledger.push({suite: name, test, outcome: 'skipped', note})
  it.before = (hook: Body) => uvu.before(hook)
  it.after = (hook: Body) =>
    uvu.after(async () => {
      await hook()
    })
  it.run = () => uvu.run()
  return it
}

async function withLimit(body: Body, test: string, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`"${test}" ran past ${limitMs} ms`)), limitMs)
  })
  try {
    await Promise.race([body(), limit])
  } finally {
    clearTimeout(timer)
  }
}
