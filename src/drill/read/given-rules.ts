import type {Drill} from '#contract/generated/types'
import type {DraftIssue} from '#document/document-issues'
import {pointerOf} from '#document/pointer'
import {roundsOf} from '../model/drill-rounds.ts'
import type {DrillPlace} from './drill-places.ts'

/** What may be done to nodes that are not the drill's, and asked of them: everything here is undone, and nothing is written. */
const OF_GIVEN: ReadonlySet<string> = new Set(['node.stop', 'node.start', 'http', 'consensus'])
const ACTS: ReadonlySet<string> = new Set(['node.stop', 'node.start'])
const NODE = /^\{node\.([1-9][0-9]?|leader|follower)\}$/

/** Whether a text stands for a node of a target that is given; a drill knows none by name. */
export const isGivenNode = (named: unknown): boolean => typeof named === 'string' && NODE.test(named)

/** What is wrong with a drill for nodes that are given, or with what belongs to such a drill in another. */
export function givenIssues(drill: Drill, places: readonly DrillPlace[]): DraftIssue[] {
  const {target, blast_radius: radius} = drill
  if (target.kind !== 'nodes') return strayIssues(drill, places)
  const keys = Object.keys(target).filter((key) => key !== 'kind')
  const foreign = places.filter(({name}) => !OF_GIVEN.has(name))
  const nodes = places.filter(({args}) => args['node'] !== undefined && !isGivenNode(args['node']))
  const most = Math.max(
    ...roundsOf(drill).map(({inject}) => inject.filter(({action}) => action === 'node.stop').length),
  )
  return [
    ...keys.map((key) => ({
      pointer: pointerOf(['target', key]),
      rule: 'kind',
      message: 'is not for the kind nodes: nothing is started',
      onKey: true,
    })),
    ...foreign.map(({pointer, name}) => ({
      pointer,
      rule: 'kind',
      message: `${name} is not for nodes that are given: ${[...OF_GIVEN].join(', ')} are`,
    })),
    ...nodes.map(({pointer}) => ({
      pointer: `${pointer}/args/node`,
      rule: 'unknown_node',
      message: 'is no node: {node.1}, {node.2} and so on, {node.leader} or {node.follower}',
    })),
    ...(most > (radius?.nodes_down ?? 0)
      ? [
          {
            pointer: '',
            rule: 'blast_radius',
            message: `stops ${most} nodes at once, more than the ${radius?.nodes_down ?? 0} of blast_radius.nodes_down`,
          },
        ]
      : []),
  ]
}

function strayIssues({environments = ['embedded'], blast_radius: radius}: Drill, places: readonly DrillPlace[]) {
  const other = environments.findIndex((name) => name !== 'embedded')
  const made = 'is not for this kind of target: it is made by the drill, on this machine'
  return [
    ...(other < 0 ? [] : [{pointer: pointerOf(['environments', String(other)]), rule: 'environment', message: made}]),
    ...(radius === undefined ? [] : [{pointer: '/blast_radius', rule: 'kind', message: 'is for the kind nodes'}]),
    ...places
      .filter(({name}) => ACTS.has(name))
      .map(({pointer, name}) => ({pointer, rule: 'kind', message: `${name} is for the kind nodes`})),
  ]
}
