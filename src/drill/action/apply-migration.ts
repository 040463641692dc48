import {join} from 'node:path'
import {AssayError} from '#error/assay-error'
import {homeIn} from '../model/site-layout.ts'
import {actOn, RELEASED} from '../site/open-released.ts'
import {type ActionArgs, type ActionContext, type ActionWay, namesOf, textOf} from './action-context.ts'

const MOST_OUTPUT_BYTES = 64 * 1024

/**
 * Puts another release in the place of a node that does not run, and gives its command once for each of these crash points, at which it ends by SIGKILL: each
 * goes on with what the one before it left.
 */
export const crashMigration: ActionWay = async (args, context) => {
  const {site, ports} = context
  if (site === undefined) return 'noop'
  const place = placeOf(args, context)
  await actOn(place, 'backup_create', ports)
  await actOn(place, 'install', ports)
  for (const point of namesOf(args, 'at')) await crashAt(point, args, place.home, context)
  return 'done'
}

async function crashAt(point: string, args: ActionArgs, home: string, {ports, signal}: ActionContext): Promise<void> {
  const {programs, children, env} = ports
  const program = join(home, RELEASED.releases, `${textOf(args, 'release')}.mjs`)
  const request = {
    argv: [programs.node, program, ...namesOf(args, 'argv').slice(1)] as const,
    cwd: home,
    env: {PATH: env['PATH'] ?? '', HOSTNODE_CRASH_AT: point},
    mostOutputBytes: MOST_OUTPUT_BYTES,
    onOutput: async () => undefined,
  }
  const {end} = await children.run(request, signal)
  if (end.kind !== 'signalled') throw new AssayError('unreachable', `the migration was not killed at ${point}`)
}

/** The data and the release of before, whatever was made of them meanwhile; the node runs. */
export const undoMigration: ActionWay = async (args, context) => {
  const {site, ports} = context
  const place = placeOf(args, context)
  if (site === undefined || ports.files.reader.facts(place.file) === undefined) return 'noop'
  await actOn(place, 'stop', ports)
  await actOn(place, 'restore_data', ports)
  await actOn(place, 'restore_program', ports)
  await site.startServer(place.node)
  for (const path of [place.file, `${place.file}.sha256`]) await ports.files.writer.remove(path)
  return 'done'
}

function placeOf(args: ActionArgs, {folder}: Pick<ActionContext, 'folder'>) {
  const home = homeIn(folder)
  const node = textOf(args, 'server')
  return {home, node, release: textOf(args, 'release'), file: join(home, `before-${node}.tar.gz`)}
}
