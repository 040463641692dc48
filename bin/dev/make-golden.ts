// Makes the golden workspace of this version with the real commands: runs of several kinds and a signed bundle, on a clock and a
// host of their own. Usage: node bin/dev/make-golden.ts. What exists is never made anew: a golden workspace is what a release wrote.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import type {Hall} from '#cli/hall'
import {main} from '#cli/main'
import {isRunId} from '#contract/ids'
import {classifyHost} from '#process/host-facts'
import {seedStream} from '#random/stream'
import {timeOf} from '#random/system-clock'

const ROOT = resolve('.')
const {version} = JSON.parse(readFileSync('package.json', 'utf8')) as {version: string}
const home = join('fixtures/golden', `v${version}`)
if (existsSync(home)) throw new Error(`${home} exists`)

const JOB = `schema_version: 1
name: golden
steps:
  - {id: preflight, use: doctor, with: {registered_only: true}}
  - {id: contract, use: eval, needs: [preflight], with: {suite: contract, providers: [analytic], size: smoke}}
`

const cwd = mkdtempSync(join(realpathSync(tmpdir()), 'assay-golden-'))
try {
  const hall = makeHall()
  writeFileSync(join(cwd, 'golden.yaml'), JOB)
  mkdirSync(join(cwd, 'keys'))
  await assay(0, 'benchmark', '--provider', 'mock', '--operation', 'predict', '--iterations', '20')
  await assay(0, 'eval', '--provider', 'analytic', '--suite', 'contract', '--size', 'smoke')
  await assay(0, 'run', 'golden.yaml')
  await assay(0, 'keys', 'generate', '--output', join(cwd, 'keys'))
  for (const id of readdirSync(join(cwd, 'runs')).filter(isRunId)) {
    await assay(0, 'runs', 'bundle', id, '--sign', join(cwd, 'keys', 'key.pem'))
  }
  for (const name of ['runs', 'issue-bundles']) cpSync(join(cwd, name), join(home, name), {recursive: true})
  rmSync(join(home, 'runs/.state'), {recursive: true, force: true})
  cpSync(join(cwd, 'keys', 'key.pub.pem'), join(home, 'key.pub.pem'))

  async function assay(expected: number, ...words: string[]): Promise<void> {
    const code = await main(words, ROOT, hall)
    if (code !== expected) throw new Error(`assay ${words.join(' ')} ended with ${code}`)
  }
} finally {
  rmSync(cwd, {recursive: true, force: true})
}

/** Nothing of this machine, and a clock that goes a millisecond each time it is read. */
function makeHall(): Hall {
  const stream = seedStream(`golden|${version}`)
  let ticks = 0
  const start = Date.UTC(2026, 10, 21, 7, 42, 33, 417)
  const quiet = {write: () => undefined, isTerminal: false, columns: undefined}
  return {
    output: {out: quiet, err: {...quiet, write: (text: string) => void process.stderr.write(text)}},
    env: {HOME: '/home/alice'},
    cwd,
    signal: new AbortController().signal,
    interruptedBy: () => undefined,
    ports: {
      clock: timeOf({nowMs: () => start + ++ticks, monotonicNs: () => BigInt(++ticks) * 1_000_000n}),
      entropy: {bytes: (count) => Uint8Array.from({length: count}, () => stream.int(256))},
      host: () =>
        classifyHost({
          os: 'linux',
          release: '6.1.0',
          arch: 'x64',
          cpuModel: 'golden',
          cpus: 2,
          memoryBytes: 8 * 2 ** 30,
          node: '24.21.0',
          v8: '13',
          isContainer: false,
          isCi: true,
          isTerminal: false,
        }),
    },
  }
}
