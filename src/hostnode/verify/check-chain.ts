import {isRecord} from '#contract/is-record'
import {blockFault, blockId, type ChainTip, genesisTip, tipOf} from '../consensus/chain-block.ts'
import {isProof} from '../consensus/check-proofs.ts'
import {isBlock, isCertificate} from '../consensus/message-forms.ts'
import type {ValidatorNetwork} from '../consensus/network.ts'
import {certifies} from '../consensus/vote.ts'
import {type BlockRow, blocksFrom} from '../store/blocks-table.ts'
import {nodeFact} from '../store/facts-table.ts'
import type {NodeStore} from '../store/node-store.ts'
import {type DataFinding, type FindingCode, storeFinding} from './findings.ts'

const AT_ONCE = 500
/** After so many it is known to be broken. */
const MOST_FINDINGS = 50

/** Walks the chain of blocks from the first to the last: no height left out, each id that of its header, on its parent, its roots computed again, signed by a quorum. */
export function checkChain(store: NodeStore): DataFinding[] {
  const network = storedNetwork(store)
  if (network === undefined) return []
  const found: DataFinding[] = []
  let tip = genesisTip(network.genesisId)
  for (let rows = blocksFrom(store, 0, AT_ONCE); rows.length > 0; rows = blocksFrom(store, tip.height + 1, AT_ONCE))
    for (const row of rows) {
      found.push(...faultsOf(row, tip, network))
      if (found.length >= MOST_FINDINGS) return found
      tip = isBlock(row.block) ? {...tipOf(row.block), height: row.height} : {...tip, height: row.height, id: row.id}
    }
  return found
}

function storedNetwork(store: NodeStore): ValidatorNetwork | undefined {
  const text = nodeFact(store, 'network')
  return text === undefined ? undefined : JSON.parse(text)
}

function faultsOf({height, id, block, certificate}: BlockRow, tip: ChainTip, network: ValidatorNetwork): DataFinding[] {
  const at = String(height)
  const finding = (code: FindingCode, message: string) => storeFinding(code, message, at)
  const gap = height === tip.height + 1 ? [] : [finding('block_gap', `a block is missing before height ${height}`)]
  if (!isRecord(block) || !isBlock(block) || !isCertificate(certificate))
    return [...gap, finding('block_id_wrong', 'a block cannot be read')]
  const faults: DataFinding[] = [...gap]
  if (blockId(block.header) !== id || block.header.height !== height)
    faults.push(finding('block_id_wrong', 'a block does not have its id'))
  // Behind a gap only the block itself can be judged.
  const fault = gap.length > 0 ? undefined : blockFault(block, tip)
  if (fault === 'parent') faults.push(finding('block_parent_wrong', 'a block does not follow on the one before it'))
  else if (fault !== undefined)
    faults.push(finding('block_content_wrong', `the ${fault} of a block is not what follows`))
  if (!certifies(certificate, block) || !isProof(network, certificate, 'commit'))
    faults.push(finding('block_proof_wrong', 'a block is not signed by a quorum'))
  return faults
}
