import {readFileSync} from 'node:fs'

/** A command line that a page prints: with what it says comes of it, where it says so. */
export interface PageLine {
  readonly page: string
  /** Of the page, counted from 1. */
  readonly at: number
  readonly text: string
  readonly exit: number
  /** First of its block: whoever reads on begins in the working folder again. */
  readonly isFirst: boolean
  /** Lines of output; one of three dots stands for any number of lines. Empty where the page shows none. */
  readonly shown: readonly string[]
}

/** A file that a page shows, named behind the language of its block: ```yaml nightly.yaml. */
export interface PageFile {
  readonly name: string
  readonly text: string
}

interface Block {
  readonly language: string
  readonly name: string
  readonly lines: readonly string[]
  readonly at: number
}

const SHELL = new Set(['sh', 'console', 'text', ''])

export function pageFiles(page: string): PageFile[] {
  const named = blocksOf(page).filter(({name}) => name !== '')
  return named.map(({name, lines}) => ({name, text: `${lines.join('\n')}\n`}))
}

/** Command lines in the order of the page. In blocks of `sh` every line is one, elsewhere those behind a dollar. */
export function pageLines(page: string): PageLine[] {
  return blocksOf(page)
    .filter(({language, name}) => name === '' && SHELL.has(language))
    .flatMap((block) => (block.language === 'sh' ? plainLines(block, page) : sessionLines(block, page)))
}

function blocksOf(page: string): Block[] {
  const blocks: Block[] = []
  let open: {language: string; name: string; lines: string[]; at: number} | undefined
  for (const [index, line] of readFileSync(page, 'utf8').split('\n').entries()) {
    const [, language = '', name = ''] = /^```(\w*) ?(.*)$/.exec(line) ?? []
    if (line.startsWith('```') && open) {
      blocks.push(open)
      open = undefined
    } else if (line.startsWith('```')) open = {language, name, lines: [], at: index + 2}
    else open?.lines.push(line)
  }
  return blocks
}

/** A comment may tell the exit code: `# exit 4`. What stands in brackets is one line. */
function plainLines({lines, at}: Block, page: string): PageLine[] {
  if (lines[0] === '(') return [{page, at, text: lines.join('\n'), exit: 0, isFirst: true, shown: []}]
  const all: PageLine[] = []
  let before = ''
  for (const [index, line] of lines.entries()) {
    const whole = before + line
    before = ''
    if (whole.endsWith('\\')) before = `${whole.slice(0, -1).trimEnd()} `
    else if (whole.trim() !== '') {
      const [, text = '', comment = ''] = /^(.*?)(?:\s+#\s(.*))?$/.exec(whole) ?? []
      const exit = Number(/\bexit (\d+)/.exec(comment)?.[1] ?? 0)
      all.push({page, at: at + index, text: text.trim(), exit, isFirst: all.length === 0, shown: []})
    }
  }
  return all
}

function sessionLines({lines, at}: Block, page: string): PageLine[] {
  const starts = lines.flatMap((line, index) => (line.startsWith('$ ') ? [index] : []))
  return starts.map((start, index) => {
    const shown = lines.slice(start + 1, starts[index + 1]).filter((line) => line.trim() !== '')
    const told = /^\S+ \S+ +exit (\d+) /m.exec(shown.join('\n'))?.[1] ?? (shown[0]?.startsWith('error ') ? 2 : 0)
    return {page, at: at + start, text: (lines[start] ?? '').slice(2), exit: Number(told), isFirst: index === 0, shown}
  })
}
