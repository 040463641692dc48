import {lengthOf} from './escapes.ts'
import type {Undo, ViewMaker} from './undone-views.ts'

/** One byte as a dump shows it, and where. */
interface DumpByte {
  readonly byte: number
  readonly start: number
  readonly end: number
}

/** What one line of a dump shows: its bytes as they stand, as words of a little machine stand for them, and in the column of characters. */
interface DumpLine {
  readonly straight: readonly DumpByte[]
  readonly swapped: readonly DumpByte[]
  readonly shown: readonly DumpByte[]
  /** Characters and octal numbers in cells of one width. */
  readonly cells: readonly DumpByte[]
  /** Certain to be a dump: it has offsets, or a column that repeats the bytes as characters. */
  readonly isSure: boolean
}

/** `xxd -c 256`, the widest. */
const LONGEST = 1_400
const FEWEST = 4
const FIRST = /[ \t]*(?:(?:0x)?[\da-f]{2,16}:?(?:[ \t]|\r?\n?$)|[ ]{2}[ \\a-z])/iy
/** Before a colon, longer than what follows, or with an odd number of digits. */
const OFFSET =
  /[ \t]*(?:(?:0x)?[\da-f]{4,16}:[ \t]{1,8}|[\da-f]{6,16}[ \t]{1,8}(?=(?:[\da-f]{2}){1,2}(?:\s|$))|[\da-f]{7}[ \t]{1,8})/iy
const GROUP = /[ \t]{0,4}((?:[\da-f]{2}){1,8})(?=\s|$)/iy
const CELLS =
  /(?:[ \t]{0,4}[\da-f]{6,16}| {7}(?= {2}[ \\a-z]| [0-7a-z]))?((?: {3}[\x20-\x7e]| {2}\\[0abfnrtv]| {2}[a-z]{2}| [a-z]{3}| [0-7]{3})+)[ \t\r]*\n?$/y
const CELL = 4
const ESCAPES: Readonly<Record<string, number>> = {
  '\\0': 0,
  '\\a': 7,
  '\\b': 8,
  '\\f': 12,
  '\\n': 10,
  '\\r': 13,
  '\\t': 9,
  '\\v': 11,
  sp: 32,
  nl: 10,
}
const NONE: readonly DumpByte[] = []

/** A line as xxd, hexdump, od, tcpdump and the traces of curl print it; offsets are those of `text`. */
export function readDumpLine(text: string, from = 0, to = text.length): DumpLine | undefined {
  FIRST.lastIndex = from
  if (to - from > LONGEST || to - from < 3 || !FIRST.test(text)) return undefined
  const line = text.slice(from, to)
  return hexLine(line, from) ?? cellLine(line, from)
}

interface Group {
  readonly digits: string
  readonly start: number
  readonly end: number
}

function hexLine(line: string, from: number): DumpLine | undefined {
  OFFSET.lastIndex = 0
  const hasOffset = OFFSET.test(line)
  const groups = groupsOf(line, hasOffset ? OFFSET.lastIndex : 0)
  // Single bytes have one order.
  const hasWords = groups.some(({digits}) => digits.length > 2)
  const readings = hasWords ? [bitsOf, straightOf, swappedOf] : [straightOf]
  for (let count = groups.length; count > 0; count--) {
    const taken = groups.slice(0, count)
    const end = taken.at(-1)?.end ?? 0
    for (const read of readings) {
      const bytes = read(taken, from)
      const column = columnAt(line, end, bytes)
      if (column === undefined) continue
      const shown = bytes.map(({byte}, at) => ({byte, start: from + column + at, end: from + column + at + 1}))
      return {straight: bytes, swapped: bytes, shown, cells: NONE, isSure: hasOffset || bytes.length >= FEWEST}
    }
  }
  if (groups.length === 0 || line.slice(groups.at(-1)?.end).trim() !== '') return undefined
  return {
    straight: straightOf(groups, from),
    swapped: hasWords ? swappedOf(groups, from) : NONE,
    shown: NONE,
    cells: hasWords ? octalOf(groups, from) : NONE,
    isSure: hasOffset,
  }
}

function groupsOf(line: string, from: number): Group[] {
  const groups: Group[] = []
  GROUP.lastIndex = from
  for (let match = GROUP.exec(line); match; match = GROUP.exec(line)) {
    const digits = match[1] ?? ''
    groups.push({digits, start: GROUP.lastIndex - digits.length, end: GROUP.lastIndex})
  }
  return groups
}

function straightOf(groups: readonly Group[], from: number): DumpByte[] {
  return groups.flatMap(({digits, start}) =>
    pairsOf(digits).map((byte, at) => ({byte, start: from + start + 2 * at, end: from + start + 2 * at + 2})),
  )
}

/** Each byte stands for all of its group: they are read from behind. */
function swappedOf(groups: readonly Group[], from: number): DumpByte[] {
  return groups.flatMap(({digits, start, end}) =>
    pairsOf(digits)
      .toReversed()
      .map((byte) => ({byte, start: from + start, end: from + end})),
  )
}

