// GR00T get_action with an observation of 196 KB over loopback, against a Python client (pyzmq, NumPy, msgpack of Debian) that asks the
// same server in the same run: medians of 1,000 calls each, in turns. Exits 1 where the goal is missed, 2 without the Python packages.
// Usage: measure-gr00t.ts [calls]
import {spawn, spawnSync} from 'node:child_process'
import {once} from 'node:events'
import {join} from 'node:path'
import {Assay} from '#provider/assay'
import {Action} from '#world/model/action'
import {Tensor} from '#world/tensor/tensor'

const GOAL = 1.2
const PYTHON = '/usr/bin/python3'
const ROUNDS = 5
const SCRIPT = join(import.meta.dirname, '..', '..', 'fixtures', 'wire', 'gr00t_loopback.py')
const calls = Number(process.argv[2] ?? 1_000)
const observation = {
  video: {front: Tensor.from({dtype: 'uint8', shape: [1, 1, 256, 256, 3], seed: 1})},
  state: {single_arm: Tensor.from({dtype: 'float32', shape: [1, 1, 5], fill: 0})},
  language: {task: [['pick the cube']]},
}

if (spawnSync(PYTHON, ['-c', 'import zmq, numpy, msgpack']).status !== 0) {
  console.error('python3-zmq, python3-numpy and python3-msgpack are needed')
  process.exit(2)
}
const server = spawn(PYTHON, [SCRIPT, 'serve'], {stdio: ['ignore', 'pipe', 'inherit']})
try {
  const [line] = await once(server.stdout, 'data')
  await compare(String(line).trim())
} finally {
  server.kill()
}

async function compare(port: string): Promise<void> {
  const env = {GROOT_POLICY_HOST: '127.0.0.1', GROOT_POLICY_PORT: port, ASSAY_ALLOW_LOOPBACK: '1'}
  const assay = new Assay({env})
  const rows = {assay: [] as number[], python: [] as number[]}
  await ask(assay, 100)
  for (let round = 0; round < ROUNDS; round++) {
    rows.assay.push(...(await ask(assay, calls / ROUNDS)))
    rows.python.push(...pythonTimes(port, calls / ROUNDS))
  }
  await assay.close()
  const [own, other] = [median(rows.assay), median(rows.python)]
  const ratio = own / other
  console.log(`${calls} calls each: assay p50 ${own.toFixed(3)} ms, pyzmq p50 ${other.toFixed(3)} ms`)
  console.log(`ratio ${ratio.toFixed(2)}, goal ${GOAL}`)
  if (ratio > GOAL) process.exitCode = 1
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
function pythonTimes(port: string, count: number): number[] {
  const {stdout, status} = spawnSync(PYTHON, [SCRIPT, 'ask', port, String(count)], {encoding: 'utf8'})
  if (status !== 0) throw new Error(`the Python client ended with ${status}`)
  return JSON.parse(stdout)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
