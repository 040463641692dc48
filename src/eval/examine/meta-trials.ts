import {MUTANTS} from '#lab/model/mutants'
import type {OperatorMutant} from '#lab/mutation/operator'
import {mutantRounds, operatorsIn} from '#lab/mutation/operators'
import {OBSERVER_FAULTS, POLICY_FAULTS, ZOO_FAULTS, ZOO_HONEST} from '#provider/catalogue/builtin-profiles'
import {ENVIRONMENTS} from '#world/environments'
import type {Environment} from '#world/model/environment'
import {CLIP_ENVIRONMENTS} from '../suite/media/clip-stages.ts'
import {caseName, type MetaSet} from './meta-set.ts'

/** One trial of our own suites: a provider in an environment, and what they must make of it. */
export interface MetaTrial {
  readonly set: MetaSet
  readonly provider: string
  readonly environment: Environment
  /** Names the trial in its environment. */
  readonly part: string
  /** Suites that judge this trial beside the usual ones. */
  readonly further: readonly string[]
  /** For twins, which block of seeds. */
  readonly block: number
  /** The only suites that judge it; absent is all. */
  readonly judges?: readonly string[]
  /** The most trials each of them makes, where few tell enough. */
  readonly trials?: number
  /** What is on trial, where it has no name of its own. */
  readonly mutant?: OperatorMutant
}

/** Pairs of runs that differ in nothing but their seeds; a hundred of them without an alarm leave at most 3.7 %. */
const TWINS = 100
/** Whose twins: one that is exact, and two whose numbers vary. */
const TWIN_PROVIDERS = ['analytic', 'zoo.gain-0.7', 'zoo.noise-5%'] as const

/**
 * The whole list for these environments, the quick answers first. Faults of adapters and observers are tried in one environment: they are
 * the same in all, and so is the honest speaker, whom only claims concern.
 */
export function metaTrials(worlds: readonly Environment[]): MetaTrial[] {
  const environments = worlds.filter(({id}) => ENVIRONMENTS.has(id))
  const exact = worlds.map((environment) => trial('exact', 'analytic', environment))
  const models = worlds.flatMap((environment) =>
    MUTANTS.filter((mutant) => mutant.model(environment)).map((mutant) =>
      trial(mutant.harm(environment), `zoo.${mutant.name}`, environment),
    ),
  )
  const faults = environments
    .slice(0, 1)
    .flatMap((environment) =>
      ZOO_FAULTS.filter((name) => name !== 'slow').map((name) => trial('harmful', `zoo.${name}`, environment)),
    )
  const honest = environments
    .slice(0, 1)
    .map((environment) => ({...trial('exact', `zoo.${ZOO_HONEST}`, environment), judges: ['calibration']}))
  return [
    ...exact,
    ...honest,
    ...faults,
    ...observers(environments),
    ...environments.flatMap(slow),
    ...environments.flatMap(policies),
    ...models,
    ...environments.flatMap(learned),
    ...mutants(environments),
    ...twins(environments),
  ]
}

/** The exact observer and the wrong ones, where all that they do can be asked for. */
function observers(environments: readonly Environment[]): MetaTrial[] {
  const place = environments.filter(({id}) => CLIP_ENVIRONMENTS.includes(id)).slice(0, 1)
  return place.flatMap((environment) => [
    trial('exact', 'observer', environment),
    ...OBSERVER_FAULTS.map((name) => trial('harmful', `zoo.${name}`, environment)),
  ])
}

/** Right and late. It takes its time, so that the plans of a few episodes must be enough. Whether the exact model is in time is asked of no machine here. */
function slow(environment: Environment): MetaTrial[] {
  if (environment.id !== 'double-integrator') return []
  return [{...trial('harmful', 'zoo.slow', environment), judges: ['realtime'], trials: 4}]
}

/** Policies act without a model, so one environment with walls to run into tells as much as five. */
function policies(environment: Environment): MetaTrial[] {
  if (environment.id !== 'two-room') return []
  return POLICY_FAULTS.map((name) => ({...trial('harmful', `zoo.${name}`, environment), judges: ['policy']}))
}

/** Trained weights: good enough to control a pendulum, not to find a door. */
function learned(environment: Environment): MetaTrial[] {
  if (environment.id === 'two-room') return [trial('harmful', 'learned', environment)]
  return environment.id === 'pendulum' ? [trial('visible', 'learned', environment)] : []
}

/** Judges that take their time are asked where nobody else can tell a wrong model, and whether they let the exact one pass there. */
const FURTHER: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'double-integrator': {analytic: ['robustness'], 'zoo.range-bound': ['robustness']},
  'two-room': {analytic: ['policy']},
}

function trial(set: MetaSet, provider: string, environment: Environment): MetaTrial {
  const further = FURTHER[environment.id]?.[provider] ?? []
  return {set, provider, environment, further, part: caseName(provider.replace(/^zoo\./, '')), block: 0}
}

/** Every held-out operator in one of the environments, with every other magnitude: half of them begin with the mildest. */
function mutants(environments: readonly Environment[]): MetaTrial[] {
  const within = operatorsIn('held-out').flatMap((operator) => {
    const ids = operator.environments.filter((id) => environments.some((one) => one.id === id))
    return ids.length > 0 ? [{...operator, environments: ids}] : []
  })
  return within.flatMap((operator, at) => {
    const [round = []] = mutantRounds([{...operator, environments: turned(operator.environments, at)}])
    return round.flatMap((mutant, step) =>
      step % 2 === at % 2
        ? [{...trial('mutant', 'mutant', mutant.environment), part: `${operator.name}-${step + 1}`, mutant}]
        : [],
    )
  })
}

function turned<T>(list: readonly T[], by: number): T[] {
  const from = by % list.length
  return [...list.slice(from), ...list.slice(0, from)]
}

function twins(environments: readonly Environment[]): MetaTrial[] {
  return Array.from({length: TWINS}, (_, block) => {
    const environment = environments[block % environments.length]
    const provider = TWIN_PROVIDERS[Math.floor(block / environments.length) % TWIN_PROVIDERS.length]
    return environment && provider ? {...trial('twin', provider, environment), part: `twin-${block}`, block} : []
  }).flat()
}
