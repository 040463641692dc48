import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {parseSync, Visitor} from 'oxc-parser'

/** One declaration: the file of declarations it stands in, and its name there. */
export interface Declared {
  readonly file: string
  readonly name: string
}

type Node = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}
type Named = {readonly name?: string; readonly value?: string}

interface File {
  readonly text: string
  /** Local name to what it is imported as. */
  readonly imports: ReadonlyMap<string, Declared>
  readonly declared: ReadonlyMap<string, readonly Node[]>
  readonly exports: ReadonlyMap<string, Declared>
  readonly stars: readonly string[]
}

/** Files that a compiler wrote for those who use a package: what they export, and what the exported speaks of. */
export class Declarations {
  readonly #files = new Map<string, File>()
  readonly #root: string

  /** `root`: the folder that names such as `#room/file` are seen from. */
  constructor(root: string) {
    this.#root = root
  }

  /** Every name that a file exports, and where it is declared. */
  exportsOf(file: string): Map<string, Declared> {
    const {exports, stars} = this.#read(file)
    const found = new Map<string, Declared>()
    for (const star of stars) for (const [name, declared] of this.exportsOf(star)) found.set(name, declared)
    for (const [name, declared] of exports) found.set(name, this.origin(declared))
    return found
  }

  /** Where a name is declared at last. */
  origin({file, name}: Declared): Declared {
    const {declared, exports, imports, stars} = this.#read(file)
    if (declared.has(name)) return {file, name}
    const next = exports.get(name) ?? imports.get(name)
    if (next !== undefined) return this.origin(next)
    const star = stars.find((one) => this.exportsOf(one).has(name))
    if (star === undefined) throw new Error(`${file} does not know ${name}`)
    return this.origin({file: star, name})
  }

  /** The types of this package that a declaration names, wherever they stand in it. */
  namedBy({file, name}: Declared): Declared[] {
    const {declared, imports} = this.#read(file)
    const named = (declared.get(name) ?? []).flatMap((node) => [...typeNames(node)])
    return named.flatMap((one) => {
      const target = declared.has(one) ? {file, name: one} : imports.get(one)
      return target === undefined ? [] : [this.origin(target)]
    })
  }

  /** The comment right before a declaration, or before one of its members; empty where there is none. */
  commentOf({file, name}: Declared): string {
    const {text, declared} = this.#read(file)
    return (declared.get(name) ?? []).map((node) => commentBefore(text, node.start)).join('\n')
  }

  /** Public methods of a class, each with its comment. */
  methodsOf({file, name}: Declared): {readonly name: string; readonly comment: string; readonly returns: string}[] {
    const {text, declared} = this.#read(file)
    return (declared.get(name) ?? []).flatMap((node) => {
      if (node.type !== 'ClassDeclaration') return []
      const {body} = node['body'] as {readonly body: readonly Node[]}
      return body
        .filter((member) => member.type === 'MethodDefinition' || member.type === 'TSAbstractMethodDefinition')
        .filter((member) => member['kind'] === 'method' && member['accessibility'] !== 'private')
        .map((member) => ({
          name: (member['key'] as Named).name ?? '',
          comment: commentBefore(text, member.start),
          returns: text.slice(member.start, member.end),
        }))
    })
  }

  /** What a declaration is: a class, a function, a value or a type. */
  kindOf({file, name}: Declared): string {
    return this.#read(file).declared.get(name)?.[0]?.type ?? ''
  }

  #read(file: string): File {
    const known = this.#files.get(file)
    if (known !== undefined) return known
    const read = this.#parse(file)
    this.#files.set(file, read)
    return read
  }

  #parse(file: string): File {
    const text = readFileSync(file, 'utf8')
    const {program, errors} = parseSync(file, text)
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
    const draft = new Draft(text, file, (target) => this.#targetOf(file, target))
    for (const node of program.body as unknown as readonly Node[]) draft.add(node)
    return draft
  }

  /** A file of the package; undefined for one of another package. */
  #targetOf(from: string, target: string | undefined): string | undefined {
    if (target?.startsWith('#')) return join(this.#root, `${target.slice(1)}.d.ts`)
    return target?.startsWith('.') ? join(from, '..', target.replace(/\.(js|ts)$/, '.d.ts')) : undefined
  }
}

