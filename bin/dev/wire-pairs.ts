import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {createInterface} from 'node:readline'
import {Agent, request} from 'undici'
import {WebSocket} from 'ws'
import {InMemoryRecorderSink} from '#event/in-memory-recorder-sink'
import {Assay} from '#provider/assay'
import {packMsgpack, unpackMsgpack} from '#provider/wire/msgpack'
import {writeArrays} from '#provider/wire/wire-value'
import {Action} from '#world/model/action'
import {Tensor} from '#world/tensor/tensor'

/** One call of ours and one that does the same over the bare library, to be made in turns. */
export interface WirePair {
  readonly name: string
  readonly goal: {readonly p50: number; readonly p95?: number}
  ours(): Promise<unknown>
  bare(): Promise<unknown>
  close(): Promise<void>
}

const translator = () => [Action.noop()]
const LOOPBACK = {ASSAY_ALLOW_LOOPBACK: '1', PATH: process.env['PATH'] ?? ''}
const CLIP = {prompt: 'a robot arm lifts a cup', duration_seconds: 5, options: {seed: 7}}
const VIDEO = {height: 704, width: 1280, frames_count: 120, frames_per_sec: 24}
const image = Tensor.from({dtype: 'uint8', shape: [224, 224, 3], seed: 1})
const OBSERVATION = {'observation/image': image, prompt: 'pick the cube'}
const goal = Tensor.from({dtype: 'float32', shape: [1, 1, 1, 1, 1, 1], fill: 0})
const SCORE = {
  info: {pixels: goal, goal, action: [[[[0]]]]},
  action_candidates: Tensor.from({dtype: 'float32', shape: [1, 300, 5, 10], seed: 3, range: [-1, 1]}),
}
/** A child that answers as a bridge, with scores that are there already. */
const BRIDGE = `
const scores = JSON.stringify(Array.from({length: 300}, (_, at) => at / 7))
const hello = JSON.stringify({name: 'm', protocol: 1, capabilities: ['score'], required: {}, runtime: {}, model: {id: 'm'}})
for await (const line of require('node:readline').createInterface({input: process.stdin})) {
  const [, id, op] = /"id":"([^"]+)","op":"([^"]+)"/.exec(line)
  if (op === 'shutdown') break
  if (op === 'hello') console.log('{"v":1,"id":"' + id + '","ok":true,"result":' + hello + '}')
  if (op === 'score') process.stdout.write('{"v":1,"id":"' + id + '","ok":true,"result":{"lower_is_better":true,"scores":' + scores + '}}\\n')
}`

/** A call with policy, redaction and event, against the same request through undici alone. */
export async function httpPair(url: string): Promise<WirePair> {
  const assay = library({COSMOS_BASE_URL: url})
  const dispatcher = new Agent()
  const text = JSON.stringify({prompt: CLIP.prompt, seed: 7, video_params: VIDEO})
  const headers = {'content-type': 'application/json', accept: 'application/json'}
  return {
    name: 'HTTP call against bare undici',
    goal: {p50: 1.3, p95: 1.5},
    ours: () => assay.generate(CLIP, 'cosmos'),
    bare: async () => {
      const {body} = await request(`${url}/v1/infer`, {method: 'POST', headers, body: text, dispatcher})
      const {b64_video: video} = (await body.json()) as {b64_video: string}
      return Buffer.from(video, 'base64')
    },
    close: async () => {
      await assay.close()
      await dispatcher.close()
    },
  }
}

/** An image of 147 KB, against ws and msgpackr alone. */
export async function openpiPair(url: string): Promise<WirePair> {
  const assay = library({OPENPI_BASE_URL: url})
  const socket = new WebSocket(url, {perMessageDeflate: false})
  await once(socket, 'message')
  return {
    name: 'openpi call against bare ws and msgpackr',
    goal: {p50: 1.2},
    ours: () => assay.policy({info: OBSERVATION}, 'openpi', {translator}),
    bare: async () => {
      const answered = once(socket, 'message')
      socket.send(packMsgpack(writeArrays(OBSERVATION, 'openpi')))
      const [frame] = await answered
      return unpackMsgpack(frame as Buffer)
    },
    close: async () => {
      socket.close()
      await assay.close()
    },
  }
}

/** 300 x 5 x 10 float32 to a child, against the fewest lines that ask the same child: a text made, a line written, a line read as JSON. */
export async function stdioPair(): Promise<WirePair> {
  const argv = [process.execPath, '-e', `(async () => {${BRIDGE}})()`, '--'] as const
  const assay = library({LEWORLDMODEL_POLICY: 'p', ASSAY_BRIDGE_COMMAND: JSON.stringify(argv)})
  const [program, ...args] = argv
  const child = spawn(program, args, {stdio: ['pipe', 'pipe', 'inherit']})
  const lines = createInterface({input: child.stdout})
  let asked = 0
  return {
    name: 'stdio bridge, 300 x 5 x 10 float32, against JSON and readline',
    goal: {p50: 1.8},
    ours: () => assay.score(SCORE, 'leworldmodel'),
    bare: async () => {
      const answered = once(lines, 'line')
      child.stdin.write(
        `${JSON.stringify({v: 1, id: String(++asked), op: 'score', deadline_ms: 60_000, input: SCORE})}\n`,
      )
      const [line] = await answered
      return JSON.parse(String(line))
    },
    close: async () => {
      child.kill()
      await assay.close()
    },
  }
}

function library(env: Readonly<Record<string, string>>): Assay {
  return new Assay({env: {...LOOPBACK, ...env}, eventHandler: new InMemoryRecorderSink({limit: 100})})
}
