import {dirname} from 'node:path/posix'
import {sha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import {runProgram} from '#host/client/open-workbench'
import {releaseIn, releaseText} from '#host/model/version'
import type {MeasurementPorts} from '#measurement/ports'
import {isMountPoint} from '#path/mount-point'
import {writeAtomic} from '#path/write-atomic'
import {sleep} from '#random/timers'
import {treeSize} from '#run/tree-size'
import {
  DONE,
  type GreenAct,
  type HandAct,
  type HandEnd,
  type HandOrder,
  type NodeHands,
  undone,
} from '../model/hands.ts'
import type {SeenRelease} from '../model/seen.ts'
import {
  configDigest,
  dataElsewhere,
  dataFolder,
  dataPlace,
  type EmbeddedPlaces,
  listedDigest,
  listedReleases,
  logFile,
  namedRelease,
  nodeFolder,
  oldReleaseFile,
  programOf,
  releaseFile,
  replacedFolders,
  serveArgs,
} from './embedded-places.ts'
import {findProcesses, findServing} from './find-processes.ts'
import {measureRoom} from './measure-room.ts'
import {handEndOf, lookEndOf} from './program-end.ts'
import {stopNode} from './stop-node.ts'

const LIMITS = {timeoutMs: 600_000, mostOutputBytes: 256 * 1024}
/** `hostnode` refuses while another process holds the data or backs them up: one of a driver that was killed ends by itself. */
const REFUSED = 7
const WAITS = 150
const WAIT_MS = 200

/** What of the machine they need. */
type EmbeddedPorts = Pick<
  MeasurementPorts,
  'files' | 'entropy' | 'redactor' | 'processes' | 'neighbours' | 'programs' | 'children' | 'clock' | 'env' | 'space'
>

interface Hands {
  readonly places: EmbeddedPlaces
  readonly ports: EmbeddedPorts
}

/** Nodes of this machine, a folder each: its process is known by where it runs or what it has open, its release by the name in a file. */
export function openEmbedded(places: EmbeddedPlaces, ports: EmbeddedPorts): NodeHands {
  const hands = {places, ports}
  return {
    can: new Set(Object.keys(WAYS) as HandAct[]),
    look: (release, _version, signal) => lookAtRelease(release, hands, signal),
    act: async (order, signal) => {
      const way = (WAYS as Readonly<Partial<Record<HandAct, Way>>>)[order.act]
      if (way === undefined) throw new AssayError('bug', `nothing here does ${order.act}`)
      return await way(order, hands, signal)
    },
    releases: () => listedReleases(places, ports.files.reader),
    replacedData: (node) => replacedFolders(places, node, ports.files.reader),
    dataBytes: (node) => treeSize(dataPlace(places, node, ports.files.reader), ports.files.reader),
    dataElsewhere: (node) => dataElsewhere(places, node, ports.files.reader),
    isFixed: (node) => isMountPoint(dataPlace(places, node, ports.files.reader), ports.files.reader),
    roomFor: ({node, file}) => measureRoom(file, dirname(dataPlace(places, node, ports.files.reader)), ports),
    restoring: (order) => {
      const found = findProcesses(places, order.node, ports) ?? []
      const program = ['node', programOf(places, oldRelease(order, hands))]
      return [
        ...(found.length === 0 ? [] : [['kill', ...found.map(({pid}) => String(pid))]]),
        [...program, ...restoreArgs(order, hands)],
      ]
    },
    isAlive: (node) => {
      const found = findProcesses(places, node, ports)
      return found && found.length > 0
    },
    configOf: (node) => configDigest(places, node, ports.files.reader),
  }
}

type Way = (order: HandOrder, hands: Hands, signal: AbortSignal) => Promise<HandEnd>

const WAYS: Readonly<Record<Exclude<HandAct, GreenAct>, Way>> = {
  backup_create: (order, hands, signal) => makeBackup(order, hands, [], signal),
  backup_quiesced: (order, hands, signal) => makeBackup(order, hands, ['--quiesce'], signal),
  backup_verify: lookAtBackup,
  drain: async () => DONE,
  stop: async ({node}, {places, ports}, signal) =>
    await stopNode(
      {find: () => findProcesses(places, node, ports), serving: () => findServing(places, node, ports)},
      ports,
      signal,
    ),
  install: installRelease,
  migrate: async ({node, from, to, release}, hands, signal) => {
    const data = dataFolder(hands.places, node)
    return await callPatiently(release, ['migrate', '--from', from, '--to', to, '--data-dir', data], hands, signal)
  },
  verify: async ({node, release}, hands, signal) =>
    await callPatiently(release, ['verify', '--full', '--data-dir', dataFolder(hands.places, node)], hands, signal),
  start: startNode,
  restore_program: async ({node}, {places, ports}) => {
    const old = namedRelease(oldReleaseFile(places, node), ports.files.reader)
    // Nothing was installed yet where none was noted.
    if (old !== undefined) await nameRelease(releaseFile(places, node), old, ports)
    return DONE
  },
  restore_data: async (order, hands, signal) => {
    return await callPatiently(oldRelease(order, hands), restoreArgs(order, hands), hands, signal)
  },
}

const restoreArgs = ({file, node}: HandOrder, {places}: Hands): string[] => [
  ...['backup', 'restore', file, '--data-dir', dataFolder(places, node), '--force'],
]

/** The release of a node before anything was done to it. */
const oldRelease = ({node, from}: HandOrder, {places, ports: {files}}: Hands): string =>
  namedRelease(oldReleaseFile(places, node), files.reader) ??
  namedRelease(releaseFile(places, node), files.reader) ??
  from

const installed = ({node, from}: HandOrder, {places, ports: {files}}: Hands): string =>
  namedRelease(releaseFile(places, node), files.reader) ?? from

async function lookAtRelease(release: string, hands: Hands, signal: AbortSignal): Promise<SeenRelease> {
  const {places, ports} = hands
  const {reader} = ports.files
  const path = programOf(places, release)
  const nothing = {sha256: undefined, version: undefined, schema: undefined}
  if (reader.facts(path) === undefined) return {...nothing, fault: `there is no program of release ${release}`}
  const digest = sha256(reader.read(path)).replace('sha256:', '')
  const listed = listedDigest(places, release, reader)
  if (listed !== digest) return {...nothing, fault: 'the program of the release has another digest than the list says'}
  const said = await runRelease(release, ['--version'], hands, signal)
  const version = said.code === 0 ? releaseIn(said.output) : undefined
  const schema = /\bschema ([0-9]+)\b/.exec(said.output)?.[1]
  const fault = version === undefined ? 'the program of the release does not say which release it is' : undefined
  return {
    sha256: digest,
    version: version && releaseText(version),
    schema: schema === undefined ? undefined : Number(schema),
    fault,
  }
}

async function makeBackup(order: HandOrder, hands: Hands, flags: readonly string[], signal: AbortSignal) {
  const {places, ports} = hands
  const {reader, writer} = ports.files
  const args = ['backup', 'create', '--output', order.file, '--data-dir', dataFolder(places, order.node), ...flags]
  const create = async () => {
    // One that a driver which was killed had begun may have ended meanwhile: it is older than this step.
    for (const path of [order.file, `${order.file}.sha256`])
      if (reader.facts(path) !== undefined) await writer.remove(path)
    return await runRelease(installed(order, hands), args, hands, signal)
  }
  return await patiently(create, hands, signal)
}

async function installRelease({node, release}: HandOrder, {places, ports}: Hands): Promise<HandEnd> {
  const {reader} = ports.files
  const digest = sha256(reader.read(programOf(places, release))).replace('sha256:', '')
  if (digest !== listedDigest(places, release, reader))
    return undone('the program has another digest than the list says')
  const now = namedRelease(releaseFile(places, node), reader)
  if (now === release) return DONE
  if (now === undefined) return undone('which release is installed is not known')
  await nameRelease(oldReleaseFile(places, node), now, ports)
  await nameRelease(releaseFile(places, node), release, ports)
  return DONE
}

async function nameRelease(path: string, name: string, ports: EmbeddedPorts): Promise<void> {
  await writeAtomic(path, ports.redactor.text(`${name}\n`), ports)
}

async function startNode(order: HandOrder, hands: Hands): Promise<HandEnd> {
  const {places, ports} = hands
  const folder = nodeFolder(places, order.node)
  const running = findProcesses(places, order.node, ports)
  if (running !== undefined && running.length > 0) return DONE
  const start = await ports.programs.startDaemon()
  const program = programOf(places, installed(order, hands))
  const isStarted = await start({
    argv: [ports.programs.node, program, ...serveArgs(places, order.node, ports.files.reader)],
    cwd: folder,
    env: environment(ports),
    log: logFile(places, order.node),
  })
  return isStarted ? DONE : undone('the program cannot be started')
}

async function lookAtBackup(order: HandOrder, hands: Hands, signal: AbortSignal): Promise<HandEnd> {
  if (hands.ports.files.reader.facts(order.file) === undefined) return {...undone('it is gone'), isDamaged: true}
  return lookEndOf(await runRelease(installed(order, hands), ['backup', 'verify', order.file, '--deep'], hands, signal))
}

async function callPatiently(release: string, args: readonly string[], hands: Hands, signal: AbortSignal) {
  return await patiently(() => runRelease(release, args, hands, signal), hands, signal)
}

async function patiently(call: () => ReturnType<typeof runRelease>, {ports}: Hands, signal: AbortSignal) {
  for (let wait = 0; ; wait++) {
    const end = await call()
    if (end.code !== REFUSED || wait >= WAITS) return handEndOf(end)
    await sleep(ports.clock, WAIT_MS, signal)
  }
}

async function runRelease(release: string, args: readonly string[], {places, ports}: Hands, signal: AbortSignal) {
  const argv = [ports.programs.node, programOf(places, release), ...args] as const
  return await runProgram({argv: [...argv], cwd: places.home, env: environment(ports), ...LIMITS}, ports, signal)
}

const environment = ({env}: Pick<MeasurementPorts, 'env'>): Record<string, string> =>
  env['PATH'] === undefined ? {} : {PATH: env['PATH']}
