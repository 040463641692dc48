import {drawnPartOf, isDigestHead, isTokenHead} from './drawn-segments.ts'
import {usualPairsOf} from './readable.ts'
import type {Span} from './span.ts'
import {eachRun, runCharacters} from './text-runs.ts'
import {mixOf} from './value-kinds.ts'

const WIDE = runCharacters(/[\w.~+/=-]/g)
const SHORTEST = 28
const LONGEST = 2_048
const SHORTEST_DRAWN = 28
const SHORTEST_HEX_PART = 16
const PREFIX = /^[A-Za-z][A-Za-z\d]{0,11}(?:[_.-][A-Za-z\d]{1,8}){0,2}[_.-]/
const BASE64 = /^[A-Za-z\d+/]{32,}={0,2}$/
const ENDING = /\.[a-z]{2,6}$|\.[cm]?[jt]sx?$/

/** Tokens of no vendor known here that are made of several parts with dots between them, or whose body is base64 with its signs. */
export function findCompoundTokens(text: string, found: Span[]): void {
  eachRun(text, WIDE, SHORTEST, (runStart, runEnd) => {
    const run = text.slice(runStart, Math.min(runEnd, runStart + LONGEST)).replace(/[.~=/-]+$/, '')
    if (run.length < SHORTEST || /^[/.+~=-]/.test(run) || /[$%@#&\\]/.test(text[runStart - 1] ?? '')) return
    // `name=token`: the name is no part of it.
    const start = runStart + run.lastIndexOf('=') + 1
    const token = text.slice(start, runStart + run.length)
    const padding = /^={0,2}/.exec(text.slice(start + token.length, start + token.length + 2))?.[0].length ?? 0
    if (isDottedToken(token) || isBase64Token(token))
      found.push({start, end: start + token.length + padding, rule: 'prefixed-token'})
  })
}

/** `head.drawn.drawn`: parts that look drawn by chance, with a prefix or of several kinds; no host and no file. */
function isDottedToken(token: string): boolean {
  if (token.length < SHORTEST || !token.includes('.') || /[/+~]/.test(token) || ENDING.test(token)) return false
  const parts = token.split('.')
  if (/^\d{4}\.[\da-f]{32}\.[\da-f]{32}$/.test(token)) return true
  if (/^\d/.test(token) || parts.length > 6 || parts.some((part) => part === '')) return false
  const looked = parts.map((part) => drawnPartOf(part, SHORTEST_HEX_PART))
  const drawn = looked.reduce((sum, part) => sum + part.drawn, 0)
  const isHex = looked.every((part) => part.isHex || part.drawn === 0)
  const first = looked.findIndex((part) => part.drawn > 0)
  if (drawn < SHORTEST_DRAWN || isHex) return false
  const head = [...parts.slice(0, first), looked[first]?.head ?? ''].join('.')
  return drawn >= 0.6 * token.length && (head === '' || isTokenHead(head, false))
}

/** `prefix_` and base64 whose signs no path would have so often. */
function isBase64Token(token: string): boolean {
  const head = PREFIX.exec(token)?.[0] ?? ''
  const body = token.slice(head.length)
  if (head === '' || !/[+/]/.test(body) || !BASE64.test(body)) return false
  if (isDigestHead(head) || !isTokenHead(head, false)) return false
  return (
    /\d\D*\d/.test(body) && /[a-z]/.test(body) && /[A-Z]/.test(body) && mixOf(body) >= 0.3 && usualPairsOf(body) <= 0.5
  )
}
