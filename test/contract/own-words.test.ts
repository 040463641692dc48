import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {CODES} from '#error/codes'
import {Redactor} from '#redact/redactor'
import {ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'

const it = spec('words of our own')
const redactor = new Redactor()
/** What stands where a message has a place to fill: names, numbers and another sentence. */
const FILLINGS = ['name', '17', 'the provider said no', 'run-1', 'Zx81q7Wn4mKp', ': Zx81q7Wn4mKp']
/** Texts that are no message: rules of the redactor, their examples and models of foreign servers. */
/** Credentials for a header, labels of keys and command lines are no messages either. */
const NO_MESSAGES = /^src\/(?:redact|contract\/generated|lab\/fault)\//

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`)
    .sort()
}

/** Comments are matched first, so that no quote in them opens anything. */
const LITERAL = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\[\s\S])*)`/g
const PLACE = /\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g

/** Every literal of two words or more, its places filled. */
function sayingsIn(path: string): string[] {
  const source = readFileSync(join(ROOT, path), 'utf8')
  const literals = [...source.matchAll(LITERAL)].flatMap(([, single, double, template]) => {
    if (template === undefined) return [single ?? double ?? '']
    return FILLINGS.map((filling) => template.replace(PLACE, filling))
  })
  return [...new Set(literals)].filter(
    (text) => /\S\s+\S/.test(text) && !/\\u|^-----BEGIN|^\s*(?:Bearer|Api-Key|jq) /.test(text),
  )
}

it('no message of ours is changed by our own redactor, whatever fills its places', () => {
  const changed = sourcesBelow('src')
    .filter((path) => !NO_MESSAGES.test(path))
    .flatMap((path) => sayingsIn(path).map((text) => ({path, text})))
    .filter(({text}) => redactor.findInText(text).length > 0)
  assert.equal(changed, [])
})

it('nor is what the catalogue says of any code, as text and as a document', () => {
  for (const [code, entry] of Object.entries(CODES)) {
    const text = `assay: error ${code}: ${Object.values(entry).join(' ')}`
    assert.is(redactor.text(text), text)
    assert.equal(redactor.find({code, ...entry}), [], code)
  }
})

it.run()
