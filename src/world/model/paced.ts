import type {Environment} from './environment.ts'

type Pace = Pick<Environment, 'horizon' | 'block' | 'execute' | 'stepBudget' | 'successMode'>

/** A world with other plan lengths, another step budget or success mode; its rules, starts and costs stay, and so does its key. */
export function paced(environment: Environment, pace: Partial<Pace>): Environment {
  return {...environment, ...pace, usual: usualOf(environment)}
}

/** The world with the plan lengths, budget and success mode that it was built with. */
export function usualOf(environment: Environment): Environment {
  return environment.usual ?? environment
}
