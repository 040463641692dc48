import {join} from 'node:path/posix'
import {sha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import type {MeasurementPorts} from '#measurement/ports'
import type {FileReader} from '#path/files'

const DIGITS = 32

/** What names of files about a node begin with, whatever the target calls it. */
export const nodeStem = (url: string): string => sha256(url).replace('sha256:', '').slice(0, DIGITS)

/** What names of claims on a node begin with. */
export const nodeClaimStem = (url: string): string => `${nodeStem(url)}.claim-`

/** Where programs of a user keep what is true of nodes on this machine. `beside`: where there is no home, the folder of the user among the temporary files. */
export function claimsPlace({env, space}: Pick<MeasurementPorts, 'env' | 'space'>): {
  readonly folder: string
  readonly beside: string | undefined
} {
  const {XDG_STATE_HOME: state, HOME: home} = env
  if (state || home)
    return {folder: join(state || join(home ?? '', '.local', 'state'), 'assay', 'nodes'), beside: undefined}
  return {folder: join(space.ofUser, 'nodes'), beside: space.ofUser}
}

/** Everybody may take names in the folder of temporary files: whose folder it is could take our claims away, or hold them for ever. */
export function refuseStrangers(folder: string, reader: FileReader): void {
  const facts = reader.facts(folder)
  if (facts?.kind === 'directory' && facts.isOpenToOthers !== undefined) return
  const hint = 'Set HOME or XDG_STATE_HOME to a folder of your own, or have that one removed by whom it belongs to.'
  const message = `${folder}, where claims on nodes would lie, is not a folder of this user`
  throw new AssayError('workspace_unwritable', message, {hint})
}
