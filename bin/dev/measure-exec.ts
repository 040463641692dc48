// Measures a job whose one step prints a lot: most memory, against a step that prints nothing, and how fast its output is taken. Needs
// GNU time and `npm run build`. Usage: npm run measure:exec [-- MEGABYTES]. Exits 1 when a goal is missed.
import {spawnSync} from 'node:child_process'
import {mkdtempSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'

const MOST_MIB = 100
const megabytes = Number(process.argv[2] ?? 400)
const ASSAY = resolve('bin/assay.js')
const folder = mkdtempSync(join(tmpdir(), 'assay-measure-'))
/** One line of an ordinary log, and what a redactor has most work with. */
const LINES = {
  'log lines': '2026-11-21T07:42:33.123Z [info] epoch 12 step 300 loss 0.1234 lr 1e-4 wrote /home/alice/x.txt ok',
  'empty lines': '',
  'one line without end': undefined,
}

try {
  const nothing = costOf(['true'])
  console.log(`a step that prints nothing: ${show(nothing)}`)
  for (const [name, line] of Object.entries(LINES)) {
    const source = line === undefined ? 'cat /dev/zero | tr "\\0" x' : `yes '${line}'`
    const cost = costOf(['sh', '-c', `${source} | head -c ${megabytes}000000`])
    console.log(`${megabytes} MB of ${name}: ${show(cost)}; ${(cost.keptBytes / 1e6).toFixed(1)} MB on disk`)
    if (cost.memoryMiB <= MOST_MIB) continue
    console.log(`missed: more than ${MOST_MIB} MiB`)
    process.exitCode = 1
  }
} finally {
  rmSync(folder, {recursive: true})
}

interface Cost {
  readonly seconds: number
  readonly memoryMiB: number
  readonly keptBytes: number
}

function costOf(argv: readonly string[]): Cost {
  const steps = [{id: 'loud', use: 'exec', with: {argv}}]
  writeFileSync(join(folder, 'job.json'), JSON.stringify({schema_version: 1, name: 'loud', steps}))
  const began = performance.now()
  const words = ['-f', '%M', process.execPath, ASSAY, 'run', 'job.json', '--quiet', '--format', 'json']
  const env = {...process.env, ASSAY_FROM: 'dist'}
  const {status, stdout, stderr} = spawnSync('/usr/bin/time', words, {cwd: folder, encoding: 'utf8', env})
  const seconds = (performance.now() - began) / 1000
  if (status !== 0) throw new Error(`it ended with ${status}: ${stdout}${stderr}`)
  const kib = Number(stderr.trim().split('\n').at(-1))
  return {seconds, memoryMiB: kib / 1024, keptBytes: logBytes(join(folder, JSON.parse(stdout).run_path))}
}

function logBytes(run: string): number {
  const names = readdirSync(run, {recursive: true, encoding: 'utf8'})
  const logs = names.filter((name) => /logs\/output[^/]*\.log$/.test(name))
  return logs.reduce((sum, name) => sum + statSync(join(run, name)).size, 0)
}

function show({seconds, memoryMiB}: Cost): string {
  return `${seconds.toFixed(1)} s, ${Math.round(memoryMiB)} MiB`
}
