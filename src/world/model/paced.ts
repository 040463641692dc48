import type {Environment} from './environment.ts'

type Pace = Pick<Environment, 'horizon' | 'block' | 'execute' | 'stepBudget' | 'successMode'>

/** The same world, planned and judged in another rhythm. */
export function paced(environment: Environment, pace: Partial<Pace>): Environment {
  return {...environment, ...pace, usual: usualOf(environment)}
}

/** The world in the rhythm that it was built with. */
export function usualOf(environment: Environment): Environment {
  return environment.usual ?? environment
}
