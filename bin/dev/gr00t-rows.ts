import {spawn, spawnSync} from 'node:child_process'
import {once} from 'node:events'
import {join} from 'node:path'
import {Assay} from '#provider/assay'
import {Action} from '#world/model/action'
import {Tensor} from '#world/tensor/tensor'
import {openSlowLink} from './slow-link.ts'
import {type WireRow, wireRow} from './wire-row.ts'

const GOAL = {loopback: 1.3, link: 1.1}
const LINK_MS = 40
const LINK_CALLS = 10
const PYTHON = '/usr/bin/python3'
const ROUNDS = 5
const SCRIPT = join(import.meta.dirname, '..', '..', 'fixtures', 'wire', 'gr00t_loopback.py')
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

/**
 * GR00T `get_action` with an observation of 196 KB against a Python client (pyzmq, NumPy, msgpack of Debian) that asks the same server in
 * the same run, round by round: on loopback in both dialects, and over a link of 40 ms there and back.
 */
export async function gr00tRows(calls: number): Promise<WireRow[]> {
  if (spawnSync(PYTHON, ['-c', 'import zmq, numpy, msgpack']).status !== 0)
    return [
      {
        what: 'GR00T',
        told: ['not measured: python3-zmq, python3-numpy and python3-msgpack are needed'],
        isMissed: true,
      },
    ]
  const rows: WireRow[] = []
  for (const dialect of ['npy', 'msgpack-numpy']) rows.push(...(await rowsOf(dialect, calls)))
  return rows
}

async function rowsOf(dialect: string, calls: number): Promise<WireRow[]> {
  const server = spawn(PYTHON, [SCRIPT, 'serve', dialect], {stdio: ['ignore', 'pipe', 'inherit']})
  try {
    const [line] = await once(server.stdout, 'data')
    const port = String(line).trim()
    const near = await compare({dialect, port, calls}, {what: 'loopback', goal: GOAL.loopback})
    const link = await openSlowLink(Number(port), LINK_MS / 2)
    const slow = {dialect, port: String(link.port), calls: LINK_CALLS * ROUNDS}
    const far = await compare(slow, {what: `${LINK_MS} ms link`, goal: GOAL.link})
    link.close()
    return [near, far]
  } finally {
    server.kill()
  }
}

async function compare(line: Line, {what, goal}: {what: string; goal: number}): Promise<WireRow> {
  const env = {GROOT_POLICY_HOST: '127.0.0.1', GROOT_POLICY_PORT: line.port, ASSAY_ALLOW_LOOPBACK: '1'}
  const assay = new Assay({env})
  const [ours, bare]: [number[], number[]] = [[], []]
  const count = Math.ceil(line.calls / ROUNDS)
  await ask(assay, count)
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(...(await ask(assay, count)))
    bare.push(...(await pythonTimes(line, count)))
  }
  await assay.close()
  return wireRow({what: `GR00T, ${line.dialect}, ${what}, against pyzmq`, share: 0.5, goal, ours, bare})
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
