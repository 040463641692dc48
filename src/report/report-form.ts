import type {FormatName} from './renderers.ts'

/** How what each format writes begins. Of CSV any table might be. */
const FORMS: Readonly<Record<Exclude<FormatName, 'csv'>, RegExp>> = {
  human: /^[^\n]*\n\S+ [a-z -]+ {2}exit \d+ \([a-z-]+\)\n/,
  json: /^\{\n {2}"schema_version": 1,\n {2}"command": "/,
  markdown: /^# [^\n]*\n\n\*\*\S+ [a-z -]+\*\* · exit \d+ \([a-z-]+\)\n/,
  junit: /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="/,
  html: /^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/,
}

/** Whether a text that stands under the name of a report is one, by how it begins. */
export function isReport(format: FormatName, text: string): boolean {
  return format !== 'csv' && FORMS[format].test(text)
}