/** A file as it is read: what its statements say is added one after the other. */
class Draft {
  readonly imports = new Map<string, Declared>()
  readonly declared = new Map<string, Node[]>()
  readonly exports = new Map<string, Declared>()
  readonly stars: string[] = []
  readonly text: string
  readonly #file: string
  readonly #targetOf: (target: string | undefined) => string | undefined

  constructor(text: string, file: string, targetOf: (target: string | undefined) => string | undefined) {
    this.text = text
    this.#file = file
    this.#targetOf = targetOf
  }

  add(node: Node): void {
    const target = this.#targetOf((node['source'] as Named | null)?.value)
    if (node.type === 'ImportDeclaration') this.#import(node, target)
    else if (node.type === 'ExportAllDeclaration') this.stars.push(...(target === undefined ? [] : [target]))
    else if (node.type === 'ExportNamedDeclaration') this.#export(node, target)
    else if (/Declaration$/.test(node.type)) this.#declare(node, node.start)
  }

  #import(node: Node, target: string | undefined): void {
    if (target === undefined) return
    for (const {local, imported} of specifiersOf(node)) {
      this.imports.set(local.name ?? '', {file: target, name: imported?.name ?? 'default'})
    }
  }

  #export(node: Node, target: string | undefined): void {
    const inside = node['declaration'] as Node | null
    const names = inside === null ? [] : this.#declare(inside, node.start)
    for (const name of names) this.exports.set(name, {file: this.#file, name})
    for (const {local, exported} of specifiersOf(node)) {
      this.exports.set(exported?.name ?? '', {file: target ?? this.#file, name: local.name ?? ''})
    }
  }

  #declare(node: Node, start: number): string[] {
    const ids =
      node.type === 'VariableDeclaration'
        ? (node['declarations'] as readonly {readonly id: Named}[]).map(({id}) => id)
        : [node['id'] as Named]
    const names = ids.map((id) => id?.name ?? '')
    for (const name of names) this.declared.set(name, [...(this.declared.get(name) ?? []), {...node, start}])
    return names
  }
}

function specifiersOf(node: Node): readonly {local: Named; imported?: Named; exported?: Named}[] {
  return (node['specifiers'] ?? []) as readonly {local: Named; imported?: Named; exported?: Named}[]
}

/** Names that stand where a type stands, but for parameters of the declaration itself. */
function typeNames(node: Node): Set<string> {
  const names = new Set<string>()
  const own = new Set<string>()
  const take = (name: unknown) => {
    const {name: plain, left} = name as {readonly name?: string; readonly left?: unknown}
    if (plain !== undefined) names.add(plain)
    else if (left !== undefined) take(left)
  }
  const visitor = {
    TSTypeReference: (one: {typeName: unknown}) => take(one.typeName),
    TSTypeQuery: (one: {exprName: unknown}) => take(one.exprName),
    TSInterfaceHeritage: (one: {expression: unknown}) => take(one.expression),
    TSClassImplements: (one: {expression: unknown}) => take(one.expression),
    ClassDeclaration: (one: {superClass: unknown}) => one.superClass !== null && take(one.superClass),
    TSTypeParameter: (one: {name: Named}) => void own.add(one.name.name ?? ''),
  }
  const program = {type: 'Program', body: [node], sourceType: 'module', start: node.start, end: node.end}
  new Visitor(visitor as never).visit(program as never)
  return names.difference(own)
}

function commentBefore(text: string, start: number): string {
  const before = text.slice(0, start).trimEnd()
  if (!before.endsWith('*/')) return ''
  return before.slice(before.lastIndexOf('/*'))
}
