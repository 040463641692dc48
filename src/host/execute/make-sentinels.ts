import type {NodeSentinels} from '#contract/generated/types'
import {askOwner} from '../check/ask-owner.ts'
import type {CheckContext} from '../check/check.ts'
import {hooksPath} from '../check/check-data.ts'
import {idIn, repositoryIn} from '../check/repository.ts'
import {askRefs, gitPath} from '../client/ask-refs.ts'
import {isOk} from '../client/host-client.ts'
import {readList} from '../client/read-list.ts'
import {asText, readField} from '../model/field.ts'

/** One of each, under this name, for all baselines of a target. */
const NAME = 'assay-sentinel'
/** Nothing is ever sent there: the webhook is switched off. */
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

async function ensureToken({front, signal, target, notes}: CheckContext): Promise<string | null> {
  const path = target.auth.tokens_path
  const known = await idNamed({front, signal}, path, 'name')
  if (known !== undefined) return known
  const made = await front.client.ask({method: 'POST', path, body: {name: NAME, scopes: ['user:read']}}, signal)
  const value = readField(made.json, ['token', 'value'], asText)?.value
  if (value !== undefined) notes.secrets.add(value)
  return isOk(made) ? (idIn(made.json)?.value ?? null) : null
}

async function ensureHook({front, signal, entropy, notes}: CheckContext, owner: string): Promise<string | null> {
  const path = hooksPath(owner, NAME)
  const list = await readList(front.client, path, signal)
  const known = list.items.find((item) => readField(item, ['url'], asText)?.value === NOWHERE)
  if (known !== undefined) return idIn(known)?.value ?? null
  const secret = Buffer.from(entropy.bytes(24)).toString('hex')
  notes.secrets.add(secret)
  const made = await front.client.ask(
    {method: 'POST', path, body: {url: NOWHERE, secret, events: ['push'], active: false}},
    signal,
  )
  return isOk(made) ? (idIn(made.json)?.value ?? null) : null
}

async function idNamed(
  {front, signal}: Pick<CheckContext, 'front' | 'signal'>,
  path: string,
  key: string,
): Promise<string | undefined> {
  const list = await readList(front.client, path, signal)
  const found = list.items.find((item) => readField(item, [key], asText)?.value === NAME)
  return found === undefined ? undefined : idIn(found)?.value
}
