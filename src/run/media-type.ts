const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
  md: 'text/markdown',
  csv: 'text/csv',
  txt: 'text/plain',
  log: 'text/plain',
  html: 'text/html',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  toml: 'application/toml',
  prom: 'text/plain',
  mp4: 'video/mp4',
  webm: 'video/webm',
  avi: 'video/x-msvideo',
}

/** Media type by file ending; bytes of unknown kind are `application/octet-stream`. */
export function mediaTypeOf(path: string): string {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return TYPES[ending] ?? 'application/octet-stream'
}
