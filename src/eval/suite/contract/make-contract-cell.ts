import type {Environment} from '#world/model/environment'
import {type Course, lacking, type SuiteCells} from '../../kit/course.ts'
import type {FirstAnswer} from '../../kit/first-answer.ts'
import type {Cell} from '../../model/cell.ts'
import type {Subject} from '../../model/subject.ts'
import type {Suite} from '../../model/suite.ts'
import type {TrialKey} from '../../model/trial-key.ts'
import type {ContractCase} from './contract-case.ts'
import {contractCases, runContractCase} from './run-contract-case.ts'

export interface ContractSetup {
  readonly suite: Suite
  readonly environments: readonly Environment[]
  readonly seed: number
  readonly count: number
  /** The one trial wanted, if not all. */
  readonly only?: TrialKey | undefined
  readonly first?: FirstAnswer | undefined
}

interface Trial {
  readonly environment: Environment
  readonly tried: ContractCase
  readonly episode: number
}

/** The one cell of a provider over all its environments. */
export function makeContractCells(course: Course): SuiteCells {
  const {suite, subject, environments, settings, first} = course
  const {seed, only} = settings
  // What it can do is not what it lacks: it was asked in no world.
  if (environments.length === 0) return lacking(course, 'environment_unsupported')
  const cell = makeContractCell(subject, {suite, environments, seed, count: settings.trialsOf(suite), only, first})
  return cell ? {ready: [{cell}], notRun: []} : lacking(course)
}

/**
 * The contract cell of a provider, or `undefined` when it can do nothing that has cases. Few trials try everything once, and a smaller count is
 * a prefix of a larger one.
 */
export function makeContractCell(subject: Subject, plan: ContractSetup): Cell | undefined {
  const cases = contractCases(subject)
  if (cases.length === 0 || plan.environments.length === 0) return undefined
  const list = contractTrials(cases, plan.environments, plan.count)
  const all = list.map((_, index) => index)
  return {
    suite: plan.suite,
    provider: subject.name,
    env: '*',
    stratum: '*',
    planner: null,
    successMode: null,
    envStepBudget: null,
    seed: plan.seed,
    trials: plan.only ? all.filter((index) => isWanted(list[index], plan.only)) : all,
    async run(index, signal) {
      const trial = list[index]
      if (!trial) throw new Error('a trial lies outside its list')
      const {environment, tried, episode} = trial
      const stratum = environment.strata[0]
      const key = {seed: plan.seed, environment: environment.key, stratum, episode}
      const outcome = await runContractCase(tried, {
        subject,
        environment,
        beside: besideOf(environment, plan),
        first: plan.first?.environment === environment.key ? plan.first : undefined,
        key,
        signal,
      })
      return {suite: plan.suite.name, provider: subject.name, env: environment.id, stratum, episode, ...outcome}
    },
  }
}

/** The next world of the run. */
function besideOf(environment: Environment, {environments}: ContractSetup): Environment | undefined {
  const next = environments[(environments.indexOf(environment) + 1) % environments.length]
  return next === environment ? undefined : next
}

/**
 * Episode after episode, in each the cases one after the other, each in its environments. What goes from one to the next with each episode is asked in all of
 * them before the second: an adapter may read another world's question otherwise. Shorter than `count` where no case is tried again.
 */
function contractTrials(
  cases: readonly ContractCase[],
  environments: readonly Environment[],
  count: number,
): readonly Trial[] {
  const trialsIn = (episode: number, placesOf: (tried: ContractCase) => readonly Environment[]): Trial[] =>
    cases.flatMap((tried) => placesOf(tried).map((environment) => ({environment, tried, episode})))
  const inTurn = (episode: number) => trialsIn(episode, ({spread}) => placesIn(environments, spread, episode))
  const elsewhere = trialsIn(0, ({spread}) => (spread === 'episodes' ? environments.slice(1) : []))
  const trials = [...inTurn(0), ...elsewhere]
  for (let episode = 1; trials.length < count; episode++) {
    const round = inTurn(episode)
    if (round.length === 0) break
    trials.push(...round)
  }
  return trials.slice(0, count)
}

function placesIn(
  environments: readonly Environment[],
  spread: ContractCase['spread'],
  episode: number,
): readonly Environment[] {
  if (spread === 'once') return episode === 0 ? environments.slice(0, 1) : []
  const turn = episode % environments.length
  return spread === 'episodes' ? environments.slice(turn, turn + 1) : environments
}

function isWanted(trial: Trial | undefined, only: TrialKey | undefined): boolean {
  return trial?.environment.id === only?.env && trial?.tried.name === only?.part && trial?.episode === only?.episode
}
