import {clip, type Dynamics} from './dynamics.ts'

/** The rules with every action, after clamping, times `gain`. */
export function withGain(dynamics: Dynamics, gain: number): Dynamics {
  const changed = new Float64Array(dynamics.actionSize)
  return {
    ...rules(dynamics),
    advance(states, at, actions, from) {
      for (let entry = 0; entry < changed.length; entry++) {
        changed[entry] = gain * clip(actions[from + entry] ?? Number.NaN, -1, 1)
      }
      dynamics.advance(states, at, changed, 0)
    },
  }
}

/** The sizes alone, for rules that move otherwise. */
export function rules({stateSize, actionSize}: Dynamics): Omit<Dynamics, 'advance'> {
  return {stateSize, actionSize}
}
