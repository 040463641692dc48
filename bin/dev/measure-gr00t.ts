// GR00T get_action with an observation of 196 KB against a Python client (pyzmq, NumPy, msgpack of Debian) that asks the same server in the
// same run: medians, in turns. On loopback in both dialects, and over a link of 40 ms there and back. Exits 1 where a goal is missed, 2
// without the Python packages.
// Usage: measure-gr00t.ts [calls]
import {spawn, spawnSync} from 'node:child_process'
import {once} from 'node:events'
import {join} from 'node:path'
import {Assay} from '#provider/assay'
import {Action} from '#world/model/action'
import {Tensor} from '#world/tensor/tensor'
import {openSlowLink} from './slow-link.ts'

const GOAL = {loopback: 1.3, link: 1.1}
const LINK_MS = 40
const LINK_CALLS = 10
const PYTHON = '/usr/bin/python3'
const ROUNDS = 5
const SCRIPT = join(import.meta.dirname, '..', '..', 'fixtures', 'wire', 'gr00t_loopback.py')
const calls = Number(process.argv[2] ?? 1_000)
const observation = {
  video: {front: Tensor.from({dtype: 'uint8', shape: [1, 1, 256, 256, 3], seed: 1})},
  state: {single_arm: Tensor.from({dtype: 'float32', shape: [1, 1, 5], fill: 0})},
  language: {task: [['pick the cube']]},
}

interface Line {
  readonly dialect: string
  readonly port: string
  readonly calls: number
}

if (spawnSync(PYTHON, ['-c', 'import zmq, numpy, msgpack']).status !== 0) {
  console.error('python3-zmq, python3-numpy and python3-msgpack are needed')
  process.exit(2)
}
for (const dialect of ['npy', 'msgpack-numpy']) await measure(dialect)

async function measure(dialect: string): Promise<void> {
  const server = spawn(PYTHON, [SCRIPT, 'serve', dialect], {stdio: ['ignore', 'pipe', 'inherit']})
  try {
    const [line] = await once(server.stdout, 'data')
    const port = String(line).trim()
    await compare({dialect, port, calls}, {what: 'loopback', goal: GOAL.loopback})
    const link = await openSlowLink(Number(port), LINK_MS / 2)
    const slow = {dialect, port: String(link.port), calls: LINK_CALLS * ROUNDS}
    await compare(slow, {what: `${LINK_MS} ms link`, goal: GOAL.link})
    link.close()
  } finally {
    server.kill()
  }
}

async function compare(line: Line, {what, goal}: {what: string; goal: number}): Promise<void> {
  const env = {GROOT_POLICY_HOST: '127.0.0.1', GROOT_POLICY_PORT: line.port, ASSAY_ALLOW_LOOPBACK: '1'}
  const assay = new Assay({env})
  const rows = {assay: [] as number[], python: [] as number[]}
  await ask(assay, line.calls / ROUNDS)
  for (let round = 0; round < ROUNDS; round++) {
    rows.assay.push(...(await ask(assay, line.calls / ROUNDS)))
    rows.python.push(...(await pythonTimes(line, line.calls / ROUNDS)))
  }
  await assay.close()
  const [own, other] = [median(rows.assay), median(rows.python)]
  const ratio = own / other
  const told = `assay p50 ${own.toFixed(3)} ms, pyzmq p50 ${other.toFixed(3)} ms, ratio ${ratio.toFixed(2)}, goal ${goal}`
  console.log(`${line.dialect}, ${what}, ${line.calls} calls each: ${told}`)
  if (ratio > goal) process.exitCode = 1
}

async function ask(assay: Assay, count: number): Promise<number[]> {
  const times: number[] = []
  const translator = () => [Action.noop()]
  for (let call = 0; call < count; call++) {
    const started = performance.now()
    await assay.policy({info: observation}, 'gr00t', {translator})
    times.push(performance.now() - started)
  }
  return times
}

/** The first tenth warms the client up and is not told. */
async function pythonTimes({dialect, port}: Line, count: number): Promise<number[]> {
  const child = spawn(PYTHON, [SCRIPT, 'ask', dialect, port, String(count)], {stdio: ['ignore', 'pipe', 'inherit']})
  let text = ''
  child.stdout.on('data', (piece) => (text += piece))
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`the Python client ended with ${status}`)
  return JSON.parse(text)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
