import {AssayError} from '#error/assay-error'
import {EXIT} from '#error/exit'
import {Redactor} from '#redact/redactor'
import {type NodeRelease, releaseLine} from './model/release.ts'
import {nodeHelp} from './process/help-text.ts'
import type {NodePorts} from './process/ports.ts'
import type {NodeSurroundings} from './process/surroundings.ts'
import {storeFault} from './store/store-faults.ts'

/** The newest release; launchers can pass others. */
export const NEWEST: Omit<NodeRelease, 'build'> = {version: '2.0.0', schemaVersion: 4}

type Command = (release: NodeRelease, around: NodeSurroundings, ports: NodePorts) => Promise<number>

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: () => import('./process/serve-node.ts').then((one) => one.serveNode),
  status: () => import('./process/show-status.ts').then((one) => ofAnyRelease(one.showStatus)),
  fault: () => import('./process/show-fault.ts').then((one) => ofAnyRelease(one.showFault)),
  migrate: () => import('./process/run-migrate.ts').then((one) => one.migrateData),
  backup: () => import('./process/show-backup.ts').then((one) => one.showBackup),
  key: () => import('./process/show-key.ts').then((one) => ofAnyRelease(one.showKey)),
  verify: () => import('./process/show-verify.ts').then((one) => one.showVerify),
}

function ofAnyRelease(run: (around: NodeSurroundings, ports: NodePorts) => Promise<number>): Command {
  return (_, around, ports) => run(around, ports)
}

/** The program: runs the command and returns its exit code. An error is told in one line, and one more for each place in a document. */
export function runHostnode(release: NodeRelease, around: NodeSurroundings): Promise<number> {
  return Promise.try(() => perform(release, around)).catch((error: unknown) => tellNodeError(error, around))
}

function tellNodeError(thrown: unknown, around: NodeSurroundings): number {
  const redactor = new Redactor()
  const error = storeFault(thrown, 'the database of the node cannot be used')
  const isOurs = error instanceof AssayError
  const name = error instanceof Error ? error.name : typeof error
  const what = isOurs ? `${error.code}: ${error.message}. ${error.hint}` : `bug: ${name}`
  around.err(`hostnode: error ${redactor.text(what)}\n`)
  for (const place of isOurs ? placesOf(error) : []) around.err(`hostnode: ${redactor.text(place)}\n`)
  if (!isOurs && error instanceof Error) around.err(`${redactor.text(error.stack ?? '')}\n`)
  return EXIT[isOurs ? error.exit : 'bug']
}

/** One line for each place where a document is wrong. */
function placesOf({issues}: AssayError): string[] {
  return issues.flatMap(({line, column, message}) =>
    line === undefined ? [] : [`line ${line}, column ${column ?? 1}: ${message}`],
  )
}

/** Each command loads only what it needs: only `serve` is a server, and `--version` needs no port of this machine. */
function perform(release: NodeRelease, around: NodeSurroundings): Promise<number> {
  const [command = '--help', ...rest] = around.args
  if (command === '--version' && rest.length === 0) return say(around, `${releaseLine(release)}\n`)
  if (command === '--help' || rest.includes('--help')) return say(around, nodeHelp(release, around.args))
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
  if (run !== undefined) return carryOut(run, release, around)
  throw new AssayError('unknown_command', 'there is no such command', {hint: 'Run hostnode --help for the list.'})
}

function carryOut(load: () => Promise<Command>, release: NodeRelease, around: NodeSurroundings): Promise<number> {
  const loaded = Promise.all([load(), import('./compose-node.ts')])
  return loaded.then(([run, {composeNode}]) => run(release, around, composeNode(around)))
}

function say(around: NodeSurroundings, text: string): Promise<number> {
  around.out(text)
  return Promise.resolve(EXIT.ok)
}
