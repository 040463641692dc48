// What src/index.ts exports of src/library/: each function that a table of options names, with the types of both files.
import {spawnSync} from 'node:child_process'
import {globSync, readFileSync} from 'node:fs'
import {basename} from 'node:path'

const INDEX = 'src/index.ts'
const VERB = /^export const \w+ = (\{.*?\}) as const satisfies Verb$/gms
const NAME = /^(?: {2}|.*\b)name: '(\w+)'/m
const FUNCTION = /^export (?:async )?function (\w+)/gm
const TYPE = /^export (?:interface|type) (\w+)/gm

/** The library door as it should be: what it lacks is added where the formatter wants it; nothing is taken away. */
export function withLibrary(index = readFileSync(INDEX, 'utf8')): string {
  const files = globSync('src/library/*.ts')
    .sort()
    .map((file) => ({file: `#library/${basename(file, '.ts')}`, text: readFileSync(file, 'utf8')}))
  const verbs = new Set(files.flatMap(({text}) => verbsIn(text)))
  const missing = files.flatMap(({file, text}) => {
    const functions = namesIn(text, FUNCTION).filter((name) => verbs.has(name))
    const isPublic = functions.length > 0 || verbsIn(text).length > 0
    const types = isPublic ? namesIn(text, TYPE).map((name) => `type ${name}`) : []
    const names = [...functions, ...types].filter((name) => !isExported(index, name, file))
    return names.length === 0 ? [] : [`export {${names.join(', ')}} from '${file}'\n`]
  })
  return missing.length === 0 ? index : formatted(`${index}${missing.join('')}`)
}

function verbsIn(text: string): string[] {
  return [...text.matchAll(VERB)].flatMap(([, table = '']) => NAME.exec(table)?.[1] ?? [])
}

function namesIn(text: string, form: RegExp): string[] {
  return [...text.matchAll(form)].flatMap(([, name]) => name ?? [])
}

function isExported(index: string, name: string, file: string): boolean {
  const word = name.replace('type ', '')
  const statements = index.split(/^export /m).filter((one) => one.includes(`'${file}'`))
  return statements.some((one) => new RegExp(`\\b${word}\\b`).test(one.slice(0, one.indexOf(' from '))))
}

function formatted(text: string): string {
  const args = ['check', '--write', `--stdin-file-path=${INDEX}`]
  const {status, stdout, stderr} = spawnSync('node_modules/.bin/biome', args, {input: text, encoding: 'utf8'})
  if (status !== 0) throw new Error(stderr)
  return stdout
}
