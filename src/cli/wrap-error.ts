import {wrapText} from '#report/columns'

/** Narrower than this nothing is gained. */
const LEAST_COLUMNS = 30
const LINE = /^( *)(- |try: )?(.*)$/

/** The text of an error for a terminal of so many columns: broken between words, later lines below the first word. What was given stays as it is. */
export function wrapError(text: string, columns: number): string {
  if (columns < LEAST_COLUMNS) return text
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, columns))
    .join('\n')
}

function wrapLine(line: string, columns: number): string[] {
  const [, margin = '', mark = '', words = ''] = LINE.exec(line) ?? []
  if (words === '' || words.startsWith('given: ')) return [line]
  const below = margin === '' ? '  ' : ' '.repeat(margin.length + mark.length)
  return wrapText(words, columns - below.length).map((part, at) => `${at === 0 ? `${margin}${mark}` : below}${part}`)
}
