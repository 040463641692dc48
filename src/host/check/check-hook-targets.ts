import {sleep} from '#random/timers'
import {isOk} from '../client/host-client.ts'
import {type CheckFinding, passedUnless, unclear} from '../model/finding.ts'
import type {CheckContext} from './check.ts'
import {type HookScene, historyOf, makeHook} from './make-hook-scene.ts'
import {hooksPath, idIn} from './repository.ts'

/** Forms of addresses that lead to the machine itself, its neighbours, or the metadata of a cloud. `{trap}`: a listener of ours. */
const FORBIDDEN_TARGETS = [
  'http://{trap}/hook',
  'http://localhost:{port}/hook',
  'http://[::1]:{port}/hook',
  'http://[::ffff:127.0.0.1]:{port}/hook',
  'http://2130706433:{port}/hook',
  'http://0x7f.1:{port}/hook',
  'http://0177.0.0.1:{port}/hook',
  'http://0.0.0.0:{port}/hook',
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.1/hook',
  'http://192.168.0.1/hook',
  'http://172.16.0.1/hook',
  'http://100.64.0.1/hook',
  'http://[fd00::1]/hook',
  'http://[fe80::1]/hook',
  'http://localhost./hook',
] as const

/** Webhooks to addresses that nobody outside may reach. */
export async function checkHookTargets(context: CheckContext, scene: HookScene): Promise<CheckFinding> {
  const {target, openInbox, signal, time, pauseMs} = context
  const allowed = target.checks.hook_targets_allowed ?? []
  await using trap = await openInbox('127.0.0.1:0')
  const port = trap.address.split(':').at(-1) ?? ''
  const tried: Record<string, string> = {}
  for (const form of FORBIDDEN_TARGETS) {
    const url = form.replace('{trap}', trap.address).replace('{port}', port)
    if (!allowed.includes(new URL(url).host)) tried[form] = await tryTarget(context, scene, url)
  }
  scene.inbox.answer = {redirect: `http://${trap.address}/redirected`}
  tried['redirect to {trap}'] = await tryTarget(context, scene, scene.url)
  await sleep(time, 2 * pauseMs, signal)
  const seen = {expected: 'refused when made, or never sent', observed: {tried, trap: trap.received.length}}
  if (Object.keys(tried).length === 1) return unclear('every form is allowed on purpose', seen)
  const isTold = Object.values(tried).includes('delivered')
  const broken = Object.entries(tried).find(([, said]) => /^refused [^4]/.test(said))
  return passedUnless(
    [
      [trap.received.length > 0, 'a webhook reached a listener on loopback'],
      [isTold, 'a webhook to a private address is told as delivered'],
      [broken !== undefined, `${broken?.[0]}: ${broken?.[1].replace('refused', 'answered')}`],
    ],
    seen,
  )
}

/** What became of a webhook with this address, in a word. */
async function tryTarget(context: CheckContext, scene: HookScene, url: string): Promise<string> {
  const {front, signal} = context
  const made = await makeHook(context, scene, url)
  const id = idIn(made.json)?.value
  if (!isOk(made) || id === undefined) return `refused ${made.status}`
  const path = `${hooksPath(scene.repository.owner, scene.repository.name)}/${encodeURIComponent(id)}`
  await front.client.ask({method: 'POST', path: `${path}/test`}, signal)
  const told = await historyOf(context, {repository: scene.repository, hook: id}, ({status}) => status === 'failed')
  await front.client.ask({method: 'DELETE', path}, signal)
  return told?.status === 'success' ? 'delivered' : `taken, ${told?.status ?? 'not sent'}`
}
