import {resolve} from 'node:path'
import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import {EXIT} from '#error/exit'
import {parseWait} from '../config/setting-values.ts'
import {dataDirOf, readCommandFlags} from './command-flags.ts'
import type {NodePorts} from './ports.ts'
import type {NodeSurroundings} from './surroundings.ts'
import {announcementPath} from './write-announcement.ts'

const MOST_BYTES = 1024 * 1024
const HINT = 'Run hostnode fault set NAME --ttl 60s [--args JSON], hostnode fault clear [NAME] or hostnode fault list.'

/** `hostnode fault`: sets, ends and lists faults of a node that allows them, and prints its answer. 0; 2 where the node refuses; 3 without an answer. */
export async function showFault(around: NodeSurroundings, ports: NodePorts): Promise<number> {
  const flags = readCommandFlags(around.args.slice(1), {values: ['data-dir', 'socket', 'ttl', 'args'], switches: []})
  const [op, fault, ...more] = flags.operands
  if (
    op === undefined ||
    !['set', 'clear', 'list'].includes(op) ||
    more.length > 0 ||
    (op === 'set' && fault === undefined)
  )
    throw new AssayError('usage', 'fault needs set, clear or list, and at most one name', {hint: HINT})
  const ttl = flags.values.get('ttl')
  const ttlMs = ttl === undefined ? undefined : parseWait(ttl)
  if (ttl !== undefined && ttlMs === undefined) throw new AssayError('usage', '--ttl must be a time such as 30s or 5m')
  const order = {
    op,
    fault,
    args: argsOf(flags.values.get('args')),
    ttl_s: ttlMs === undefined ? undefined : ttlMs / 1000,
  }
  const socket = flags.values.get('socket')
  const path = socket === undefined ? announcedSocket(dataDirOf(flags, around), ports) : resolve(around.cwd, socket)
  const answer: unknown = JSON.parse(await ports.control.ask(path, JSON.stringify(order)))
  if (!isRecord(answer)) throw new AssayError('unreachable', 'the control socket answered no object')
  if (answer['ok'] !== true) throw new AssayError('invalid_input', String(answer['message']), {hint: HINT})
  const {ok: _, ...told} = answer
  around.out(`${JSON.stringify(told)}\n`)
  return EXIT.ok
}

function argsOf(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AssayError('usage', '--args must be a JSON object such as {"route":"*","ms":200}', {cause})
  }
}

/** As the node on the data directory says. */
function announcedSocket(dataDir: string, {files}: NodePorts): string {
  const path = announcementPath(dataDir)
  const text = files.reader.facts(path) && new TextDecoder().decode(files.reader.read(path, MOST_BYTES))
  const value: unknown = text === undefined ? undefined : JSON.parse(text)
  const control = isRecord(value) ? value['control'] : undefined
  if (typeof control === 'string') return control
  throw new AssayError('unreachable', 'no node that allows faults serves that data directory', {
    hint: 'Start it with --allow-faults, or name its socket with --socket.',
  })
}
