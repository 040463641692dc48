import {AssayError} from '#error/assay-error'
import type {AddressPolicy} from '#net/address-policy'
import {parseNetwork} from '#net/ip'
import {nodeResolver} from '#net/node-resolver'
import {openLateClient} from '#net/open-late-client'
import type {ClientGuard} from '#net/undici-client'
import {nodeFiles} from '#path/node-files'
import {EndSignals} from '#process/end-signals'
import {nodeHostFacts} from '#process/node-host-facts'
import {nodeProcessTable} from '#process/node-process-table'
import {systemClock} from '#random/system-clock'
import {systemEntropy} from '#random/system-entropy'
import {Redactor} from '#redact/redactor'
import {nodeGzip} from './backup/node-gzip.ts'
import {nodeControlSocket} from './fault/node-control-socket.ts'
import {nodeBackend} from './git/node-backend.ts'
import {nodeDisk} from './git/node-disk.ts'
import {nodeGit} from './git/node-git.ts'
import {nodePeerSockets} from './peer/node-peer-sockets.ts'
import {nodeListen} from './process/node-listener.ts'
import type {NodePorts} from './process/ports.ts'
import type {NodeSurroundings} from './process/surroundings.ts'
import {DataLock} from './store/node-lock.ts'
import {nodeSnapshot} from './store/node-snapshot.ts'
import {NodeStore} from './store/node-store.ts'
import {sqliteCode, storeFault} from './store/store-faults.ts'

/** Every address: operators choose which node they ask for its status. */
const ANYWHERE: AddressPolicy = {
  allowLoopback: true,
  hosts: [],
  networks: ['0.0.0.0/0', '::/0'].map(parseNetwork).filter((one) => one !== undefined),
}

const machine = () => ({cores: nodeHostFacts({isCi: false, isTerminal: false}).cpus, processes: nodeProcessTable})

/** The ports of this machine. */
export function composeNode({env}: Pick<NodeSurroundings, 'env'>): NodePorts {
  return {
    files: nodeFiles,
    time: systemClock,
    entropy: systemEntropy,
    redactor: new Redactor(),
    listen: nodeListen(systemClock),
    disk: nodeDisk,
    git: (home) => nodeGit(env['PATH'] ?? '', home),
    backend: (home) => nodeBackend(env['PATH'] ?? '', home, machine()),
    openStore: (path, watch) => opened('database', () => new NodeStore(path, watch)),
    snapshot: nodeSnapshot,
    gzip: nodeGzip,
    peers: nodePeerSockets,
    takeLock: (path) => opened('lock', () => DataLock.take(path)),
    resolver: nodeResolver,
    reach: (policy, resolver) => clientOf({policy, resolver, hasCredentials: false}),
    control: nodeControlSocket,
    // A terminal that goes away does not end a node that was left to itself.
    onSignal: (take) => void new EndSignals(['SIGINT', 'SIGTERM'], env['ASSAY_HANDED_OVER'] === '1', take),
    http: () => clientOf({policy: ANYWHERE, resolver: nodeResolver, hasCredentials: false}),
  }
}

const clientOf = (guard: ClientGuard) =>
  openLateClient(() => import('#net/undici-client').then(({undiciClient}) => undiciClient(guard)))

function opened<T>(what: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    const isOther = sqliteCode(error) === undefined && error instanceof Error && 'code' in error
    const message = `the ${what} of the node cannot be opened`
    throw isOther ? new AssayError('node_store', message, {cause: error}) : storeFault(error, message)
  }
}
