import type {NodeSentinels} from '#contract/generated/types'
import {askOwner} from '../check/ask-owner.ts'
import type {CheckContext} from '../check/check.ts'
import {hooksPath, idIn, repositoryIn} from '../check/repository.ts'
import {askRefs, gitPath} from '../client/ask-refs.ts'
import {isOk} from '../client/host-client.ts'
import {readList} from '../client/read-list.ts'
import {asText, readField} from '../model/field.ts'

/** One of each, under this name, for all baselines of a target. */
const NAME = 'assay-sentinel'
/** Nothing is ever sent there: the webhook is switched off, and no test of it is asked for. */
const NOWHERE = 'https://example.com/assay-sentinel'

const NONE: NodeSentinels = {token_id: null, hook_id: null, repository: null}

/** Leaves a token, a webhook and a repository of our own, so that their being there later shows continuity; those of an earlier baseline are kept. */
export async function makeSentinels(context: CheckContext): Promise<NodeSentinels> {
  const {target, token} = context
  const owner = token === undefined ? undefined : await askOwner(context)
  if (!target.checks.mutate || owner === undefined) return NONE
  if (!(await ensureRepository(context, owner))) return {...NONE, token_id: await ensureToken(context)}
  await ensureCommit(context, owner)
  return {
    token_id: await ensureToken(context),
    hook_id: await ensureHook(context, owner),
    repository: `${owner}/${NAME}`,
  }
}

async function ensureRepository({front, signal}: CheckContext, owner: string): Promise<boolean> {
  const list = await readList(front.client, '/api/repos', signal)
  if (list.items.some((item) => repositoryIn(item, owner)?.name === NAME)) return true
  return isOk(await front.client.ask({method: 'POST', path: '/api/repos', body: {name: NAME, owner}}, signal))
}

/** An empty repository has no ref that could be lost. */
async function ensureCommit({front, signal, workbench, log}: CheckContext, owner: string): Promise<void> {
  const answer = await askRefs(front.client, gitPath(owner, NAME), signal)
  if (answer.kind === 'refs' && answer.list.refs.size > 0) return
  const calls: readonly (readonly [string[], string | undefined])[] = [
    [['clone', '--quiet', '--', front.client.baseUrl + gitPath(owner, NAME), NAME], undefined],
    [['commit', '--quiet', '--allow-empty', '-m', 'sentinel'], NAME],
    [['push', '--quiet', 'origin', 'HEAD'], NAME],
  ]
  for (const [args, cwd] of calls) log('sentinels', (await workbench.git(args, cwd === undefined ? {} : {cwd})).output)
}

/** An old one that still can be tried is worth more than a new one; one whose value nobody here has is taken away where a new one can be kept. */
async function ensureToken(context: CheckContext): Promise<string | null> {
  const {front, signal, target, notes, vault} = context
  const path = target.auth.tokens_path
  const list = await readList(front.client, path, signal)
  const known = list.items.find((item) => readField(item, ['name'], asText)?.value === NAME)
  const old = known === undefined ? undefined : idIn(known)?.value
  if (old !== undefined && (await vault.find(`token:${old}`)) !== undefined) return old
  const made = await front.client.ask({method: 'POST', path, body: {name: NAME, scopes: ['user:read']}}, signal)
  const value = readField(made.json, ['token', 'value'], asText)?.value
  const id = isOk(made) ? idIn(made.json)?.value : undefined
  if (value === undefined || id === undefined) return old ?? null
  notes.secrets.add(value)
  const isKept = await vault.keep(`token:${id}`, value)
  const leftOver = isKept || old === undefined ? old : id
  if (leftOver !== undefined)
    await front.client.ask({method: 'DELETE', path: `${path}/${encodeURIComponent(leftOver)}`}, signal)
  return isKept || old === undefined ? id : old
}

/** To the receiver of the target, where the service lets it be; switched off, so that only a test sends anything. */
async function ensureHook(context: CheckContext, owner: string): Promise<string | null> {
  const {front, signal, target, vault} = context
  const path = hooksPath(owner, NAME)
  const wanted = [target.checks.receiver?.public_url ?? NOWHERE, NOWHERE]
  const list = await readList(front.client, path, signal)
  for (const url of new Set(wanted)) {
    const known = list.items.find((item) => readField(item, ['url'], asText)?.value === url)
    const old = known === undefined ? undefined : idIn(known)?.value
    if (old !== undefined && (url === NOWHERE || (await vault.find(`hook:${old}`)) !== undefined)) return old
    const made = await makeSentinelHook(context, path, url)
    if (made === undefined) continue
    if (old !== undefined)
      await front.client.ask({method: 'DELETE', path: `${path}/${encodeURIComponent(old)}`}, signal)
    return made
  }
  return null
}

/** Undefined where the service does not let it be. */
async function makeSentinelHook(
  {front, signal, entropy, notes, vault}: CheckContext,
  path: string,
  url: string,
): Promise<string | undefined> {
  const secret = Buffer.from(entropy.bytes(24)).toString('hex')
  notes.secrets.add(secret)
  const body = {url, secret, events: ['push'], active: false}
  const made = await front.client.ask({method: 'POST', path, body}, signal)
  const id = isOk(made) ? idIn(made.json)?.value : undefined
  if (id !== undefined) await vault.keep(`hook:${id}`, secret)
  return id
}
