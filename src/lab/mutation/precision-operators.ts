import {after, altered, commandedOtherwise} from '../model/altered.ts'
import {noisy} from '../model/mutants.ts'
import {operatorsOf} from './operator.ts'

const {rules} = operatorsOf('precision')

/** Numbers that are coarse, or shaken. */
export const PRECISION_OPERATORS = [
  rules({name: 'noise', magnitudes: [0.0002, 0.001, 0.005, 0.03]}, noisy),
  // Error scales between the numbers that a state can have.
  rules({name: 'grid', magnitudes: [0.0005, 0.002, 0.01, 0.05]}, (environment, scales) =>
    altered(environment, (step) => {
      for (let entry = 0; entry < step.before.length; entry++) {
        const unit = scales * (environment.sigma[entry] ?? 1)
        step.now[step.at + entry] = unit * Math.round(after(step, entry) / unit)
      }
    }),
  ),
  // Commands between -1 and 1 are told by tokens this far apart.
  rules({name: 'command-bins', magnitudes: [0.01, 0.04, 0.15, 0.5]}, (environment, width) =>
    commandedOtherwise(environment, (value) => width * Math.round(value / width)),
  ),
  // Digits that are cut off, as half precision and its shorter kin do: the unit is the spacing of the numbers next to 1.
  rules({name: 'cut-digits', magnitudes: [2 ** -12, 2 ** -10, 2 ** -8, 2 ** -6]}, (environment, spacing) =>
    altered(environment, (step) => {
      for (let entry = 0; entry < step.before.length; entry++)
        step.now[step.at + entry] = cut(after(step, entry), spacing)
    }),
  ),
]

function cut(value: number, spacing: number): number {
  if (value === 0 || !Number.isFinite(value)) return value
  const unit = 2 ** Math.floor(Math.log2(Math.abs(value))) * spacing
  return unit * Math.trunc(value / unit)
}
