import type {NodeContext} from '../context/context.ts'
import {ApiFailure, nothingThere} from '../model/api-failure.ts'
import {compareReleases} from '../model/release-order.ts'
import {blockAt, newestBlocks} from '../store/blocks-table.ts'
import {setNodeFact} from '../store/facts-table.ts'
import {blockView, consensusStatus, validatorList} from './consensus-view.ts'
import type {ApiCall, RouteGroup} from './routes.ts'

const OPEN = {needs: 'open', anonymous: true, unlimited: true, always: true} as const
/** Works without a quorum: an operator needs these routes most when the other validators are away. */
const ADMIN = {needs: 'admin', always: true, withoutQuorum: true} as const
const MOST_BLOCKS = 100

/** What validators agree on, open to anybody, and what an administrator may tell them. */
export const consensusRoutes: RouteGroup = (context) => [
  {method: 'GET', url: '/api/consensus/status', access: OPEN, answer: () => consensusStatus(context)},
  {method: 'GET', url: '/api/consensus/validators', access: OPEN, answer: () => validatorList(context)},
  {
    method: 'GET',
    url: '/api/consensus/blocks',
    access: OPEN,
    answer: () => ({items: newestBlocks(context.store, MOST_BLOCKS).map(blockView)}),
  },
  {method: 'GET', url: '/api/consensus/blocks/:height', access: OPEN, answer: (call) => oneBlock(call, context)},
  {method: 'POST', url: '/api/admin/step-down', access: ADMIN, status: 202, answer: () => stepDown(context)},
  {method: 'POST', url: '/api/admin/finalise', access: ADMIN, answer: () => finalise(context)},
]

function oneBlock({params}: ApiCall, {store}: NodeContext): unknown {
  const {height = ''} = params
  const row = /^\d{1,15}$/.test(height) ? blockAt(store, Number(height)) : undefined
  if (row === undefined) throw nothingThere()
  return blockView(row)
}

function stepDown({validator, log}: NodeContext): unknown {
  if (validator === undefined) throw new ApiFailure('conflict', 'the node stands alone and leads nobody')
  const {isLeader} = validator.standing()
  if (!isLeader || !validator.stepDown()) throw new ApiFailure('conflict', 'the node is not the leader')
  log.write('warn', 'the leader stepped down')
  const {view, leader} = validator.standing()
  return {view, leader}
}

/** Makes the running release final: no older release may take over any more, so every other validator must run at least this one. */
function finalise({validator, store, release, log}: NodeContext): unknown {
  const {version} = release
  const peers = validator?.standing().peers ?? []
  const behind = peers.filter((peer) => peer.version === undefined || compareReleases(peer.version, version) < 0)
  if (behind.length > 0)
    throw new ApiFailure('conflict', `not every validator runs ${version}: ${behind.map(({name}) => name).join(', ')}`)
  store.transaction(() => setNodeFact(store, 'finalised_version', version))
  log.write('warn', 'the release was made final', {version})
  return {finalised_version: version}
}
