import {type RefList, readAdvertisedRefs} from './git-refs.ts'
import {type HostClient, isOk} from './host-client.ts'

/** Some 800,000 refs. */
const MOST_BYTES = 64 * 1024 * 1024

/** What a host answers when it is asked for the refs of a repository. */
export type RefAnswer =
  | {readonly kind: 'refs'; readonly list: RefList}
  | {readonly kind: 'none'; readonly status: number}

/** The path of a repository below the base of its host. */
export const gitPath = (owner: string, name: string): string =>
  `/git/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`

/** Throws as `ask` does. */
export async function askRefs(client: HostClient, path: string, signal: AbortSignal): Promise<RefAnswer> {
  const reply = await client.ask({path: `${path}/info/refs?service=git-upload-pack`, limitBytes: MOST_BYTES}, signal)
  const list = isOk(reply) ? readAdvertisedRefs(reply.body) : undefined
  return list ? {kind: 'refs', list} : {kind: 'none', status: reply.status}
}
