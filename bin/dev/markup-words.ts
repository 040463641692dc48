import {exitFor, type VerdictState} from '#error/exit'
import {STATUS_WORDS} from '#report/cell-text'
import {FORMATS, formatNames} from '#report/renderers'
import type {Report} from '#report/report'
import * as layout from '#run/layout'

const LEAST_LETTERS = 3
const DIGEST = /sha256-[\w+/=]+/g

/** Words that stand in every run, whatever it tells: names of files, elements, classes, styles and the script of a page, and how a run can end. */
export async function markupWords(): Promise<string[]> {
  const found = new Set<string>()
  const add = (text: string) => {
    for (const [word] of text.replaceAll(DIGEST, '').matchAll(/[a-z][a-z_-]*/gi)) {
      for (const part of [word, ...word.split(/[-_]/)]) found.add(part.toLowerCase())
    }
  }
  add(JSON.stringify(layout))
  for (const format of formatNames()) {
    const render = await FORMATS[format].load()
    for (const state of Object.keys(STATUS_WORDS) as VerdictState[]) {
      const report: Report = {title: '', status: state, facts: [], tables: [], cases: [], remarks: []}
      add(render(report, {schema_version: 1, command: '', exit: exitFor(state, '')}, layout.RUN_VIEW))
    }
  }
  return [...found].filter((word) => word.length >= LEAST_LETTERS && /^[a-z][a-z_-]*[a-z]$/.test(word)).sort()
}
