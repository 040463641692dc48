import type {Environment} from '#world/model/environment'
import type {Situation} from '#world/model/situation'

/** What there is to be seen in a trial. `candidates`: how many are to be scored. */
export interface Sighting {
  readonly environment: Environment
  readonly now: Situation
  readonly candidates?: number
}

/** The moments that are shown, oldest first; before the start of an episode its first state. */
export function momentsOf({now}: Sighting, history: number, every: number): ArrayLike<number>[] {
  const states = [...(now.past?.states ?? []), now.state]
  return Array.from({length: history}, (_, at) => {
    const back = (history - 1 - at) * every
    return states[Math.max(0, states.length - 1 - back)] ?? now.state
  })
}

/** A row a moment of the actions that came right before it, the last `width` of them side by side, oldest first; zeros before the first. */
export function actionsBefore(
  {now, environment}: Sighting,
  {history, every, width}: {readonly history: number; readonly every: number; readonly width: number},
): number[][] {
  const done = now.past?.actions ?? []
  const none = new Array<number>(environment.actionSize).fill(0)
  return Array.from({length: history}, (_, at) => {
    const end = done.length - (history - 1 - at) * every
    return Array.from({length: width}, (_, step) => Array.from(done[end - width + step] ?? none)).flat()
  })
}
