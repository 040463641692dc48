import {readFileSync} from 'node:fs'
import {parseSync, Visitor} from 'oxc-parser'

export interface Import {
  readonly target: string
  readonly isType: boolean
  /** By `import()`. */
  readonly isLazy: boolean
  readonly names: readonly string[]
}

/** What the contract tests look at in a source file. `members`: what is read of plain names, such as `process.exit`. */
export interface Source {
  readonly text: string
  readonly members: ReadonlySet<string>
  /** Functions called, and classes made without arguments, by a plain name such as `setTimeout`. */
  readonly calls: ReadonlySet<string>
  readonly imports: readonly Import[]
  readonly isAsync: boolean
}

type Node = {
  readonly source?: {readonly value?: unknown} | null
  readonly importKind?: string
  readonly exportKind?: string
  readonly async?: boolean
  readonly specifiers?: readonly {readonly imported?: {readonly name?: string}; readonly importKind?: string}[]
  readonly callee?: {readonly property?: {readonly name?: string}; readonly name?: string}
  readonly object?: {readonly type: string; readonly name?: string}
  readonly property?: {readonly name?: string; readonly value?: unknown}
  readonly arguments?: readonly {readonly value?: unknown}[]
}

/** Imports in every form, also of built-in modules taken by `process.getBuiltinModule`. Throws where the file cannot be parsed. */
export function readSource(file: string): Source {
  const text = readFileSync(file, 'utf8')
  const {program, errors} = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const imports: Import[] = []
  const members = new Set<string>()
  const calls = new Set<string>()
  let isAsync = false
  const take = (isLazy: boolean, isType?: boolean) => (node: Node) => {
    if (typeof node.source?.value !== 'string') return
    const names = (node.specifiers ?? []).map((one) => one.imported?.name ?? '*')
    const allTypes = !!node.specifiers?.length && node.specifiers.every((one) => one.importKind === 'type')
    const typeOnly = isType ?? (node.importKind === 'type' || node.exportKind === 'type' || allTypes)
    imports.push({target: node.source.value, isType: typeOnly, isLazy, names})
  }
  const run = (node: Node) => {
    isAsync ||= node.async === true
  }
  const call = (node: Node) => {
    if (node.callee?.name !== undefined) calls.add(node.callee.name)
    const target = node.arguments?.[0]?.value
    if (node.callee?.property?.name !== 'getBuiltinModule' || typeof target !== 'string') return
    imports.push({target, isType: false, isLazy: false, names: ['*']})
  }
  const make = ({callee, arguments: given}: Node) => {
    if (callee?.name !== undefined && given?.length === 0) calls.add(callee.name)
  }
  const member = ({object, property}: Node) => {
    if (object?.type === 'Identifier') members.add(`${object.name}.${property?.name ?? property?.value}`)
  }
  const visitor = {
    ImportDeclaration: take(false),
    ExportAllDeclaration: take(false),
    ExportNamedDeclaration: take(false),
    ImportExpression: take(true),
    TSImportType: take(false, true),
    FunctionDeclaration: run,
    FunctionExpression: run,
    ArrowFunctionExpression: run,
    CallExpression: call,
    NewExpression: make,
    MemberExpression: member,
  }
  new Visitor(visitor as never).visit(program)
  return {text, members, calls, imports, isAsync}
}

/** `@oclif/core/command` is of `@oclif/core`; built-in modules stand for themselves. */
export function packageOf(name: string): string {
  if (name.startsWith('node:')) return name
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}
