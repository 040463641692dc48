import type {Renderer} from './renderer.ts'

/** One way to write a Report: file endings that choose it, whether it needs cases, and the code, loaded when used. */
interface Format {
  readonly suffixes: readonly string[]
  readonly needsCases: boolean
  readonly load: () => Promise<Renderer>
}

/** Every format by its name. `needsCases`: offered only by commands whose Report has cases. */
export const FORMATS = {
  human: {suffixes: ['.txt'], needsCases: false, load: () => import('./human.ts').then((file) => file.renderHuman)},
  json: {suffixes: ['.json'], needsCases: false, load: () => Promise.resolve(renderJson)},
  markdown: {
    suffixes: ['.md', '.markdown'],
    needsCases: false,
    load: () => import('./markdown.ts').then((file) => file.renderMarkdown),
  },
  csv: {suffixes: ['.csv'], needsCases: false, load: () => import('./csv.ts').then((file) => file.renderCsv)},
  junit: {suffixes: ['.xml'], needsCases: true, load: () => import('./junit.ts').then((file) => file.renderJunit)},
  html: {
    suffixes: ['.html', '.htm'],
    needsCases: true,
    load: () => import('./html.ts').then((file) => file.renderHtml),
  },
} as const satisfies Record<string, Format>

export type FormatName = keyof typeof FORMATS

/** The format a file name asks for by its ending, whatever its case; `undefined` for an unknown ending. */
export function formatOfFile(path: string): FormatName | undefined {
  const name = path.toLowerCase()
  return formatNames().find((format) => FORMATS[format].suffixes.some((suffix) => name.endsWith(suffix)))
}

export function formatNames(): FormatName[] {
  return Object.keys(FORMATS).filter(isFormat)
}

export function isFormat(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name)
}

/** The result document itself, two-space indent. */
const renderJson: Renderer = (_report, result) => `${JSON.stringify(result, null, 2)}\n`
