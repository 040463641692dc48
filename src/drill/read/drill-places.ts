import type {Drill, DrillAction, DrillExpect, DrillExpectations, DrillProbe} from '#contract/generated/types'
import {pointerOf} from '#document/pointer'
import {ACTIONS, type ActionFacts} from '../model/actions.ts'
import {PROBES, type ProbeFacts} from '../model/probes.ts'

/** One probe or action of a drill, and where it stands in its file. */
export interface DrillPlace {
  readonly pointer: string
  /** Ids are told apart within it. */
  readonly group: string
  readonly id: string | undefined
  readonly name: string
  readonly facts: ActionFacts | ProbeFacts
  readonly args: Readonly<Record<string, unknown>>
  readonly expect: DrillExpectations | undefined
}

/** Everything that asks or acts, in the order of the file. */
export function everyPlace(drill: Drill): DrillPlace[] {
  const {steady_state, inject = [], rounds = [], expect, respond, verify, abort = []} = drill
  const signals = (at: readonly string[], of: DrillExpect) => probesAt([...at, 'signals'], of.signals, at.join('/'))
  return [
    ...probesAt(['steady_state', 'probes'], steady_state.probes, 'probes'),
    ...actionsAt(['inject'], inject),
    ...rounds.flatMap((round, at) => [
      ...actionsAt(['rounds', String(at), 'inject'], round.inject),
      ...(round.expect ? signals(['rounds', String(at), 'expect'], round.expect) : []),
    ]),
    ...signals(['expect'], expect),
    ...respond.flatMap(({step, action, args}, at) => {
      const place = {pointer: pointerOf(['respond', String(at)]), group: 'respond', id: step}
      return action === undefined ? [] : [{...place, ...actionFacts({action, ...(args && {args})}), expect: undefined}]
    }),
    ...probesAt(['verify'], verify, 'probes'),
    ...abort.map(({probe, args = {}, expect: wanted}, at) => ({
      pointer: pointerOf(['abort', String(at)]),
      group: 'abort',
      id: undefined,
      name: probe,
      facts: PROBES[probe],
      args: {...args},
      expect: wanted,
    })),
  ]
}

function probesAt(at: readonly string[], probes: readonly DrillProbe[], group: string): DrillPlace[] {
  return probes.map(({id, probe, args = {}, expect}, index) => ({
    pointer: pointerOf([...at, String(index)]),
    group,
    id,
    name: probe,
    facts: PROBES[probe],
    args: {...args},
    expect,
  }))
}

function actionsAt(at: readonly string[], actions: readonly DrillAction[]): DrillPlace[] {
  return actions.map((one, index) => ({
    pointer: pointerOf([...at, String(index)]),
    group: at.join('/'),
    id: undefined,
    ...actionFacts(one),
    expect: undefined,
  }))
}

function actionFacts({action, args = {}}: DrillAction) {
  return {name: action, facts: ACTIONS[action], args: {...args}}
}
