import {after, altered} from '../model/altered.ts'
import {longer} from '../model/stranger-models.ts'
import {goneBy, hearing, walking} from './compose-answers.ts'
import {operatorsOf} from './operator.ts'

const {rules, adapter} = operatorsOf('time')

/** Steps of another length, or at another time. */
export const TIME_OPERATORS = [
  rules({name: 'longer', magnitudes: [0.005, 0.02, 0.08, 0.3]}, (environment, by) => longer(environment, 1 + by)),
  // Share of a second step's motion beyond the first that is taken with it, as an integrator does that looks ahead.
  rules({name: 'ahead', magnitudes: [0.01, 0.04, 0.15, 0.5]}, (environment, share) => {
    const next = new Float64Array(environment.stateSize)
    return altered(environment, (step) => {
      for (let entry = 0; entry < next.length; entry++) next[entry] = after(step, entry)
      environment.advance(next, 0, step.command, 0)
      for (let entry = 0; entry < next.length; entry++) {
        const [was, is, then] = [step.before[entry] ?? 0, after(step, entry), next[entry] ?? 0]
        step.now[step.at + entry] = is + share * (then - 2 * is + was)
      }
    })
  }),
  // Share of the command before that still acts, within one question.
  adapter({name: 'late-commands', magnitudes: [0.01, 0.04, 0.15, 0.5]}, (exact, share) =>
    hearing(exact, (actions, {steps, size}) =>
      actions.map((value, at) =>
        at % (steps * size) < size ? value : (1 - share) * value + share * (actions[at - size] ?? value),
      ),
    ),
  ),
  // Share of every fourth step of a way that is left out.
  adapter({name: 'left-out', magnitudes: [0.01, 0.04, 0.15, 0.5]}, (exact, share) =>
    walking(exact, (way, {step}) => {
      if (step % 4 === 3) goneBy(way, 1 - share)
    }),
  ),
]
