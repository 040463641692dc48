import {join} from 'node:path'
import {AssayError} from '#error/assay-error'
import {nodeNames} from '../model/names-of-nodes.ts'
import {homeIn, nodeIn} from '../model/site-layout.ts'
import {type ActionWay, textOf} from './action-context.ts'

/** The data of a node that does not run are gone; they lie aside. */
export const replaceData: ActionWay = async (args, {folder, ports}) => {
  const {data, aside} = placesOf(folder, textOf(args, 'server'))
  await ports.files.writer.rename(data, aside)
  return 'done'
}

/** Puts the data back where nothing is in their place; what was restored meanwhile stays, and what lay aside goes. */
export const returnData: ActionWay = async (args, {folder, ports}) => {
  const {data, aside} = placesOf(folder, textOf(args, 'server'))
  const {reader, writer, directories} = ports.files
  if (reader.facts(aside) === undefined) return 'noop'
  if (reader.facts(data) === undefined) await writer.rename(aside, data)
  else await directories.removeTree(aside)
  if (reader.facts(data)?.kind !== 'directory') throw new AssayError('io_error', 'the data are not where they were')
  return 'done'
}

/** What a journal names otherwise is no node of a drill. */
function placesOf(folder: string, name: string) {
  if (!nodeNames(4).includes(name)) throw new AssayError('invalid_input', 'this is no node of a drill')
  const own = nodeIn(homeIn(folder), name)
  return {data: join(own, 'data'), aside: join(own, 'data.aside')}
}
