import {createHash} from 'node:crypto'
import {globSync, readFileSync} from 'node:fs'
import {Redactor} from '#redact/redactor'
import {seeded} from './seeded.ts'

export interface Benign {
  readonly name: string
  readonly text: string
}

/** What the scan of a bundle would say about harmless files: name, line and rule of each with a finding. */
export interface Alarms {
  readonly files: number
  readonly rate: number
  readonly flagged: readonly string[]
  /** Files that spell a path such as `C:\\build`: no secret, but rightly no evidence either. */
  readonly withPaths: readonly string[]
}

const MOST_CHARACTERS = 400_000
/** Directories of test material that holds secrets on purpose. */
const ON_PURPOSE = /secretlint|test\/(?:unit|support|campaign|command|bad|e2e|contract)|token-families|hostile|redact/

/** Files of this project and of its packages, and made ones of kinds that alarm scanners: at least 1,000. */
export function benignFiles(seed: number): Benign[] {
  const found = globSync(
    [
      '{src,schemas,bin,docs,fixtures}/**/*.{ts,js,json,md,yaml,toml}',
      '*.{md,json}',
      'node_modules/**/{README,CHANGELOG,LICENSE,LICENCE,package,index}*.{md,json,js,txt,cjs,mjs}',
      'node_modules/**/LICENSE',
      'node_modules/{ajv,yaml,pino,fast-check,execa,typescript}/**/*.{js,ts,json}',
    ],
    {exclude: (path) => ON_PURPOSE.test(String(path))},
  )
  const pick = seeded(seed)
  const drawn = found
    .filter((name) => !ON_PURPOSE.test(name))
    .sort()
    .map((name) => ({name, order: pick(1 << 30)}))
  const files = drawn
    .sort((a, b) => a.order - b.order)
    .slice(0, 1_000)
    .flatMap(({name}) => read(name))
  return [...files, ...madeFiles(pick)]
}

export function alarmsIn(files: readonly Benign[]): Alarms {
  const redactor = new Redactor({roots: [{path: '/home/alice', mark: '<home>'}]})
  const flagged: string[] = []
  const withPaths: string[] = []
  for (const {name, text} of files) {
    const findings = redactor.findInText(text)
    const secret = findings.find(({rule}) => !/^(?:host|home)-path$/.test(rule))
    const first = secret ?? findings[0]
    if (first) (secret ? flagged : withPaths).push(`${name}:${first.line} ${first.rule}`)
  }
  return {files: files.length, rate: flagged.length / files.length, flagged, withPaths}
}

function read(name: string): Benign[] {
  try {
    return [{name, text: readFileSync(name, 'utf8').slice(0, MOST_CHARACTERS)}]
  } catch {
    // A folder with the name of a file.
    return []
  }
}

function madeFiles(pick: (count: number) => number): Benign[] {
  const bytes = (length: number) => Buffer.from(Array.from({length}, () => pick(256)))
  const hex = (length: number) => bytes(length).toString('hex')
  const uuid = () => [4, 2, 2, 2, 6].map(hex).join('-')
  const rows = (count: number, make: (at: number) => string) =>
    Array.from({length: count}, (_, at) => make(at)).join('\n')
  const kinds: Readonly<Record<string, () => string>> = {
    'digests.txt': () => rows(60, (at) => `${hex(32)}  data/file-${at}.json`),
    'ids.json': () =>
      JSON.stringify(
        Array.from({length: 60}, () => ({id: uuid(), trace_id: hex(16), span_id: hex(8), etag: `W/"${hex(20)}"`})),
      ),
    'floats.csv': () => rows(80, () => Array.from({length: 8}, () => (pick(1e9) / 7919).toFixed(9)).join(',')),
    'image.html': () => `<img alt="" src="data:image/png;base64,${bytes(3_000).toString('base64')}">`,
    'lock.json': () =>
      JSON.stringify(
        Array.from({length: 40}, (_, at) => ({
          resolved: `https://registry.npmjs.org/p${at}/-/p${at}-1.2.${at}.tgz`,
          integrity: `sha512-${createHash('sha512').update(hex(8)).digest('base64')}`,
        })),
      ),
    'usage.json': () =>
      JSON.stringify({
        model: 'm',
        usage: {prompt_tokens: pick(1e6), completion_tokens: pick(1e6), total_tokens: pick(1e7)},
      }),
    'commits.log': () => rows(60, (at) => `${hex(20)} ${at} 2026-11-21T07:42:33Z fix: step ${at}`),
    'access.log': () =>
      rows(
        60,
        (at) =>
          `10.0.0.${at} - - [21/Nov/2026:07:42:33 +0000] "GET /api/v1/runs/${uuid()} HTTP/1.1" 200 ${pick(90_000)}`,
      ),
  }
  return Object.entries(kinds).flatMap(([name, make]) =>
    Array.from({length: 25}, (_, at) => ({name: `made/${at}/${name}`, text: make()})),
  )
}
