import {readFileSync} from 'node:fs'
import * as assert from 'uvu/assert'
import type {NodeTargetAdapter} from '#contract/generated/types'
import {execaChildren} from '#process/execa-children'
import {systemClock} from '#random/system-clock'
import {Redactor} from '#redact/redactor'
import {openPrograms} from '#upgrade/adapter/open-programs'
import type {HandOrder} from '#upgrade/model/hands'
import {putProgram} from '../../support/put-program.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('programs that work on nodes')
const LIMITS = {kind: 'exec', timeout_s: 60, output_limit_bytes: 4096} as const
const {signal} = new AbortController()

function handsOf(adapter: NodeTargetAdapter, folder: string, path = process.env['PATH']) {
  const ports = {
    children: execaChildren(new Redactor({})),
    clock: systemClock,
    env: {PATH: path},
    space: {temporary: folder, ofUser: folder, freeBytes: () => undefined},
  }
  return openPrograms(adapter, ports)
}

const order = (act: HandOrder['act']): HandOrder => ({
  act,
  node: 'v1',
  from: '1.0.0',
  to: '1.0.1',
  release: '1.0.1',
  file: '/backups/v1 of today.tar.gz',
})

it('each act is one program with whole words, and the way back is told the release before', async () => {
  using dir = tempDir()
  const show = ['sh', '-c', 'printf "%s|" "$@"; exit 3', 'sh', '{node}', '{version}', '{from}', '{file}'] as const
  const hands = handsOf({...LIMITS, install: [...show], restore_program: [...show]}, dir.path)
  const forth = await hands.act(order('install'), signal)
  assert.equal(forth.detail, 'the program ended with 3: v1|1.0.1|1.0.0|/backups/v1 of today.tar.gz|')
  assert.match((await hands.act(order('restore_program'), signal)).detail, 'v1|1.0.0|1.0.0|')
  assert.equal([...hands.can].sort(), ['install', 'restore_program'])
})

it('a program that is missing, talks without end or fails has done nothing, and one that ends with 0 has', async () => {
  using dir = tempDir()
  const detail = async (...stop: [string, ...string[]]) =>
    (await handsOf({...LIMITS, stop}, dir.path).act(order('stop'), signal)).detail
  assert.is(await detail('nowhere-to-be-found'), 'the program cannot be started')
  assert.is(await detail('seq', '1', '99999'), 'the program printed more than 4096 bytes')
  assert.is(await detail('false'), 'the program ended with 1')
  assert.is(await detail('true'), '')
})

it('the program of a release must say which one it is, and its digest must be one', async () => {
  using dir = tempDir()
  const look = (adapter: Partial<NodeTargetAdapter>) =>
    handsOf({...LIMITS, ...adapter}, dir.path).look('1.0.1', '1.0.1', signal)
  const version = ['echo', 'lantern', '{version}']
  const digest = ['sh', '-c', 'printf abc | sha256sum']
  const known = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  const seen = await look({artifact_version: version as never, artifact_digest: digest as never})
  assert.equal([seen.version, seen.sha256, seen.fault], ['1.0.1', known, undefined])
  assert.match((await look({artifact_version: ['echo', 'no release'] as never})).fault ?? '', 'does not say')
  assert.match((await look({artifact_digest: ['echo', 'none'] as never})).fault ?? '', 'no digest')
  assert.equal(await look({}), {sha256: undefined, version: undefined, schema: undefined, fault: undefined})
})

it('systemd is told to stop and start the unit without being told how', async () => {
  using dir = tempDir()
  putProgram(dir.path, 'systemctl', `printf '%s|' "$@" >> '${dir.path}/calls'`)
  const hands = handsOf({kind: 'systemd', unit: 'hostnode.service'}, dir.path, `${dir.path}:${process.env['PATH']}`)
  for (const act of ['stop', 'start'] as const) assert.ok((await hands.act(order(act), signal)).isGood)
  assert.is(readFileSync(`${dir.path}/calls`, 'utf8'), 'stop|--|hostnode.service|start|--|hostnode.service|')
})

it.run()
