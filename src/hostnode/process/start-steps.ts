import type {BasicPorts} from '#port/basic-ports'
import {storedMaintenance} from '../api/maintenance.ts'
import type {NodeContext} from '../context/context.ts'
import {applyHalves} from '../git/apply-halves.ts'
import {nodeFact, setNodeFact} from '../store/facts-table.ts'
import {applyPushes} from '../transport/apply-pushes.ts'
import {writeBootstrap} from './write-bootstrap.ts'

/** What a start does with an open store before it serves. Each may run again after a crash at any moment. */
export type StartStep = (
  context: NodeContext,
  ports: Pick<BasicPorts, 'files' | 'entropy' | 'redactor'>,
) => void | Promise<void>

const nameNode: StartStep = ({store, ids}) => {
  if (nodeFact(store, 'node_id') === undefined) store.transaction(() => setNodeFact(store, 'node_id', ids.next('node')))
}

/** For backups, which know no settings. */
const noteConfig: StartStep = ({store, configSha256}) => {
  if (nodeFact(store, 'config_sha256') !== configSha256)
    store.transaction(() => setNodeFact(store, 'config_sha256', configSha256))
}

const readMaintenance: StartStep = ({store, state}) => {
  state.maintenance = storedMaintenance(nodeFact(store, 'maintenance'))
}

const mendRepositories: StartStep = ({repositories, log}) =>
  applyHalves(repositories).then(({finished, undone}) => {
    if (finished + undone > 0) log.write('warn', 'work that a crash cut off was ended', {finished, undone})
  })

/** In their order; a step is registered by its line here. */
export const START_STEPS: readonly StartStep[] = [
  nameNode,
  noteConfig,
  readMaintenance,
  mendRepositories,
  applyPushes,
  writeBootstrap,
]
