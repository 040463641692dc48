import type {SeenNode} from './seen.ts'

/** How a node was found at a look. `still`: nobody listens at its address; `unasked`: nobody can tell, and why. */
export interface FoundNode {
  readonly node: string
  readonly as: 'serving' | 'unready' | 'still' | 'unasked'
  readonly why?: string
}

/** How a node stands, from a look at all of them. `isEnded`: whoever works on it knows that its process is gone. */
export function foundNode(
  {name, answers, ready, silence, isClosed}: SeenNode,
  {isEnded, other}: {readonly isEnded: boolean; readonly other: string | undefined},
): FoundNode {
  if (other !== undefined) return {node: name, as: 'unasked', why: `the process of ${other} answers for it`}
  if (answers) return {node: name, as: ready ? 'serving' : 'unready'}
  if (isEnded || isClosed === true) return {node: name, as: 'still'}
  return {node: name, as: 'unasked', why: silence ?? 'no answer'}
}

/** For whoever must look after nodes that were not put back; nothing of those that serve. */
export function toldOfFound(found: readonly FoundNode[]): string[] {
  const names = (as: FoundNode['as']) => found.filter((one) => one.as === as).map(({node}) => node)
  const [still, unready] = [names('still'), names('unready')]
  return [
    ...(still.length === 0 ? [] : [`${still.join(', ')} ${still.length === 1 ? ONE_STILL : SEVERAL_STILL}`]),
    ...(unready.length === 0 ? [] : [`${unready.join(', ')} ${unready.length === 1 ? 'is' : 'are'} not ready`]),
    ...found.flatMap(({node, as, why}) =>
      as === 'unasked' ? [`${node} could not be asked, and may stand still: ${why}`] : [],
    ),
  ]
}

const ONE_STILL = 'stands still: nobody is served by it'
const SEVERAL_STILL = 'stand still: nobody is served by them'

/** Each of them as a sentence, with what is to be done. `retry`: the command that tries the way back again; null where there is none. */
export const foundRemarks = (found: readonly FoundNode[], retry: string | null): string[] =>
  retry === null ? [] : toldOfFound(found).map((told) => `${told}. Mend what failed, then: ${retry}`)

/** A cell of a table: whether people are served by the node. */
export const servedWord = (found: readonly FoundNode[], name: string): string =>
  SERVED[found.find(({node}) => node === name)?.as ?? 'unasked']

const SERVED: Readonly<Record<FoundNode['as'], string>> = {
  serving: 'yes',
  unready: 'no, it is not ready',
  still: 'no, it stands still',
  unasked: 'not known',
}
