import {dirname, join, relative} from 'node:path/posix'
import type {NodeTarget, NodeUpgradePlan} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {type HostSetting, loadSetting} from '#host/execute/load-setting'
import type {Order} from '#measurement/order'
import type {MeasurementPorts} from '#measurement/ports'
import {absolutePath} from '#path/safe-relative-path'
import {openEmbedded} from '../adapter/open-embedded.ts'
import {openPrograms} from '../adapter/open-programs.ts'
import type {NodeHands} from '../model/hands.ts'
import {placeWords} from '../model/next-command.ts'
import type {UpgradeRequest} from '../model/upgrade-options.ts'

/** A target with whoever works on its nodes. */
export interface UpgradeSite {
  readonly setting: HostSetting
  readonly adapter: NodeUpgradePlan['adapter']
  readonly hands: NodeHands
  /** The file of the target, absolute. */
  readonly targetFile: string
}

/** The command line, or what one would say of the place where a step of a job has none. */
function placedArgv({commandArgv, request, workspace, workingDirectory}: Order<UpgradeRequest>): readonly string[] {
  if (request.target === undefined || placeWords(commandArgv).length > 0) return commandArgv
  const below = (path: string) => relative(workingDirectory, absolutePath(workingDirectory, path))
  const elsewhere = workspace === undefined ? '' : below(workspace)
  const own = elsewhere === '' || elsewhere.startsWith('..') ? [] : ['--workspace-dir', elsewhere]
  return [...commandArgv, '--target', below(request.target), ...own]
}

/** Throws as `loadSetting` does, and `plan_invalid` for a target nobody can work on. */
export async function openSite(order: Order<UpgradeRequest>, ports: MeasurementPorts): Promise<UpgradeSite> {
  const setting = await loadSetting({...order, commandArgv: placedArgv(order)}, ports)
  const {adapter} = setting.target.profile
  const kind = adapter?.kind ?? 'http-only'
  if (adapter === undefined || kind === 'http-only') {
    throw new AssayError('plan_invalid', 'the target has no adapter that can stop, change and start its nodes', {
      hint: 'Do it by hand between assay node baseline and assay node check, or name an adapter in the target.',
    })
  }
  const hands = openHands(setting.target.profile, order, ports)
  const targetFile = absolutePath(order.workingDirectory, order.request.target ?? '')
  if (hands !== undefined) return {setting, adapter: kind, hands, targetFile}
  throw new AssayError('plan_invalid', 'the target does not say where its nodes are: adapter.home, adapter.releases')
}

/** Who works on the nodes of a target; undefined where it names nobody who can. */
export function openHands(
  {adapter}: NodeTarget,
  {
    request,
    workingDirectory,
  }: {readonly request: {readonly target?: string | undefined}; readonly workingDirectory: string},
  ports: MeasurementPorts,
): NodeHands | undefined {
  if (adapter === undefined || adapter.kind === 'http-only') return undefined
  if (adapter.kind !== 'embedded') return openPrograms(adapter, ports)
  const {home, releases} = adapter
  if (home === undefined || releases === undefined) return undefined
  const beside = dirname(absolutePath(workingDirectory, request.target ?? ''))
  return openEmbedded({home: join(beside, home), releases: join(beside, releases)}, ports)
}
