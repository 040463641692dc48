import type {Issue} from '#error/assay-error'

export type JobValue = string | number | boolean
/** What `{inputs.x}` and `{matrix.x}` stand for. */
export interface Bindings {
  readonly inputs: Readonly<Record<string, JobValue>>
  readonly matrix: Readonly<Record<string, JobValue>>
}

/** Any word, so that one that can be no name is told and does not stay as text. */
const WHOLE = /^\{(inputs|matrix)\.([\w-]+)\}$/
const WITHIN = /\{(inputs|matrix)\.([\w-]+)\}/g

/**
 * Replaces references in every string of a tree. A string that is one reference takes the value with its type; within
 * longer text it becomes text. There are no expressions. Unknown names become issues below `pointer`.
 */
export function substitute(value: unknown, bindings: Bindings, pointer: string): {value: unknown; issues: Issue[]} {
  const issues: Issue[] = []
  const lookUp = (kind: string, name: string, at: string): JobValue | undefined => {
    const found = bindings[kind === 'inputs' ? 'inputs' : 'matrix']
    if (Object.hasOwn(found, name)) return found[name]
    issues.push({pointer: at, rule: 'reference', message: `{${kind}.${name}} names nothing`})
    return undefined
  }
  const walk = (node: unknown, at: string): unknown => {
    if (typeof node === 'string') return replace(node, at, lookUp)
    if (Array.isArray(node)) return node.map((item, index) => walk(item, `${at}/${index}`))
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, walk(item, `${at}/${key}`)]))
  }
  return {value: walk(value, pointer), issues}
}

/** The first reference in a text. */
export const anyReference = (text: string): string | undefined => text.match(WITHIN)?.[0]

function replace(
  text: string,
  at: string,
  lookUp: (kind: string, name: string, at: string) => JobValue | undefined,
): JobValue {
  const [, kind, name] = WHOLE.exec(text) ?? []
  if (kind && name) return lookUp(kind, name, at) ?? text
  return text.replaceAll(WITHIN, (whole, kind: string, name: string) => String(lookUp(kind, name, at) ?? whole))
}
