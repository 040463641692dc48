import {AssayError} from '#error/assay-error'
import {abortCommand, nextCommand, type StandingAt} from './next-command.ts'

/** What became of a node since it passed its checks. `silent`: it does not answer; `peoples`: people who use the service, or work on it, may have done all of it. */
export interface ChangedNode {
  readonly node: string
  readonly kind: 'silent' | 'other' | 'peoples'
  readonly detail: string
}

const ACCEPT = '--accept-changes'

const told = (changed: readonly ChangedNode[]): string =>
  changed
    .map(({node, kind, detail}) =>
      kind === 'silent'
        ? `${node} had passed its checks, and does not answer: ${detail}`
        : `${node} had passed its checks, and is not as it was then: ${detail}`,
    )
    .join('; ')

const mayBeMeant = (changed: readonly ChangedNode[]): boolean => changed.every(({kind}) => kind === 'peoples')

/** Why a driver pauses for it. */
export const toldOfChanges = (changed: readonly ChangedNode[]): string =>
  `${told(changed)}${mayBeMeant(changed) ? `; where people meant that, go on with ${ACCEPT}` : ''}`

/** Why nobody goes on with an upgrade, or makes it final, before anything is done. */
export function changedRefusal(
  changed: readonly ChangedNode[],
  standing: StandingAt,
  argv: readonly string[],
): AssayError {
  const isSilent = changed.every(({kind}) => kind === 'silent')
  const next = nextCommand(standing, argv)
  const back = abortCommand(standing, argv)
  const ways = [
    'Mend that, and give the line again',
    ...(mayBeMeant(changed) ? [`where people meant that, say so: ${next} ${ACCEPT}`] : []),
    ...(back === null ? [] : [`or put back what the upgrade did: ${back}`]),
  ]
  return new AssayError(isSilent ? 'upgrade_unreachable' : 'upgrade_refused', `${told(changed)}: nothing was done`, {
    hint: ways.join('; '),
  })
}
