import type {Span} from './span.ts'

const RULE = 'kubernetes-secret'
const KIND = /(?:^|[\n{,])[ \t]*["']?kind["']?[ \t]*:[ \t]*["']?Secret["']?(?![\w-])/g
const LONGEST_DOCUMENT = 1024 * 1024
const BLOCK = /^([ \t]*)["']?(?:data|stringData)["']?:[ \t]*$/
const ENTRY = /^([ \t]*)["']?[\w./-]+["']?:[ \t]+(?:["']?)(.*?)(?:["']?)[ \t]*\r?$/
const JSON_BLOCK = /"(?:data|stringData)"\s*:\s*\{([^{}]{1,65536})\}/g
const JSON_ENTRY = /:\s*"((?:[^"\\]|\\.){1,16384})"/g

/** Every value under `data` and `stringData` of a manifest whose kind is Secret, whatever its name and look. */
export function findKubernetesSecrets(text: string, found: Span[]): void {
  if (!text.includes('Secret') || !text.includes('kind')) return
  let done = 0
  for (const kind of text.matchAll(KIND)) {
    if (kind.index < done) continue
    const from = Math.max(done, documentStart(text, kind.index))
    const to = documentEnd(text, kind.index)
    done = to
    if (/["']kind["']/.test(kind[0])) addJson(text, from, to, found)
    else addYaml(text, from, to, found)
  }
}
findKubernetesSecrets.hints = ['Secret']

function documentStart(text: string, at: number): number {
  const near = text.slice(Math.max(0, at - LONGEST_DOCUMENT), at)
  const mark = near.lastIndexOf('\n---')
  return at - near.length + (mark < 0 ? 0 : mark + 1)
}

function documentEnd(text: string, at: number): number {
  const near = text.slice(at, at + LONGEST_DOCUMENT)
  const mark = near.indexOf('\n---')
  return at + (mark < 0 ? near.length : mark)
}

function addYaml(text: string, from: number, to: number, found: Span[]): void {
  let indent = -1
  let at = from
  for (const line of text.slice(from, to).split('\n')) {
    const own = line.search(/\S/)
    const block = BLOCK.exec(line)
    if (block) indent = block[1]?.length ?? 0
    else if (own >= 0 && own <= indent) indent = -1
    else if (own >= 0 && indent >= 0) addLine(line, at, found)
    at += line.length + 1
  }
}

/** The value of `name: value`, or a line of a longer text. */
function addLine(line: string, at: number, found: Span[]): void {
  const entry = ENTRY.exec(line)
  const value = entry ? (entry[2] ?? '') : line.trim()
  if (value === '' || /^[|>][+-]?\d?$/.test(value) || /^[\w./-]+:$/.test(value)) return
  const start = at + line.lastIndexOf(value)
  found.push({start, end: start + value.length, rule: RULE})
}

function addJson(text: string, from: number, to: number, found: Span[]): void {
  for (const block of text.slice(from, to).matchAll(JSON_BLOCK)) {
    for (const entry of (block[1] ?? '').matchAll(JSON_ENTRY)) {
      const value = entry[1] ?? ''
      const start = from + block.index + block[0].indexOf('{') + 1 + entry.index + entry[0].length - 1 - value.length
      found.push({start, end: start + value.length, rule: RULE})
    }
  }
}
