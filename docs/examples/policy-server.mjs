// Asks a GR00T policy server for actions and translates them by a document.
// Needs GROOT_POLICY_HOST and GROOT_POLICY_PORT; for a server on this machine ASSAY_ALLOW_LOOPBACK=1 as well.
import {readFileSync} from 'node:fs'
import {Assay, InMemoryRecorderSink, Tensor, translatorOf} from '@assay-trials/assay'

const recorder = new InMemoryRecorderSink()
const assay = new Assay({env: process.env, eventHandler: recorder})
const translator = translatorOf(JSON.parse(readFileSync(new URL('arm-translator.json', import.meta.url), 'utf8')))

const health = await assay.health('gr00t')
console.log(health.status, health.level_reached)

const info = {
  video: {front: Tensor.from({dtype: 'uint8', shape: [1, 1, 64, 64, 3], seed: 1})},
  state: {single_arm: Tensor.from({dtype: 'float32', shape: [1, 1, 5], fill: 0})},
  language: {'annotation.human.task_description': [['pick the cube']]},
}
const result = await assay.policy({info}, 'gr00t', {translator})
console.log(result.actions.length, result.actions[0]?.type, result.metadata.runtime_manifest_id)
console.log(recorder.events.map(({operation, phase, method}) => `${operation} ${phase} ${method}`).join(', '))
await assay.close()

// healthy serving
// 8 move_to gr00t:npy
// health success ZMQ, policy success ZMQ
