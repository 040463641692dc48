import type {NodeTargetAdapter} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {runProgram} from '#host/client/open-workbench'
import type {ProgramEnd} from '#host/client/workbench'
import {type AdapterPart, type AdapterWords, adapterArgv, withWords} from '#host/model/adapter-argv'
import {releaseIn, releaseText} from '#host/model/version'
import type {MeasurementPorts} from '#measurement/ports'
import {type HandAct, type HandOrder, type NodeHands, partOf} from '../model/hands.ts'
import {handEndOf, lookEndOf} from './program-end.ts'

const ACTS: readonly HandAct[] = [
  'backup_create',
  'backup_quiesced',
  'backup_verify',
  'drain',
  'stop',
  'install',
  'migrate',
  'verify',
  'start',
  'restore_program',
  'restore_data',
  'green_create',
  'green_start',
  'green_remove',
  'switch_green',
  'switch_blue',
]
const USUAL_TIMEOUT_S = 600
const USUAL_OUTPUT_BYTES = 256 * 1024

type Ports = Pick<MeasurementPorts, 'children' | 'clock' | 'env' | 'space'>

/** Programs of the target do the work: argument arrays, of which whole elements are words. */
export function openPrograms(adapter: NodeTargetAdapter, ports: Ports): NodeHands {
  const run = async (part: AdapterPart, words: AdapterWords, signal: AbortSignal): Promise<ProgramEnd | undefined> => {
    const argv = adapterArgv(adapter, part)
    if (argv === undefined) return undefined
    const {PATH} = ports.env
    const program = {
      argv: withWords(argv, words),
      cwd: ports.space.temporary,
      env: {...(PATH !== undefined && {PATH}), LC_ALL: 'C', TZ: 'UTC'},
      timeoutMs: (adapter.timeout_s ?? USUAL_TIMEOUT_S) * 1000,
      mostOutputBytes: adapter.output_limit_bytes ?? USUAL_OUTPUT_BYTES,
    }
    return await runProgram(program, ports, signal)
  }
  return {
    can: new Set(ACTS.filter((act) => adapterArgv(adapter, partOf(act)) !== undefined)),
    look: async (_release, version, signal) => await lookAtProgram((part) => run(part, {'{version}': version}, signal)),
    act: async (order, signal) => {
      const end = await run(partOf(order.act), wordsOf(order, adapter), signal)
      if (end === undefined) throw new AssayError('bug', `the target names no program for ${order.act}`)
      return order.act === 'backup_verify' ? lookEndOf(end) : handEndOf(end)
    },
    releases: () => undefined,
    dataBytes: () => undefined,
    dataElsewhere: () => undefined,
    isFixed: () => false,
    replacedData: () => [],
    roomFor: () => undefined,
    restoring: (order) => {
      const argvs = (['stop', 'restore_data'] as const).map((act) => {
        const argv = adapterArgv(adapter, act)
        return argv && withWords(argv, wordsOf({...order, act}, adapter))
      })
      return argvs.every((argv) => argv !== undefined) ? argvs : []
    },
    isAlive: () => undefined,
    configOf: () => undefined,
  }
}

async function lookAtProgram(run: (part: AdapterPart) => Promise<ProgramEnd | undefined>) {
  const said = await run('artifact_version')
  const digest = await run('artifact_digest')
  const release = said === undefined ? undefined : releaseIn(said.output)
  const isOpen = said !== undefined && (said.code !== 0 || release === undefined)
  const sha256 = digest?.code === 0 ? /\b[0-9a-f]{64}\b/.exec(digest.output)?.[0] : undefined
  const fault = isOpen
    ? 'the program of the release does not say which release it is'
    : digest !== undefined && sha256 === undefined
      ? 'the program of the release has no digest that can be read'
      : undefined
  return {sha256, version: release && releaseText(release), schema: undefined, fault}
}

function wordsOf({act, node, from, to, file}: HandOrder, {images = {}}: NodeTargetAdapter): AdapterWords {
  const version = act === 'restore_program' || act === 'restore_data' ? from : to
  const image = images[version]
  const side = act === 'switch_blue' ? 'blue' : 'green'
  const words = {'{node}': node, '{version}': version, '{side}': side, '{from}': from, '{file}': file}
  return image === undefined ? words : {...words, '{image}': image}
}
