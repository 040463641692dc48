import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {DrillActionName} from '#contract/generated/types'
import type {ActionContext} from '#drill/action/action-context'
import {ACTION_WAYS} from '#drill/action/action-ways'
import {homeIn, nodeIn} from '#drill/model/site-layout'
import {nodeFiles} from '#path/node-files'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('keys and certificates that a killed drill left')

/** A node of a drill whose engine is gone. */
function left() {
  const dir = tempDir()
  const node = nodeIn(homeIn(dir.path), 'n4')
  mkdirSync(node, {recursive: true})
  const context = {folder: dir.path, site: undefined, ports: {files: nodeFiles}} as unknown as ActionContext
  const put = (path: string, text: string) => {
    mkdirSync(join(node, path, '..'), {recursive: true})
    writeFileSync(join(node, path), text)
  }
  const undo = (action: DrillActionName) => ACTION_WAYS[action]({server: 'n4'}, context)
  const text = (path: string) => readFileSync(join(node, path), 'utf8')
  return {
    put,
    undo,
    text,
    has: (path: string) => existsSync(join(node, path)),
    [Symbol.dispose]: () => dir[Symbol.dispose](),
  }
}

it('a certificate lies where it was, whether the other one had come by then or not, and a second time nothing is done', async () => {
  for (const hasOther of [true, false]) {
    using node = left()
    node.put('tls.pem.aside', 'own')
    if (hasOther) node.put('tls.pem', 'other')
    assert.equal([await node.undo('certificate.return'), node.text('tls.pem')], ['done', 'own'])
    assert.equal([await node.undo('certificate.return'), node.has('tls.pem.aside')], ['noop', false])
  }
})

it('a validator has its key, data and file of validators back from whichever step it was killed at', async () => {
  for (const step of ['data away', 'network away', 'stranger', 'half back'] as const) {
    using node = left()
    if (step === 'half back') node.put('data/keys/node.key', 'own')
    else node.put('data.aside/keys/node.key', 'own')
    node.put(step === 'data away' ? 'network.json' : 'network.json.aside', 'members')
    if (step === 'stranger') node.put('data/keys/node.key', 'other')
    if (step === 'stranger' || step === 'half back') node.put('network.json', 'strangers')
    assert.is(await node.undo('key.return'), 'done', step)
    assert.equal([node.text('data/keys/node.key'), node.text('network.json')], ['own', 'members'], step)
    assert.equal([await node.undo('key.return'), node.has('data.aside')], ['noop', false])
  }
})

it('what a forged journal calls a node is none', async () => {
  for (const action of ['key.return', 'certificate.return', 'key.replace'] as const) {
    const way = ACTION_WAYS[action]({server: '../../n4'}, {
      folder: '/nowhere',
      site: undefined,
    } as unknown as ActionContext)
    if (action === 'key.replace') assert.is(await way, 'noop')
    else assert.match(await way.catch((error: Error) => error.message), 'no node of a drill')
  }
})
it.run()
