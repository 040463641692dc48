import {secretBox} from '#hostnode/hook/secret-box'
import {HookBell, type HookDesk} from '#hostnode/model/hook-desk'
import type {DeliveryRow, HookRow} from '#hostnode/model/hook-rows'
import {systemEntropy} from '#random/system-entropy'

/** A hook with a sealed secret, a delivery of it, and what an attempt needs beside a client. */
export function hookRig() {
  const box = secretBox(systemEntropy.bytes(32), systemEntropy)
  const secret = 'a secret of tests'
  const desk: HookDesk = {
    box,
    bell: new HookBell(),
    mask: (text) => text,
    reach: () => {
      throw new Error('no client')
    },
  }
  const hook: HookRow = {
    id: 'hook_1',
    repository_id: 'repo_1',
    url: '',
    secret: box.seal('hook_1', secret),
    events: ['push'],
    active: true,
    disabled_reason: null,
    failed_in_a_row: 0,
    created_at: 0,
  }
  const delivery: DeliveryRow = {
    id: 'dlv_1',
    hook_id: 'hook_1',
    event_id: 'evt_1',
    event: 'push',
    body: Buffer.from('{}'),
    body_sha256: '',
    status: 'pending',
    status_code: null,
    duration_ms: null,
    delivered_at: null,
    error: null,
    attempt: 0,
    next_attempt_at: 0,
    created_at: 0,
  }
  const release = {version: '1.2.0', schemaVersion: 3, build: '00000000'}
  return {box, desk, hook, open: {url: hook.url, secret}, delivery, release, settings: {webhookBrand: 'Host'}}
}
