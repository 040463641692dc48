import {namesArg, numberArg} from '../model/fault-forms.ts'
import type {PeerFaults} from '../model/peer-faults.ts'
import type {FaultTable} from './fault-table.ts'

/** The faults of a table that concern the link and the consensus. */
export function peerFaultsOf(faults: FaultTable): PeerFaults {
  return {
    cutPeers: () => new Set(faults.all('partition').flatMap((one) => namesArg(one, 'peers'))),
    peerDelayMs: () => Math.max(0, ...faults.all('peer_delay').map((one) => numberArg(one, 'ms'))),
    isSyncFrozen: () => faults.first('freeze_sync') !== undefined,
    isStateRootWrong: () => faults.first('bad_state_root') !== undefined,
  }
}
