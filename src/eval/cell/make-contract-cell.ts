import type {Environment} from '#world/environment'
import type {ContractCase} from '../contract/contract-case.ts'
import {casesOf, runContractCase} from '../contract/run-contract-case.ts'
import type {Suite} from '../suite.ts'
import type {Subject} from '../trial/subject.ts'
import type {TrialKey} from '../trial/trial-key.ts'
import type {Cell} from './cell.ts'
import {type Course, lacking, type SuiteCells} from './course.ts'

export interface ContractPlan {
  readonly suite: Suite
  readonly environments: readonly Environment[]
  readonly seed: number
  readonly count: number
  /** The one trial wanted, if not all. */
  readonly only?: TrialKey | undefined
}

interface Trial {
  readonly environment: Environment
  readonly tried: ContractCase
  readonly episode: number
}

/** The one cell of a provider over all its environments. */
export function makeContractCells(course: Course): SuiteCells {
  const {suite, subject, environments, settings} = course
  const {seed, only} = settings
  const cell = makeContractCell(subject, {suite, environments, seed, count: settings.trialsOf(suite), only})
  return cell ? {ready: [{cell}], notRun: []} : lacking(course)
}

/**
 * The contract cell of a provider, or `undefined` when it can do nothing that has cases. Trials go round the environments first, then
 * round the cases, then to the next episode: few trials try everything once, and a smaller count is a prefix of a larger one.
 */
export function makeContractCell(subject: Subject, plan: ContractPlan): Cell | undefined {
  const cases = casesOf(subject)
  if (cases.length === 0 || plan.environments.length === 0) return undefined
  const trialAt = (index: number) => contractTrial(index, cases, plan.environments)
  const all = Array.from({length: plan.count}, (_, index) => index)
  return {
    suite: plan.suite,
    provider: subject.name,
    env: '*',
    stratum: '*',
    planner: null,
    successMode: null,
    envStepBudget: null,
    seed: plan.seed,
    trials: plan.only ? all.filter((index) => isWanted(trialAt(index), plan.only)) : all,
    async run(index, signal) {
      const {environment, tried, episode} = trialAt(index)
      const stratum = environment.strata[0]
      const key = {seed: plan.seed, environment: environment.key, stratum, episode}
      const outcome = await runContractCase(tried, {subject, environment, key, signal})
      return {suite: plan.suite.name, provider: subject.name, env: environment.id, stratum, episode, ...outcome}
    },
  }
}

function contractTrial(index: number, cases: readonly ContractCase[], environments: readonly Environment[]): Trial {
  return {
    environment: pick(environments, index),
    tried: pick(cases, Math.floor(index / environments.length)),
    episode: Math.floor(index / (environments.length * cases.length)),
  }
}

function isWanted({environment, tried, episode}: Trial, only: TrialKey | undefined): boolean {
  return environment.id === only?.env && tried.name === only.part && episode === only.episode
}

function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('a list to go round is empty')
  return item
}
