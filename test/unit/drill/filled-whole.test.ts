import * as assert from 'uvu/assert'
import {filledWhole} from '#drill/engine/filled-whole'
import {filledInAll} from '#drill/site/site-texts'
import {spec} from '../../support/spec.ts'

const it = spec('words that are filled when they are needed')
const words = new Map([['server.n1.url', 'http://127.0.0.1:1']])
const site = {filled: (args: object) => filledInAll(args, words) as Readonly<Record<string, unknown>>}

it('a word that stands for something is filled, however deep', () => {
  const args = {path: '{server.n1.url}/a', body: {list: ['{server.n1.url}']}}
  assert.equal(filledWhole(args, site), {path: 'http://127.0.0.1:1/a', body: {list: ['http://127.0.0.1:1']}})
})

it('where nothing stands for a word yet nothing is done with its braces', () => {
  for (const args of [{path: '/hooks/{hook.inbox}'}, {body: {secret: ['{token.again}']}}])
    assert.throws(() => filledWhole(args, site), /nothing stands for \{(hook|token)\./)
})

it('other braces are text', () => {
  assert.equal(filledWhole({words: '{36} {x} {a.b}'}, site), {words: '{36} {x} {a.b}'})
})

it.run()
