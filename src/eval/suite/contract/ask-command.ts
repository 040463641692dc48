import {AssayError} from '#error/assay-error'
import type {Situation} from '#world/model/situation'
import {paced} from '#world/planner/presets'
import {type ContractProbe, probeStart} from '../../kit/contract-input.ts'
import {commandIn} from '../../kit/make-policy-controller.ts'
import {askPolicy} from '../policy/ask-policy.ts'
import type {AskedOperation} from './ask-operation.ts'

export const POLICY: AskedOperation = {
  capability: 'policy',
  async ask(probe) {
    const command = (await commandFor(probe, probeStart(probe))) ?? []
    return () => command
  },
}

/** The first command of an episode that begins so; undefined where the actions are none that the environment takes, of which nothing is known here. */
export async function commandFor(probe: ContractProbe, now: Situation): Promise<readonly number[] | undefined> {
  const {subject, key, signal} = probe
  // What is commanded runs for one step, as in the suite of policies.
  const environment = paced(probe.environment, {block: 1})
  try {
    await subject.reset(key.seed, signal)
    const [action] = await askPolicy(subject)(environment, now, signal)
    return action && commandIn(environment, now, action)
  } catch (error) {
    if (error instanceof AssayError && error.code === 'translator_invalid') return undefined
    throw error
  }
}
