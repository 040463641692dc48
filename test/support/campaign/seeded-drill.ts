import {seedStream} from '#random/stream'

const FILES = ['a.txt', 'b.txt', 'c.txt'] as const
const NAMES = ['FIRST', 'SECOND'] as const

/** A drill of up to three rounds of up to four changes that a seed chooses, in an order that it chooses; each is undone by its inverse, or by the response. */
export function seededDrill(seed: number): string {
  const stream = seedStream(`drill|${seed}`)
  const changes = [
    ...FILES.map((path) => `{action: file.corrupt, args: {path: ${path}, mode: truncate, offset: ${stream.int(4)}}}`),
    ...NAMES.map((name) => `{action: env.unset, args: {names: [${name}]}}`),
    '{action: module.block, args: {package: zeromq}}',
    '{action: load.start, args: {as: beside, argv: [git, cat-file, --batch]}}',
  ]
  const rounds = Array.from({length: 1 + stream.int(3)}, (_, at) => {
    const others = Array.from({length: stream.int(3)}, () => changes.at(stream.int(changes.length)) ?? '')
    // One change that is always seen; the same twice would change nothing.
    const path = FILES.at(stream.int(FILES.length)) ?? FILES[0]
    const own = `{action: file.corrupt, args: {path: ${path}, mode: replace, text: round ${at}}}`
    const inject = [...new Set([...others.filter((one) => !one.includes(path)), own])].join(', ')
    return `  - {id: r${at}, inject: [${inject}], expect: {signals: [${seen(path, 'broken')}]}}`
  })
  return `schema_version: 1
kind: drill
id: seeded
version: 1
title: What seed ${seed} breaks
severity: P4
runbook: docs/runbooks/corrupted-world-state.md
target:
  kind: providers
  env: {FIRST: one, SECOND: two}
  files: [${FILES.map((path) => `{path: ${path}, text: all is well}`).join(', ')}]
objectives: {detect_s: 60, recover_s: 60}
steady_state: {every_ms: 20, consecutive: 1, probes: [${FILES.map((path) => seen(path, 'original')).join(', ')}]}
rounds:
${rounds.join('\n')}
expect: {signals: [${seen('a.txt', 'broken')}]}
respond:
${FILES.map((path) => `  - {step: back-${path[0]}, text: Put it back., action: file.restore, args: {path: ${path}}}`).join('\n')}
verify: [${seen('a.txt', 'original').replace('id: a', 'id: again')}]
`
}

function seen(path: string, state: string): string {
  return `{id: ${path[0]}, probe: file, args: {path: ${path}}, expect: {state: {equals: ${state}}}}`
}
