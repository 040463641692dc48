import type {Environment} from '#world/model/environment'
import type {Situation} from '#world/model/situation'
import {type ContractProbe, probeStart} from '../../kit/contract-input.ts'
import {isClose} from '../../kit/tolerance.ts'
import {commandFor} from './ask-command.ts'
import type {ContractCase} from './contract-case.ts'

/** Far from the episodes of any suite: what is seen instead. */
const OTHER = 4_000_000
/** Situations that a policy is shown in turn. */
const TRIES = 6
/** Distance of two commands, of the 2 that they span: where the commands of an expert differ by this much, one command for all situations is wrong for some. */
const APART = 1.5

/** What a policy promises: commands that follow what is seen now and what is wanted. */
export const POLICY_CASES: readonly ContractCase[] = [
  {
    name: 'policy-repeat',
    capability: 'policy',
    spread: 'episodes',
    async check(probe) {
      if (!probe.subject.deterministic) return undefined
      const [here, there] = [probeStart(probe), startBeside(probe, 1)]
      const before = await commandFor(probe, here)
      await commandFor(probe, there)
      const after = await commandFor(probe, here)
      if (!before || !after) return undefined
      return isClose(before, after) ? undefined : 'the command depends on what was seen before the episode'
    },
  },
  follows('policy-observation', 'observation', ({state}, now) => ({...now, state})),
  follows('policy-goal', 'goal', ({goal}, now) => ({...now, goal})),
]

/** One field changes and the other stays. Held only where somebody who is known to act well commands something very different. */
function follows(name: string, field: string, change: (other: Situation, now: Situation) => Situation): ContractCase {
  return {
    name,
    capability: 'policy',
    spread: 'episodes',
    async check(probe) {
      const now = probeStart(probe)
      const seen = Array.from({length: TRIES}, (_, at) => change(startBeside(probe, at), now))
      if (!isTold(probe.environment, seen)) return undefined
      const commands: ArrayLike<number>[] = []
      for (const one of seen) {
        const command = await commandFor(probe, one)
        if (!command) return undefined
        commands.push(command)
      }
      const [first = []] = commands
      return commands.every((command) => isClose(first, command))
        ? `${TRIES} different values of ${field} got one command`
        : undefined
    },
  }
}

function isTold({expert, actionSize}: Environment, seen: readonly Situation[]): boolean {
  if (!expert) return false
  const commands = seen.map(({state, goal}) => expert(state, goal))
  return Array.from({length: actionSize}, (_, axis) => commands.map((command) => command[axis] ?? 0)).some(
    (values) => Math.max(...values) - Math.min(...values) >= APART,
  )
}

function startBeside(probe: ContractProbe, at: number): Situation {
  return probeStart({...probe, key: {...probe.key, episode: probe.key.episode + OTHER + at}})
}
