import {cutText} from '#error/cut-text'
import {isOtherNode} from '../model/checked-node.ts'
import {movedData} from '../model/moved-data.ts'
import type {Sight} from '../site/open-sight.ts'
import type {UpgradeWork} from './upgrade-work.ts'
import {whoseProcess} from './wait-node.ts'

const LONGEST = 200

/** A sight that writes into the ledger what nobody planned of nodes that were taken on, before anybody acts on what was seen: a driver that comes later may find them silent. */
export function watchData(sight: Sight, {plan, ledger}: Pick<UpgradeWork, 'plan' | 'ledger'>): Sight {
  const noted = new Set(ledger.progress().moved.keys())
  return {
    ...sight,
    look: async (signal) => {
      const seen = await sight.look(signal)
      for (const node of seen) {
        const {name} = node
        if (noted.has(name) || !ledger.progress().begun.forth.has(`stop:${name}`)) continue
        // What another node has under its address says nothing of its data.
        const isItself = whoseProcess(seen, node) === undefined && !isOtherNode(ledger.progress(), node)
        const detail = isItself ? movedData(plan, node) : undefined
        if (detail === undefined) continue
        noted.add(name)
        await ledger.append({kind: 'moved', node: name, detail: cutText(detail, LONGEST)})
      }
      return seen
    },
  }
}
