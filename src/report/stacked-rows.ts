import {BOLD, paint, paintCell, type ScreenColumn} from './cell-text.ts'
import {displayWidth, wrapText} from './columns.ts'
import type {RenderView} from './renderer.ts'

const INDENT = '  '
const BETWEEN = ' · '
const NOTHING = '–'

/** Rows below each other, for a terminal that has no room for columns: the first cell as a head, the others as `name value`. */
export function stackedRows(columns: readonly ScreenColumn[], view: RenderView): string[] {
  const [head, ...others] = columns
  const count = head?.cells.length ?? 0
  return Array.from({length: count}, (_, row) => [
    paint(head?.cells[row] ?? '', BOLD, view),
    ...cellLines(others, row, view),
  ]).flat()
}

/** The cells of one row as `name value`, indented; those that say nothing are left out. */
export function cellLines(columns: readonly ScreenColumn[], row: number, view: RenderView): string[] {
  const pairs = columns.flatMap(({name, cells}) => {
    const cell = cells[row] ?? NOTHING
    return cell === NOTHING || cell === '' ? [] : [{name, cell}]
  })
  return pairLines(pairs, view)
}

interface Pair {
  readonly name: string
  readonly cell: string
}

/** Puts as many pairs on a line as fit, and wraps a pair that is longer than a line. */
function pairLines(pairs: readonly Pair[], view: RenderView): string[] {
  const room = view.width - INDENT.length
  const lines: string[] = []
  let open: Pair[] = []
  const close = () => {
    if (open.length > 0) lines.push(...shown(open, room, view))
    open = []
  }
  for (const pair of pairs) {
    if (displayWidth(plain([...open, pair])) > room) close()
    open.push(pair)
  }
  close()
  return lines.map((line) => INDENT + line)
}

const plain = (pairs: readonly Pair[]) => pairs.map(({name, cell}) => `${name} ${cell}`).join(BETWEEN)

function shown(pairs: readonly Pair[], room: number, view: RenderView): string[] {
  if (displayWidth(plain(pairs)) > room) {
    const [{name, cell} = {name: '', cell: ''}] = pairs
    const [first = '', ...more] = wrapText(cell, room - name.length - 1)
    return [`${name} ${first}`, ...more]
  }
  return [pairs.map(({name, cell}) => `${name} ${paintCell(cell, view)}`).join(BETWEEN)]
}
