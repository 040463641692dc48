import type {EnvInfoResult, EnvListResult, EnvRolloutResult, NamedEntryText} from '#contract/generated/types'
import type {Fact, Report} from '#report/report'

/** Every world in a line. */
export function envListReport({worlds}: EnvListResult): Report {
  return report('Worlds', {
    tables: [
      {
        name: 'Worlds',
        columns: ['world', 'task', 'state', 'goal', 'action', 'seconds a step', 'steps'],
        rows: worlds.map((one) => [
          one.world,
          one.task,
          one.state.length,
          one.goal.length,
          one.action.length,
          one.step_seconds,
          one.step_budget,
        ]),
        minor: ['seconds a step', 'steps'],
      },
    ],
    remarks: ['assay env info WORLD tells names, units and rules.'],
  })
}

const MODES = {any: 'the first success ends it', hold: 'success at every step', final: 'success at its last step'}
const EXPERTS = {rule: 'a rule', planner: 'the planner over the exact rules'}

/** One world: its rules in words, and a row for each entry of its state, goal and action. */
export function envInfoReport({world, picture}: EnvInfoResult): Report {
  const rows = (part: string, entries: readonly NamedEntryText[]) =>
    entries.map(({name, unit}, at) => [part, at, name, unit])
  const {low, high} = world.window
  return report(`World ${world.key}`, {
    facts: [
      {label: 'Task', value: world.task},
      {label: 'Rules', value: world.rules},
      {label: 'Seconds a step', value: world.step_seconds},
      {label: 'Steps an episode', value: world.step_budget},
      {label: 'Steps an entry of a plan', value: world.action_block},
      {label: 'An episode', value: world.has_task ? MODES[world.success_mode] : 'has no end of its own'},
      {label: 'Expert', value: world.expert === null ? 'none' : EXPERTS[world.expert]},
      {label: 'Starts', value: world.strata.join(', ')},
      {label: 'Picture', value: `${low}..${high} m of both axes`},
      ...(picture === undefined ? [] : [{label: 'Picture file', value: picture}]),
    ],
    tables: [
      {
        name: 'Entries',
        columns: ['of', 'at', 'name', 'unit'],
        rows: [...rows('state', world.state), ...rows('goal', world.goal), ...rows('action', world.action)],
      },
    ],
    remarks: ['An action is a number in -1..1: a share of its unit. The exact rules: docs/worlds.md.'],
  })
}

/** What was written, and how often the task was done. */
export function envRolloutReport({folder, files, rollout}: EnvRolloutResult): Report {
  return report('Episodes', {
    facts: [
      {label: 'Folder', value: folder},
      {label: 'Files', value: files.join(', ')},
      {label: 'World', value: rollout.world},
      {label: 'Policy', value: rollout.policy},
      {label: 'Starts', value: rollout.stratum},
      {label: 'Seed', value: rollout.seed},
      {label: 'Episodes', value: rollout.episode_count},
      {label: 'Steps', value: rollout.step_count},
      {label: 'Successes', value: rollout.success_count},
      {label: 'Pictures', value: rollout.picture_count},
    ],
  })
}

function report(
  title: string,
  parts: {readonly facts?: readonly Fact[]} & Partial<Pick<Report, 'tables' | 'remarks'>>,
): Report {
  return {title, status: 'pass', facts: [], tables: [], cases: [], remarks: [], ...parts}
}
