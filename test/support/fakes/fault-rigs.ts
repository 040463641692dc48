import type {FaultServer, FaultStep} from '#lab/fault/fault-step'
import type {FaultService} from '#lab/fault/fault-table'
import {startFaultServer} from '#lab/fault/start-fault-server'
import type {Assay} from '#provider/assay'
import type {CallOptions} from '#provider/model/call-options'
import {Tensor} from '#world/tensor/tensor'
import {gr00tEnv, OBSERVATION, translator} from './policy-rig.ts'

/** One service of the fault room, the provider that is pointed at it, and its plainest call. */
export interface ServiceRig {
  readonly provider: string
  /** Where the call goes, in a script. */
  readonly place: NonNullable<FaultStep['match']>
  start(script: readonly FaultStep[]): Promise<FaultServer>
  env(server: FaultServer, secret: string): Record<string, string>
  call(assay: Assay, options: CallOptions): Promise<{readonly metadata: Readonly<Record<string, unknown>>}>
}

const image = Tensor.from({dtype: 'uint8', shape: [4, 6, 3], seed: 7})
const PRIMARY = {primary_image: image, left_wrist_image: image, right_wrist_image: image}
const ACT = {
  ...PRIMARY,
  proprio: Tensor.from({dtype: 'float32', shape: [14], fill: 0.5}),
  task_description: 'fold the cloth',
}
const CLIP = {prompt: 'a robot arm lifts a cup', duration_seconds: 5}
const six = Tensor.from({dtype: 'float32', shape: [1, 1, 1, 1, 1, 1], fill: 0})
const SCORE = {
  info: {pixels: six, goal: six, action: [[[[0]]]]},
  action_candidates: Tensor.from({dtype: 'float32', shape: [1, 3, 2, 1], data: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]}),
}
const OPENPI = {'observation/image': image, prompt: 'pick the cube'}
const LOOPBACK = {ASSAY_ALLOW_LOOPBACK: '1', PATH: process.env['PATH'] ?? ''}
const bridge = {
  provider: 'leworldmodel',
  call: (assay: Assay, options: CallOptions) => assay.score(SCORE, 'leworldmodel', options),
}

export const SERVICES: Readonly<Record<FaultService, ServiceRig>> = {
  cosmos: {
    provider: 'cosmos',
    place: {path: '/v1/infer'},
    start: (script) => startFaultServer({transport: 'http', service: 'cosmos', script}),
    env: ({url}, secret) => ({...LOOPBACK, COSMOS_BASE_URL: url, NVIDIA_API_KEY: secret}),
    call: (assay, options) => assay.generate(CLIP, 'cosmos', options),
  },
  'cosmos-policy': {
    provider: 'cosmos-policy',
    place: {path: '/act'},
    start: (script) => startFaultServer({transport: 'http', service: 'cosmos-policy', script}),
    env: ({url}, secret) => ({...LOOPBACK, COSMOS_POLICY_BASE_URL: url, COSMOS_POLICY_API_TOKEN: secret}),
    call: (assay, options) => assay.policy({info: ACT}, 'cosmos-policy', {translator, ...options}),
  },
  runway: {
    provider: 'runway',
    place: {path: '/v1/text_to_video'},
    start: (script) => startFaultServer({transport: 'http', service: 'runway', script}),
    env: ({url}, secret) => ({
      ...LOOPBACK,
      RUNWAYML_BASE_URL: url,
      RUNWAYML_API_SECRET: secret,
      RUNWAYML_MAX_CREDITS: '1000',
    }),
    call: (assay, options) => assay.generate(CLIP, 'runway', options),
  },
  'bridge over http': {
    ...bridge,
    place: {path: '/v1/score'},
    start: (script) => startFaultServer({transport: 'http', service: 'bridge', script}),
    env: ({url}, secret) => ({...LOOPBACK, LEWORLDMODEL_POLICY: secret, ASSAY_BRIDGE_URL: url}),
  },
  gr00t: {
    provider: 'gr00t',
    place: {endpoint: 'get_action'},
    start: (script) => startFaultServer({transport: 'zmq', service: 'gr00t', script}),
    env: (server, secret) => gr00tEnv(server, {GROOT_POLICY_API_TOKEN: secret}),
    call: (assay, options) => assay.policy({info: OBSERVATION}, 'gr00t', {translator, ...options}),
  },
  openpi: {
    provider: 'openpi',
    place: {endpoint: 'infer'},
    start: (script) => startFaultServer({transport: 'ws', service: 'openpi', script}),
    env: ({url}, secret) => ({...LOOPBACK, OPENPI_BASE_URL: url, OPENPI_API_KEY: secret}),
    call: (assay, options) => assay.policy({info: OPENPI}, 'openpi', {translator, ...options}),
  },
  'bridge over stdio': {
    ...bridge,
    place: {op: 'score'},
    start: (script) => startFaultServer({transport: 'stdio', service: 'bridge', script}),
    env: ({url}, secret) => ({...LOOPBACK, LEWORLDMODEL_POLICY: secret, ASSAY_BRIDGE_COMMAND: url}),
  },
}
