import type {DrillActionName} from '#contract/generated/types'
import type {ActionWay} from './action-context.ts'
import {blockPackage, restoreVariables, unblockPackage, unsetVariables} from './apply-change.ts'
import {corruptFile, restoreFile} from './apply-corruption.ts'
import {clearFault, setFault} from './apply-fault.ts'
import {startLoad, stopLoad} from './apply-load.ts'
import {killServer, startServer} from './apply-process.ts'

/** What does each action. An inverse is an action like any other, and does nothing where there is nothing to undo. */
export const ACTION_WAYS: Readonly<Record<DrillActionName, ActionWay>> = {
  'process.kill': killServer,
  'process.start': startServer,
  'provider_fault.set': setFault,
  'provider_fault.clear': clearFault,
  'env.unset': unsetVariables,
  'env.restore': restoreVariables,
  'module.block': blockPackage,
  'module.unblock': unblockPackage,
  'file.corrupt': corruptFile,
  'file.restore': restoreFile,
  'load.start': startLoad,
  'load.stop': stopLoad,
}
