import {readFileSync, writeFileSync} from 'node:fs'
import {basename, dirname} from 'node:path'
import {transform} from 'esbuild'
import {parseSync, Visitor} from 'oxc-parser'
import {type Insertion, insertCode} from './insert-code.ts'
import {type Passing, passingFiles} from './passing-files.ts'

/** What modules know of themselves, as a script is told it. */
const OWN_PLACE = {
  'import.meta.dirname': '__dirname',
  'import.meta.filename': '__filename',
  'import.meta.resolve': '__resolve',
}

interface Doors {
  readonly imports: readonly string[]
  readonly exports: readonly string[]
}

/**
 * Makes scripts of modules of a build, whose compiled code can be kept with what a start called. Each module stays, as a door: it imports what it
 * imported, runs the script, and exports what that exports. `banner`: what the build put before every module, and a script is given by its runner.
 */
export async function asScripts(files: readonly string[], banner: string): Promise<void> {
  const passing = passingFiles(dirname(files[0] ?? ''), files, banner)
  for (const file of files) {
    const text = readFileSync(file, 'utf8').replace(banner, '')
    const {imports, exports} = doorsOf(file, text)
    const {code} = await transform(text, {
      format: 'cjs',
      platform: 'node',
      target: 'node24',
      minifyWhitespace: true,
      lineLimit: 160,
      define: OWN_PLACE,
    })
    if (code.includes('import_meta')) throw new Error(`${file} asks of itself what a script is not told`)
    const script = file.replace(/\.js$/, '.cjs')
    writeFileSync(script, asciiOf(script, throughDoor(code)))
    const asked = new Map([...passing].filter(([name]) => code.includes(`import(${JSON.stringify(name)})`)))
    writeFileSync(file, door(basename(script), {imports, exports}, asked))
  }
}

/** Only a module may import others later without a warning of Node's: its door does. */
function throughDoor(code: string): string {
  return insertCode(code, (program) => {
    const found: Insertion[] = []
    new Visitor({ImportExpression: ({start: at}) => void found.push({at, code: '__'})}).visit(program)
    return found
  })
}

/** A byte a character is read in half the time. Only patterns still hold others: the bundler leaves those as they are written. */
function asciiOf(file: string, code: string): string {
  const patterns: {start: number; end: number}[] = []
  new Visitor({
    Literal: (literal) => {
      if ('regex' in literal) patterns.push(literal)
    },
  }).visit(parseSync(file, code).program)
  const pieces = patterns.flatMap(({start, end}, at) => [
    code.slice(patterns[at - 1]?.end ?? 0, start),
    code
      .slice(start, end)
      .replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ])
  const text = [...pieces, code.slice(patterns.at(-1)?.end ?? 0)].join('')
  if (/[^\0-\x7f]/.test(text)) throw new Error(`${file} holds other characters than ASCII`)
  return text
}

function door(script: string, {imports, exports}: Doors, passing: ReadonlyMap<string, Passing>): string {
  const names = exports.join(',')
  const modules = imports.map((path, at) => `${JSON.stringify(path)}:m${at}`).join(',')
  const known = JSON.stringify(Object.fromEntries(passing))
  return [
    `import{runScript}from"../cli/kept-code.js"`,
    ...imports.map((path, at) => `import*as m${at} from${JSON.stringify(path)}`),
    `const{${names}}=runScript(import.meta.dirname+${JSON.stringify(`/${script}`)},{${modules}},{passing:${known},importLater:name=>import(name),resolve:name=>import.meta.resolve(name)})`,
    `export{${names}}\n`,
  ].join('\n')
}

/** What a module imports and exports. An export that is assigned later would stay at its first value behind a door. */
function doorsOf(file: string, text: string): Doors {
  const {program, errors} = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`)
  const imports = program.body.flatMap((node) => (node.type === 'ImportDeclaration' ? node.source.value : []))
  const specifiers = program.body.flatMap((node) => (node.type === 'ExportNamedDeclaration' ? node.specifiers : []))
  const locals = new Set(specifiers.map(({local}) => (local.type === 'Identifier' ? local.name : '')))
  const mustStay = (target: {type: string; name?: string}) => {
    if (target.type === 'Identifier' && locals.has(target.name ?? ''))
      throw new Error(`${file} assigns its export ${target.name}`)
  }
  new Visitor({
    AssignmentExpression: ({left}) => mustStay(left),
    UpdateExpression: ({argument}) => mustStay(argument),
  }).visit(program)
  return {
    imports: [...new Set(imports)],
    exports: specifiers.map(({exported}) => (exported.type === 'Identifier' ? exported.name : '')),
  }
}
