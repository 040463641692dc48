// Holds every check against our own node with every fault it can be set to, against every release that is broken, and against every shape of other
// services it can speak, and against networks of four with every fault of a member, and prints who saw what. Exits 1 when a fault goes unseen or an
// honest node is blamed.
// Usage: measure-faults.ts [--only TEXT OF A ROW]
import type {NodeCheckResult} from '#contract/generated/types'
import {CHECK_IDS} from '#host/check/checks'
import {COMPAT_SHAPES} from '#hostnode/model/compat-names'
import {closedPort} from '../../test/support/closed-port.ts'
import {NetworkBench} from '../../test/support/consensus/network-bench.ts'
import {NETWORK_ROWS} from '../../test/support/consensus/network-rows.ts'
import {askOwnNode} from '../../test/support/own-node/check-own-node.ts'
import {compatBlame, compatTarget} from '../../test/support/own-node/compat-rows.ts'
import {OWN_ROWS} from '../../test/support/own-node/fault-rows.ts'
import {OwnBench} from '../../test/support/own-node/own-bench.ts'
import {startOwnNode} from '../../test/support/own-node/start-own-node.ts'
import {tempDir} from '../../test/support/temp-dir.ts'
import {MatrixPrinter} from './print-matrix.ts'
import {readWords} from './read-words.ts'

type FoundCheck = NodeCheckResult['checks'][number]

const {only} = readWords({options: {only: {type: 'string', default: ''}}}).values
/** How long requests are timed on both sides: what takes long is tried often enough to be compared in 9 s, and memory is in 135 s. */
const WINDOW_S = {brief: 9, slow: 135} as const

const LEGACY_UPGRADED = 'compat legacy, upgraded'
const rows = OWN_ROWS.filter(({name}) => name.includes(only))
const shapes = [...COMPAT_SHAPES, 'legacy'].filter((name) => `compat ${name}`.includes(only))
const networkRows = NETWORK_ROWS.filter(({name}) => name.includes(only))
const names = [
  ...[...rows, ...networkRows].map(({name}) => name),
  ...shapes.map((name) => `compat ${name}`),
  LEGACY_UPGRADED,
]
const printer = new MatrixPrinter(names, CHECK_IDS)
/** What a node alone cannot be asked, with programs beside it or as a member of a network. */
const UNASKABLE = new Set(['capability_absent', 'not_validator', 'not_https'])
/** What is skipped of members of a network that nothing was upgraded of. */
const NETWORK_UNASKABLE = new Set(['capability_absent', 'no_baseline', 'not_https'])

for (const length of ['brief', 'slow'] as const) {
  const some = rows.filter(({isSlow = false}) => isSlow === (length === 'slow'))
  if (some.length === 0) continue
  await using bench = await OwnBench.open(WINDOW_S[length])
  const {checks} = await bench.check({name: 'honest', seenBy: []})
  printer.honest(`honest (${WINDOW_S[length]} s)`, checks, (check) => isUnasked(check, UNASKABLE) || isCounted(check))
  for (const row of some) {
    const {checks: found, exit} = await bench.check(row)
    if (row.isBorne) printer.honest(row.name, found)
    else if (row.isDown === undefined) printer.wrong(row.name, found, row.seenBy)
    else {
      printer.line(row.name, `does not serve; exit ${exit.code}`)
      if (exit.name !== 'unavailable') printer.trouble(`${row.name} does not serve, and the verdict is ${exit.name}`)
    }
  }
}
for (const shape of shapes) {
  using dir = tempDir()
  const port = await closedPort()
  await using node = await startOwnNode(['--allow-hook-target', `127.0.0.1:${port}`, '--compat', shape])
  const argv = ['check', '--mode', 'standard']
  const {checks} = await askOwnNode(node, argv, {folder: dir.path, port, over: compatTarget(shape)})
  const blame = compatBlame(shape, checks)
  for (const one of blame) printer.trouble(one)
  printer.honest(`compat ${shape}`, checks, ({id}) => !blame.some((one) => one.startsWith(`${shape}: ${id} `)))
}
if (LEGACY_UPGRADED.includes(only)) {
  await using bench = await OwnBench.open(WINDOW_S.brief, 'legacy')
  const {checks} = await bench.check({name: LEGACY_UPGRADED, seenBy: []})
  const blame = compatBlame('legacy', checks)
  const isExcused = (check: FoundCheck) =>
    isCounted(check) || !blame.some((one) => one.startsWith(`legacy: ${check.id} `))
  printer.honest(LEGACY_UPGRADED, checks, isExcused)
}
if (networkRows.length > 0) {
  await using bench = await NetworkBench.open()
  const isExcused = (check: FoundCheck) => isUnasked(check, NETWORK_UNASKABLE)
  printer.honest('four that agree', (await bench.honest()).checks, isExcused)
  for (const row of networkRows) {
    const {checks} = await bench.check(row)
    if (row.isBorne) printer.honest(row.name, checks, isExcused)
    else printer.wrong(row.name, checks, row.seenBy)
  }
  printer.honest('four, afterwards', (await bench.honest()).checks, isExcused)
}
process.exitCode = printer.end(
  `${rows.length + networkRows.length} ways to be wrong, each seen; no honest node and no other shape blamed`,
)

function isUnasked({status, reason}: FoundCheck, reasons: ReadonlySet<string>): boolean {
  return status === 'skip' && reasons.has(reason ?? '')
}

/** The secrets of a baseline are in a keyring, and there is none here: it says so, and that it only counted. */
function isCounted({id, status, reason}: FoundCheck): boolean {
  return id === 'data.accounts' && status === 'warn' && (reason ?? '').startsWith('counted alone')
}
