import {AssayError} from '#error/assay-error'
import {EXIT} from '#error/exit'
import {composeNode} from './compose-node.ts'
import {type NodeRelease, releaseLine} from './model/release.ts'
import {nodeHelp} from './process/help-text.ts'
import {migrateData} from './process/run-migrate.ts'
import {serveNode} from './process/serve-node.ts'
import {showBackup} from './process/show-backup.ts'
import {showFault} from './process/show-fault.ts'
import {showKey} from './process/show-key.ts'
import {showStatus} from './process/show-status.ts'
import {showVerify} from './process/show-verify.ts'
import type {NodeSurroundings} from './process/surroundings.ts'
import {storeFault} from './store/store-faults.ts'

/** The newest release; launchers hand in others. */
export const NEWEST: Omit<NodeRelease, 'build'> = {version: '2.0.0', schemaVersion: 4}

/** The program: what was asked for, done, and its exit code. Errors are told in one line and leave nothing else. */
export function runHostnode(release: NodeRelease, around: NodeSurroundings): Promise<number> {
  return Promise.try(() => perform(release, around)).catch((error: unknown) => tellNodeError(error, around))
}

function tellNodeError(thrown: unknown, around: NodeSurroundings): number {
  const {redactor} = composeNode(around)
  const error = storeFault(thrown, 'the database of the node cannot be used')
  const isOurs = error instanceof AssayError
  const name = error instanceof Error ? error.name : typeof error
  const what = isOurs ? `${error.code}: ${error.message}. ${error.hint}` : `bug: ${name}`
  around.err(`hostnode: error ${redactor.text(what)}\n`)
  if (!isOurs && error instanceof Error) around.err(`${redactor.text(error.stack ?? '')}\n`)
  return EXIT[isOurs ? error.exit : 'bug']
}

function perform(release: NodeRelease, around: NodeSurroundings): Promise<number> {
  const [command = '--help', ...rest] = around.args
  if (command === '--version' && rest.length === 0) return say(around, `${releaseLine(release)}\n`)
  if (command === '--help' || rest.includes('--help')) return say(around, nodeHelp(release))
  if (command === 'serve') return serveNode(release, around, composeNode(around))
  if (command === 'status') return showStatus(around, composeNode(around))
  if (command === 'fault') return showFault(around, composeNode(around))
  if (command === 'migrate') return migrateData(release, around, composeNode(around))
  if (command === 'backup') return showBackup(release, around, composeNode(around))
  if (command === 'key') return showKey(around, composeNode(around))
  if (command === 'verify') return showVerify(release, around, composeNode(around))
  throw new AssayError('unknown_command', 'there is no such command', {hint: 'Run hostnode --help for the list.'})
}

function say(around: NodeSurroundings, text: string): Promise<number> {
  around.out(text)
  return Promise.resolve(EXIT.ok)
}
