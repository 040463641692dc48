import {join} from 'node:path/posix'
import type {RunId} from '#contract/ids'
import {sha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import type {HostSetting} from '#host/execute/load-setting'
import type {MeasurementPorts} from '#measurement/ports'
import type {FileReader} from '#path/files'
import {makeFolders} from '#path/make-folders'
import {holdClaim} from '#run/hold-claim'

/** What host digests of these claims are bound to: no workspace, for drivers of all workspaces must know each other's. */
const ANY_WORKSPACE = 'nodes'
const DIGITS = 32

/** Each node for this driver, or this drill, alone, whatever the target is called and wherever the workspace is. Throws `workspace_busy`, with nothing held then. */
export async function holdNodes(
  {target}: Pick<HostSetting, 'target'>,
  runId: RunId,
  ports: MeasurementPorts,
): Promise<AsyncDisposable> {
  await using held = new AsyncDisposableStack()
  const folder = await claimsFolder(ports)
  await makeFolders(folder, ports.files.directories)
  for (const {name, base_url: url} of target.profile.nodes) {
    const stem = `${sha256(url).replace('sha256:', '').slice(0, DIGITS)}.claim-`
    const what = `another driver or drill on this machine works on the node ${name}`
    held.use(await holdClaim({folder, stem, what}, {runId, workspaceId: ANY_WORKSPACE}, ports))
  }
  return held.move()
}

/** Where programs of a user keep what is true of this machine. */
async function claimsFolder({env, space, files}: MeasurementPorts): Promise<string> {
  const {XDG_STATE_HOME: state, HOME: home} = env
  if (state || home) return join(state || join(home ?? '', '.local', 'state'), 'assay', 'nodes')
  await makeFolders(space.ofUser, files.directories)
  refuseStrangers(space.ofUser, files.reader)
  return join(space.ofUser, 'nodes')
}

/** Everybody may take names in the folder of temporary files: whose folder it is could take our claims away, or hold them for ever. */
function refuseStrangers(folder: string, reader: FileReader): void {
  const facts = reader.facts(folder)
  if (facts?.kind === 'directory' && facts.isOpenToOthers !== undefined) return
  const hint = 'Set HOME or XDG_STATE_HOME to a folder of your own, or have that one removed by whom it belongs to.'
  const message = `${folder}, where claims on nodes would lie, is not a folder of this user`
  throw new AssayError('workspace_unwritable', message, {hint})
}
