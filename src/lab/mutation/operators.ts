import {environmentOf} from '#world/environments'
import {ACTION_OPERATORS} from './action-operators.ts'
import {BATCH_OPERATORS} from './batch-operators.ts'
import {GEOMETRY_OPERATORS} from './geometry-operators.ts'
import {MEMORY_OPERATORS} from './memory-operators.ts'
import type {MutationOperator, OperatorMutant} from './operator.ts'
import {ORDER_OPERATORS} from './order-operators.ts'
import {PRECISION_OPERATORS} from './precision-operators.ts'
import {RARE_OPERATORS} from './rare-operators.ts'
import {SCORE_OPERATORS} from './score-operators.ts'
import {STATE_OPERATORS} from './state-operators.ts'
import {STATEMENT_OPERATORS} from './statement-operators.ts'
import {TIME_OPERATORS} from './time-operators.ts'

/** Every way of being wrong, family by family. */
export const OPERATORS: readonly MutationOperator[] = [
  ...STATE_OPERATORS,
  ...ACTION_OPERATORS,
  ...TIME_OPERATORS,
  ...GEOMETRY_OPERATORS,
  ...BATCH_OPERATORS,
  ...ORDER_OPERATORS,
  ...MEMORY_OPERATORS,
  ...PRECISION_OPERATORS,
  ...RARE_OPERATORS,
  ...SCORE_OPERATORS,
  ...STATEMENT_OPERATORS,
]

/** The halves: suites may be tuned on one, and what is told of suites comes from the other. */
export const HALVES = ['tuning', 'held-out'] as const
type Half = (typeof HALVES)[number]

/**
 * Which operators are held out, and since which release. Whoever mends a suite because of one of them moves it to the tuning half, and writes
 * another one that nobody has looked at; the names of a release stay as they were told.
 */
export const SPLIT: {readonly release: string; readonly heldOut: readonly string[]} = {
  release: '0.1.0',
  heldOut: [
    'drift',
    'one-half',
    'offset',
    'one-sided',
    'mixing',
    'ahead',
    'late-commands',
    'door-shift',
    'thick-wall',
    'gravity',
    'top-speed',
    'batch-mean',
    'remainder',
    'first-start',
    'neighbour-score',
    'backlash',
    'cold-start',
    'carry-over',
    'command-bins',
    'cut-digits',
    'missed-step',
    'pocket',
    'score-goal',
    'score-discount',
    'direction',
    'confidence',
  ],
}

/** Which half an operator belongs to. */
export function halfOf({name}: Pick<MutationOperator, 'name'>): Half {
  return SPLIT.heldOut.includes(name) ? 'held-out' : 'tuning'
}

/** The operators of one half. */
export function operatorsIn(half: Half): MutationOperator[] {
  return OPERATORS.filter((operator) => halfOf(operator) === half)
}

/**
 * Rounds of mutants: in each every operator is tried in another one of its environments with all of its magnitudes, so that a few rounds tell something of
 * all operators and environments.
 */
export function mutantRounds(operators: readonly MutationOperator[]): OperatorMutant[][] {
  const most = Math.max(0, ...operators.map(({environments}) => environments.length))
  return Array.from({length: most}, (_, round) =>
    operators.flatMap((operator, at) => {
      const {environments, magnitudes} = operator
      const id = round < environments.length ? environments[(at + round) % environments.length] : undefined
      if (id === undefined) return []
      const environment = environmentOf(id)
      return magnitudes.map((magnitude) => ({operator, magnitude, environment}))
    }),
  )
}
