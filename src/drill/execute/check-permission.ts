import {AssayError} from '#error/assay-error'
import {CHECK_IDS} from '#host/check/checks'
import {loadTarget} from '#host/client/load-target'
import {loadSetting} from '#host/execute/load-setting'
import type {Order} from '#measurement/order'
import type {MeasurementPorts} from '#measurement/ports'
import {absolutePath} from '#path/safe-relative-path'
import {openHands} from '#upgrade/execute/open-site'
import {flagWords} from '#upgrade/model/next-command'
import type {DrillRequest} from '../model/drill-options.ts'
import {refusalsOf} from '../model/permission.ts'
import type {LoadedDrill} from '../read/load-drill.ts'
import type {GivenTarget} from '../site/open-given.ts'

type Asked = Pick<Order<DrillRequest>, 'request' | 'workingDirectory' | 'workspace' | 'commandArgv'>

/**
 * The target that was given, where every drill may work on it; undefined without one, for then each makes its own. Throws `drill_refused` with every reason,
 * before anything is asked of a node; `usage`, and as `loadSetting` does.
 */
export async function openPermitted(
  drills: readonly LoadedDrill[],
  order: Asked,
  ports: MeasurementPorts,
): Promise<GivenTarget | undefined> {
  const {target, apply: applies = false, confirm} = order.request
  if (target === undefined) {
    // Taken out of a line that contradicts itself: that is told, and was no mistake of these two.
    const wasNamed = flagWords(order.commandArgv, ['--target']).length > 0
    if (!wasNamed && (applies || confirm !== undefined))
      throw new AssayError('usage', '--apply and --confirm are for a target that is given', {
        hint: 'Name one with --target FILE, or leave them out: other drills make their own.',
      })
    const [lost] = drills.filter(isOfGiven)
    if (wasNamed || lost === undefined) return undefined
    throw new AssayError('usage', `${lost.drill.id} works on nodes of a target, and none was named`, {
      hint: 'Say which nodes with --target FILE.',
    })
  }
  const path = absolutePath(order.workingDirectory, target)
  const {profile} = await loadTarget(path, CHECK_IDS, {reader: ports.files.reader, redactor: ports.redactor})
  const hands = openHands(profile, order, ports)
  const canStop = hands !== undefined && (['stop', 'start'] as const).every((act) => hands.can.has(act))
  const leave = {applies, confirm, canStop}
  const reasons = [...new Set(drills.flatMap(({drill}) => refusalsOf(drill, profile, leave)))]
  // A missing permission is reported before a token is looked for.
  if (reasons.length === 0) return await openGiven(order, ports)
  throw new AssayError('drill_refused', reasons.join('; '))
}

/** Nodes of a target file, and who works on them. Throws as `loadSetting` does. */
export async function openGiven(order: Asked, ports: MeasurementPorts): Promise<GivenTarget> {
  const setting = await loadSetting({...order, request: {target: order.request.target}}, ports)
  return {setting, hands: openHands(setting.target.profile, order, ports)}
}

const isOfGiven = ({drill}: LoadedDrill): boolean => drill.target.kind === 'nodes'
