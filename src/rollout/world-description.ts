import type {NamedEntryText, WorldDescription} from '#contract/generated/types'
import {exitNamed} from '#error/exit'
import {ENVIRONMENTS, rulesOf, WORLDS} from '#world/environments'
import type {Environment} from '#world/model/environment'
import type {NamedEntry} from '#world/model/words'

/** A world in words: names, units, sizes, how an episode ends. Throws for a world without words or view, our mistake. */
export function describeWorld(environment: Environment): WorldDescription {
  const {id, key, words, view, dt, stepBudget, successMode, strata, block} = environment
  if (words === undefined || view === undefined) throw new Error(`environment ${id} cannot be described`)
  const hasTask = ENVIRONMENTS.has(id)
  return {
    schema_version: 1,
    world: id,
    key,
    task: words.task,
    has_task: hasTask,
    rules: words.rules,
    step_seconds: dt,
    step_budget: stepBudget,
    action_block: block,
    success_mode: successMode,
    strata: [...strata],
    expert: hasTask ? (environment.expert ? 'rule' : 'planner') : null,
    state: words.state.map(namedText),
    goal: words.goal.map(namedText),
    action: words.action.map(namedText),
    window: {low: view.low, high: view.high},
  }
}

function namedText([name, unit]: NamedEntry): NamedEntryText {
  return {name, unit}
}

/** Every world of this version, those with a task first. */
export function worldList() {
  return {
    schema_version: 1 as const,
    command: 'env list' as const,
    exit: exitNamed('ok', `${WORLDS.size} worlds are known`),
    worlds: [...WORLDS.values()].map(describeWorld),
  }
}

/** A world by name. Throws `env_unknown`. */
export function worldNamed(name: string): {environment: Environment; description: WorldDescription} {
  const environment = rulesOf(name)
  return {environment, description: describeWorld(environment)}
}
