import {InMemoryRecorderSink} from '#event/in-memory-recorder-sink'
import type {FaultServer} from '#lab/fault/fault-step'
import {Assay} from '#provider/assay'
import type {AssayOptions} from '#provider/assay-options'
import {Action} from '#world/model/action'
import {Tensor} from '#world/tensor/tensor'

/** One action whatever the policy says. */
export const translator = () => [Action.noop()]

/** What a GR00T server of the fault room takes. */
export const OBSERVATION = {
  video: {front: Tensor.from({dtype: 'uint8', shape: [1, 1, 4, 4, 3], seed: 1})},
  state: {single_arm: Tensor.from({dtype: 'float32', shape: [1, 1, 5], seed: 2})},
  language: {'annotation.human.task_description': [['pick the cube']]},
}

/** Variables that point at a GR00T server on loopback. */
export function gr00tEnv(server: Pick<FaultServer, 'url'>, more: Record<string, string> = {}): Record<string, string> {
  const {hostname, port} = new URL(server.url.replace('tcp:', 'http:'))
  return {GROOT_POLICY_HOST: hostname, GROOT_POLICY_PORT: port, ASSAY_ALLOW_LOOPBACK: '1', ...more}
}

/** A library whose providers are configured by these variables, and the events it told. */
export function policyRig(env: Record<string, string>, options: AssayOptions = {}) {
  const recorder = new InMemoryRecorderSink()
  return {assay: new Assay({env, eventHandler: recorder, ...options}), recorder}
}
