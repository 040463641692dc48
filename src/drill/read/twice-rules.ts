import type {Drill} from '#contract/generated/types'
import type {DraftIssue} from '#document/document-issues'
import {pointerOf} from '#document/pointer'
import {nodeNames} from '../model/names-of-nodes.ts'
import type {DrillPlace} from './drill-places.ts'

/** Names of one kind in the order of the file; `taken`: by something that no list says. */
interface NamedList {
  readonly names: readonly (readonly [name: string, pointer: string])[]
  readonly taken?: readonly string[]
}

/** What is called as something before it: whoever names it could mean either. */
export function twiceIssues(drill: Drill, places: readonly DrillPlace[]): DraftIssue[] {
  return [...listsOf(drill), ...probeLists(places)].flatMap(({names, taken = []}) => {
    const seen = new Set(taken)
    return names.flatMap(([name, pointer]) => {
      if (seen.has(name)) return [{pointer, rule: 'unique', message: `is ${name}, as one before it is`}]
      seen.add(name)
      return []
    })
  })
}

function listsOf({target, rounds = [], respond}: Drill): NamedList[] {
  const {servers = [], receivers = [], files = []} = target
  const at = (list: readonly string[], key: string, place: readonly string[]) =>
    list.map((name, index) => [name, pointerOf([...place, String(index), key])] as const)
  const ids = (list: readonly {readonly id: string}[]) => list.map(({id}) => id)
  return [
    {
      // All of them are servers to actions and probes.
      names: [...at(ids(servers), 'id', ['target', 'servers']), ...at(ids(receivers), 'id', ['target', 'receivers'])],
      taken: nodeNames(target.kind === 'hostnode' ? (target.nodes ?? 0) : 0),
    },
    {
      names: at(
        files.map(({path}) => path),
        'path',
        ['target', 'files'],
      ),
    },
    {names: at(ids(rounds), 'id', ['rounds'])},
    {
      names: at(
        respond.map(({step}) => step),
        'step',
        ['respond'],
      ),
    },
  ]
}

/** Probes of one part of the drill; steps of the response have a list of their own, with those that only say something. */
function probeLists(places: readonly DrillPlace[]): NamedList[] {
  const probes = places.filter(({group}) => group !== 'respond')
  return [...Map.groupBy(probes, ({group}) => group).values()].map((same) => ({
    names: same.flatMap(({id, pointer}) => (id === undefined ? [] : [[id, `${pointer}/id`] as const])),
  }))
}
