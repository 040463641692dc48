import {join} from 'node:path'
import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import {makeFolders} from '#path/make-folders'
import {writeAtomic} from '#path/write-atomic'
import {nodeNames} from '../model/names-of-nodes.ts'
import {homeIn, NETWORK_FILE, nodeIn, TLS_CERT} from '../model/site-layout.ts'
import type {Site} from '../site/open-site.ts'
import {commandEnd} from '../site/run-command.ts'
import {type ActionContext, type ActionWay, textOf} from './action-context.ts'
import {killServer, startServer} from './apply-process.ts'

/** A node serves with another certificate for its key, that lasts so many days. */
export const replaceCertificate: ActionWay = async (args, context) => {
  const {site, ports, folder} = context
  if (site === undefined) return 'noop'
  const name = nodeOf(args)
  const path = join(nodeIn(homeIn(folder), name), TLS_CERT)
  return await restarted(name, context, async () => {
    await ports.files.writer.rename(path, asideOf(path))
    await site.tls?.renew(name, Number(args['days']))
  })
}

/** The node serves with its own certificate. */
export const returnCertificate: ActionWay = async (args, context) => {
  const {folder, ports} = context
  const name = nodeOf(args)
  const path = join(nodeIn(homeIn(folder), name), TLS_CERT)
  if (ports.files.reader.facts(asideOf(path)) === undefined) return 'noop'
  return await restarted(name, context, () => ports.files.writer.rename(asideOf(path), path))
}

/**
 * A validator is somebody else, as after its machine was made anew: its data are gone, it has a new key, and that key stands in its own file of
 * validators and in no other.
 */
export const replaceKey: ActionWay = async (args, context) => {
  const {site, ports, folder, signal} = context
  if (site === undefined) return 'noop'
  const name = nodeOf(args)
  const {data, network} = placesOf(folder, name)
  const {reader, writer, directories} = ports.files
  return await restarted(name, context, async () => {
    const members: unknown = JSON.parse(new TextDecoder().decode(reader.read(network)))
    await writer.rename(data, asideOf(data))
    await writer.rename(network, asideOf(network))
    await makeFolders(data, directories)
    const {exit, text} = await commandEnd(['hostnode', 'key', '--data-dir', data], site, ports, signal)
    if (exit !== 0) throw new AssayError('unreachable', `the node ${name} makes no key: ${text}`)
    await writeAtomic(network, ports.redactor.json(withKey(members, name, text.trim())), ports)
  })
}

/** The validator is who it was, with the data of then. */
export const returnKey: ActionWay = async (args, context) => {
  const {ports, folder} = context
  const name = nodeOf(args)
  const {data, network} = placesOf(folder, name)
  const {reader, writer, directories} = ports.files
  const kept = [data, network].filter((path) => reader.facts(asideOf(path)) !== undefined)
  if (kept.length === 0) return 'noop'
  return await restarted(name, context, async () => {
    for (const path of kept) {
      if (path === data) await directories.removeTree(data)
      await writer.rename(asideOf(path), path)
    }
  })
}

/** Changes a node while it does not run, and starts it where whoever drills is there to start it. */
async function restarted(name: string, context: ActionContext, change: () => Promise<void>) {
  const {site} = context
  if (site !== undefined && isRunning(name, site)) await killServer({server: name, signal: 'TERM'}, context)
  await change()
  if (site !== undefined) await startServer({server: name}, context)
  return 'done' as const
}

const isRunning = (name: string, site: Site) => site.server(name).isThere() && site.identityOf(name).start !== 'gone'

function withKey(network: unknown, name: string, pubkey: string) {
  const {validators, ...rest} = isRecord(network) ? network : {}
  const members: readonly unknown[] = Array.isArray(validators) ? validators : []
  return {
    ...rest,
    validators: members.map((one) => (isRecord(one) && one['name'] === name ? {...one, pubkey} : one)),
  }
}

function placesOf(folder: string, name: string) {
  const own = nodeIn(homeIn(folder), name)
  return {data: join(own, 'data'), network: join(own, NETWORK_FILE)}
}

const asideOf = (path: string) => `${path}.aside`

/** What a journal names otherwise is no node of a drill. */
function nodeOf(args: Readonly<Record<string, unknown>>): string {
  const name = textOf(args, 'server')
  if (nodeNames(4).includes(name)) return name
  throw new AssayError('invalid_input', 'this is no node of a drill')
}