/** `xxd -b`. */
function bitsOf(groups: readonly Group[], from: number): readonly DumpByte[] {
  if (!groups.every(({digits}) => /^[01]{8}$/.test(digits))) return NONE
  return groups.map(({digits, start, end}) => ({
    byte: Number.parseInt(digits, 2),
    start: from + start,
    end: from + end,
  }))
}

/** Words of two bytes, as od prints them where it is not told how. */
function octalOf(groups: readonly Group[], from: number): readonly DumpByte[] {
  if (!groups.every(({digits}) => /^[01][0-7]{5}$/.test(digits))) return NONE
  return groups.flatMap(({digits, start, end}) => {
    const word = Number.parseInt(digits, 8)
    return [word & 255, word >> 8].map((byte) => ({byte, start: from + start, end: from + end}))
  })
}

function pairsOf(digits: string): number[] {
  return [...Buffer.from(digits, 'hex')]
}

/** Where a line repeats its bytes as characters behind them, and has nothing else. */
function columnAt(line: string, end: number, bytes: readonly DumpByte[]): number | undefined {
  if (bytes.length === 0) return undefined
  for (let at = end; line[at] === ' ' || line[at] === '\t'; at++) {
    const from = /[|>]/.test(line[at + 1] ?? '') && !says(line, at + 1, bytes) ? at + 2 : at + 1
    if (says(line, from, bytes)) return from
  }
  return undefined
}

function says(line: string, from: number, bytes: readonly DumpByte[]): boolean {
  const to = from + bytes.length
  if (to > line.length || !/^[|<]?\s*$/.test(line.slice(to, to + 80))) return false
  return bytes.every(({byte}, at) => (byte >= 32 && byte < 127 ? line.charCodeAt(from + at) === byte : true))
}

function cellLine(line: string, from: number): DumpLine | undefined {
  CELLS.lastIndex = 0
  const run = CELLS.exec(line)?.[1]
  if (run === undefined || run.trim() === '') return undefined
  const start = from + line.lastIndexOf(run)
  const cells = Array.from({length: run.length / CELL}, (_, at) => ({
    byte: byteOf(run.slice(at * CELL, at * CELL + CELL)),
    start: start + at * CELL,
    end: start + at * CELL + CELL,
  }))
  const isSure = line.trimStart() !== line.slice(line.indexOf(run)).trimStart() || cells.length >= FEWEST
  return {straight: NONE, swapped: NONE, shown: NONE, cells, isSure}
}

function byteOf(cell: string): number {
  if (cell.startsWith('   ')) return cell.charCodeAt(3)
  const said = cell.trim()
  return /^[0-7]{3}$/.test(said) ? Number.parseInt(said, 8) & 255 : (ESCAPES[said] ?? 0)
}

/** Dumps of bytes over any number of lines: what their columns of digits say, and what their column of characters says, each as one text. */
export const undoDumps: Undo = (text, made) => {
  let block: DumpLine[] = []
  let isAny = false
  const flush = () => {
    isAny = putBlock(block, made) || isAny
    block = []
  }
  for (let from = 0; from < text.length; ) {
    const next = text.indexOf('\n', from)
    const to = next < 0 ? text.length : next + 1
    const line = readDumpLine(text, from, to)
    if (line) block.push(line)
    else if (block.length > 0) flush()
    from = to
  }
  flush()
  return isAny
}

const COLUMNS = ['straight', 'swapped', 'shown', 'cells'] as const

function putBlock(block: readonly DumpLine[], made: ViewMaker): boolean {
  if (block.length === 0) return false
  for (const column of COLUMNS)
    putBytes(
      block.flatMap((line) => line[column]),
      made,
    )
  return true
}

function putBytes(bytes: readonly DumpByte[], made: ViewMaker): void {
  if (bytes.length === 0) return
  const run = new ByteRun(made)
  for (const {byte, start, end} of bytes) run.push(byte, start, end)
  run.end()
  const {end = 0} = bytes.at(-1) ?? {}
  made.put('\n', end, end)
}

/** Bytes that follow each other, read as UTF-8; what is none stands as one character a byte. */
export class ByteRun {
  readonly #made: ViewMaker
  #bytes: {byte: number; start: number; end: number}[] = []

  constructor(made: ViewMaker) {
    this.#made = made
  }

  push(byte: number, start: number, end: number): void {
    if (byte < 0x80 && this.#bytes.length === 0) this.#made.put(String.fromCharCode(byte), start, end)
    else this.#bytes.push({byte, start, end})
  }

  end(): void {
    const list = this.#bytes
    this.#bytes = []
    for (let at = 0; at < list.length; ) at += this.#character(list, at)
  }

  #character(list: readonly {byte: number; start: number; end: number}[], at: number): number {
    const {byte = 0, start = 0, end = 0} = list[at] ?? {}
    const length = lengthOf(byte)
    const group = list.slice(at, at + length)
    const text = Buffer.from(group.map((one) => one.byte)).toString('utf8')
    if (group.length === length && !text.includes('\ufffd')) {
      this.#made.put(text, start, group.at(-1)?.end ?? end)
      return length
    }
    this.#made.put(String.fromCharCode(byte), start, end)
    return 1
  }
}
