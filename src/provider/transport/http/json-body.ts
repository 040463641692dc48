import {parsedFault, record} from '#contract/json'
import {cutText} from '#error/cut-text'
import {ProviderError} from '#error/provider-error'
import type {HttpReply} from '#net/http-client'
import {violation} from '../../model/provider-fault.ts'
import {whyNoJson} from '../../model/why-no-json.ts'

const DEPTH = 64
const UTF8 = new TextDecoder('utf-8', {fatal: true})
const MOST_TEXT = 4_000
/** Where servers put the sentence that says what went wrong. */
const SENTENCES = ['error', 'message', 'detail', 'title'] as const

/** The body as JSON: finite, not too deep, no `__proto__`. Throws `contract_violation`, `wrong_service` for a web page. */
export function jsonOf(reply: HttpReply): unknown {
  const text = textOf(reply)
  if (text === undefined) throw violation('the reply is not text in UTF-8')
  if (isPage(reply, text)) throw pageInstead()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw violation(`the reply ${whyNoJson(text)}`)
  }
  // The text was bounded, so is what came of it.
  const fault = parsedFault(value, DEPTH)
  if (fault !== undefined) throw violation(`the reply ${fault}`)
  return value
}

/** What a server says of its error, untrusted; empty where it says nothing or shows a web page. */
export function sentenceIn(reply: HttpReply): string {
  const text = textOf(reply) ?? ''
  if (isPage(reply, text)) return 'a web page: a proxy or another service answers here'
  try {
    return cutText(sentenceOf(JSON.parse(text)) ?? '', MOST_TEXT)
  } catch {
    return cutText(text, MOST_TEXT)
  }
}

function sentenceOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const body = record(value)
  if (body === undefined) return undefined
  const found = SENTENCES.map((name) => sentenceOf(body[name])).find((text) => text !== undefined && text !== '')
  return found ?? (typeof body['code'] === 'string' ? body['code'] : undefined)
}

function textOf({body}: HttpReply): string | undefined {
  try {
    return UTF8.decode(body)
  } catch {
    return undefined
  }
}

function isPage({headers}: HttpReply, text: string): boolean {
  return /^(text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(text)
}

function pageInstead(): ProviderError {
  return new ProviderError(
    'wrong_service',
    'a web page came instead of JSON: a proxy or another service answers here',
    {
      fault: 'wrong_service',
      retryable: false,
    },
  )
}
