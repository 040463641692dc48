import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {composeNode} from '#hostnode/compose-node'
import {readConfig} from '#hostnode/config/read-config'
import {NEWEST} from '#hostnode/main'
import {startNode} from '#hostnode/process/start-node'
import {nodeFiles} from '#path/node-files'
import {tempDir} from '../temp-dir.ts'

/** Where a node is, and who may ask it. */
export interface OwnNode {
  readonly url: string
  readonly metricsUrl: string
  readonly token: string
}

/** A node of the newest release in this process, with user `alice`: for what needs no process of its own, many of them at little cost. */
export async function startOwnNode(flags: readonly string[] = []): Promise<OwnNode & AsyncDisposable> {
  const dir = tempDir()
  const addresses = ['api', 'metrics'].flatMap((name) => [`--${name}-addr`, '127.0.0.1:0'])
  const first = ['--bootstrap-user', 'alice', '--bootstrap-token-file', join(dir.path, 'token')]
  const args = ['--data-dir', join(dir.path, 'data'), '--peer-addr', 'off', ...addresses, ...first, ...flags]
  const settings = await readConfig({args, env: {}}, nodeFiles.reader)
  const release = {...NEWEST, build: '00000000'}
  const wish = {settings, release, crashAt: () => undefined, say: () => undefined, pid: process.pid}
  const node = await startNode(wish, composeNode({env: process.env}))
  const {api, metrics} = node.announcement
  return {
    url: api,
    metricsUrl: metrics ?? '',
    token: readFileSync(join(dir.path, 'token'), 'utf8').trim(),
    [Symbol.asyncDispose]: async () => {
      await node.stop()
      dir[Symbol.dispose]()
    },
  }
}
