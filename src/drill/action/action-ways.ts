import type {DrillActionName} from '#contract/generated/types'
import type {ActionWay} from './action-context.ts'
import {aimHooks, clearAims} from './apply-aims.ts'
import {blockPackage, restoreVariables, unblockPackage, unsetVariables} from './apply-change.ts'
import {corruptFile, restoreFile} from './apply-corruption.ts'
import {replaceData, returnData} from './apply-data.ts'
import {fillDisk, freeDisk} from './apply-disk.ts'
import {clearFault, setFault} from './apply-fault.ts'
import {forgeDelivery} from './apply-forgery.ts'
import {replaceCertificate, replaceKey, returnCertificate, returnKey} from './apply-identity.ts'
import {startLoad, stopLoad, waitLoad} from './apply-load.ts'
import {crashMigration, undoMigration} from './apply-migration.ts'
import {startGivenNode, stopGivenNode} from './apply-node.ts'
import {callNode, clearNodeFault, resetClock, runCommand, setNodeFault, shiftClock, stormNode} from './apply-nodes.ts'
import {killServer, startServer} from './apply-process.ts'
import {clearReceiver, redeliverFailed, setReceiver, trustSecrets} from './apply-receiver.ts'
import {handInSheet, openSheet, withdrawSheet} from './apply-sheet.ts'
import {stopServer, waitEnded} from './apply-stop.ts'
import {grantToken, useToken, withdrawToken, withdrawTokens} from './apply-tokens.ts'
import {startTraffic, stopTraffic} from './apply-traffic.ts'
import {abortUpgrade, killDriver, startUpgrade} from './apply-upgrade.ts'
import {moveLeader, restLeader, startWatch, stopWatch} from './apply-watch.ts'

/** What does each action. An inverse is an action like any other, and does nothing where there is nothing to undo. */
export const ACTION_WAYS: Readonly<Record<DrillActionName, ActionWay>> = {
  'process.kill': killServer,
  'process.start': startServer,
  'process.stop': stopServer,
  'process.wait': waitEnded,
  'node.stop': stopGivenNode,
  'node.start': startGivenNode,
  'provider_fault.set': setFault,
  'provider_fault.clear': clearFault,
  'env.unset': unsetVariables,
  'env.restore': restoreVariables,
  'module.block': blockPackage,
  'module.unblock': unblockPackage,
  'file.corrupt': corruptFile,
  'file.restore': restoreFile,
  'fault.set': setNodeFault,
  'fault.clear': clearNodeFault,
  'data.replace': replaceData,
  'data.return': returnData,
  'certificate.replace': replaceCertificate,
  'certificate.return': returnCertificate,
  'key.replace': replaceKey,
  'key.return': returnKey,
  'clock.shift': shiftClock,
  'clock.reset': resetClock,
  'command.run': runCommand,
  'api.call': callNode,
  'api.storm': stormNode,
  'token.make': grantToken,
  'token.revoke': withdrawToken,
  'token.revoke_all': withdrawTokens,
  'token.use': useToken,
  'receiver.set': setReceiver,
  'receiver.clear': clearReceiver,
  'receiver.trust': trustSecrets,
  'delivery.forge': forgeDelivery,
  'delivery.redeliver': redeliverFailed,
  'hook.aim': aimHooks,
  'hook.clear': clearAims,
  'load.start': startLoad,
  'load.stop': stopLoad,
  'load.wait': waitLoad,
  'traffic.start': startTraffic,
  'traffic.stop': stopTraffic,
  'upgrade.start': startUpgrade,
  'upgrade.abort': abortUpgrade,
  'driver.kill': killDriver,
  'sheet.open': openSheet,
  'sheet.withdraw': withdrawSheet,
  'sheet.hand_in': handInSheet,
  'watch.start': startWatch,
  'watch.stop': stopWatch,
  'leader.move': moveLeader,
  'leader.rest': restLeader,
  'migration.crash': crashMigration,
  'migration.undo': undoMigration,
  'disk.fill': fillDisk,
  'disk.free': freeDisk,
}
