import {clip} from '#world/model/dynamics'
import {withGain} from '#world/model/usual-shifts'
import {commandedOtherwise} from '../model/altered.ts'
import {beyondLimit, deadZone} from '../model/stranger-models.ts'
import {hearing} from './compose-answers.ts'
import {operatorsOf} from './operator.ts'

const {rules, adapter} = operatorsOf('action')
const TWO_AXES = ['double-integrator', 'two-room', 'push-block']

/** Commands that are heard as others. */
export const ACTION_OPERATORS = [
  rules({name: 'gain', magnitudes: [0.005, 0.02, 0.08, 0.3]}, (environment, lost) => withGain(environment, 1 - lost)),
  rules({name: 'dead-zone', magnitudes: [0.02, 0.05, 0.15, 0.4]}, deadZone),
  // How much of what a command has beyond its limit is heard.
  rules({name: 'no-clip', magnitudes: [0.02, 0.1, 0.4, 1]}, beyondLimit),
  rules({name: 'saturation', magnitudes: [0.02, 0.05, 0.15, 0.4]}, (environment, cut) =>
    commandedOtherwise(environment, (value) => clip(value, cut - 1, 1 - cut)),
  ),
  rules({name: 'offset', magnitudes: [0.004, 0.015, 0.06, 0.25]}, (environment, by) =>
    commandedOtherwise(environment, (value) => clip(value, -1, 1) + by),
  ),
  rules({name: 'one-sided', magnitudes: [0.01, 0.03, 0.1, 0.4]}, (environment, lost) =>
    commandedOtherwise(environment, (value) => (value < 0 ? (1 - lost) * clip(value, -1, 1) : value)),
  ),
  // Share of a command of which nothing comes right after it has turned round, as in a gear with play.
  adapter({name: 'backlash', magnitudes: [0.02, 0.08, 0.3, 1]}, (exact, lost) =>
    hearing(exact, (commands, {steps, size}) =>
      commands.map((value, at) => {
        const isFirst = at % (steps * size) < size
        const hasTurned = !isFirst && (commands[at - size] ?? 0) * value < 0
        return hasTurned ? (1 - lost) * clip(value, -1, 1) : value
      }),
    ),
  ),
  // Share of the other axis that is heard in the first.
  rules({name: 'mixing', magnitudes: [0.01, 0.03, 0.1, 0.4], environments: TWO_AXES}, (environment, share) =>
    commandedOtherwise(environment, (value, axis, [, other = 0]) =>
      axis === 0 ? clip(value, -1, 1) + share * clip(other, -1, 1) : value,
    ),
  ),
]
