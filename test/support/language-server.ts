import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {pathToFileURL} from 'node:url'

/** What a server finds wrong at a place, counted from 0. */
export interface Diagnostic {
  readonly message: string
  readonly range: {readonly start: {readonly line: number}}
}

type Message = {
  readonly id?: number
  readonly method?: string
  readonly params?: {readonly uri?: string; readonly diagnostics?: Diagnostic[]; readonly items?: readonly unknown[]}
  readonly result?: unknown
}

/** Without this a server asks the web for schemas. */
const SETTINGS = {schemaStore: {enable: false}, validate: true, completion: true}

/**
 * A language server as an editor talks to it: JSON-RPC over its standard streams. `program`: a script of Node.
 * Source: Language Server Protocol 3.17, base protocol.
 */
export async function openLanguageServer(program: string, folder: string) {
  const child = spawn(process.execPath, [program, '--stdio'], {stdio: ['pipe', 'pipe', 'inherit']})
  const answers = new Map<number, (result: unknown) => void>()
  const diagnostics = new Map<string, (found: Diagnostic[]) => void>()
  let asked = 0
  const send = (message: object) => {
    const text = Buffer.from(JSON.stringify({jsonrpc: '2.0', ...message}))
    child.stdin.write(`Content-Length: ${text.length}\r\n\r\n`)
    child.stdin.write(text)
  }
  const ask = (method: string, params: object) => {
    const {promise, resolve} = Promise.withResolvers<unknown>()
    asked += 1
    answers.set(asked, resolve)
    send({id: asked, method, params})
    return promise
  }
  const hear = ({id, method, params, result}: Message) => {
    if (method === undefined) answers.get(id ?? 0)?.(result)
    else if (id !== undefined) send({id, result: params?.items?.map(() => SETTINGS) ?? null})
    else if (method === 'textDocument/publishDiagnostics')
      diagnostics.get(params?.uri ?? '')?.(params?.diagnostics ?? [])
  }
  child.stdout.on('data', messagesTo(hear))
  const rootUri = pathToFileURL(folder).href
  await ask('initialize', {processId: process.pid, rootUri, capabilities: {workspace: {configuration: true}}})
  send({method: 'initialized', params: {}})
  send({method: 'workspace/didChangeConfiguration', params: {settings: {yaml: SETTINGS}}})
  return {
    /** Opens a text under a name and tells what is wrong with it. */
    async open(path: string, text: string): Promise<Diagnostic[]> {
      const uri = pathToFileURL(path).href
      const {promise, resolve} = Promise.withResolvers<Diagnostic[]>()
      diagnostics.set(uri, resolve)
      const languageId = path.endsWith('.json') ? 'json' : 'yaml'
      send({method: 'textDocument/didOpen', params: {textDocument: {uri, languageId, version: 1, text}}})
      return await promise
    },
    /** What is offered at a place of an open text. */
    async complete(path: string, position: {line: number; character: number}): Promise<string[]> {
      const textDocument = {uri: pathToFileURL(path).href}
      const found = await ask('textDocument/completion', {textDocument, position})
      const {items} = found as {items: {label: string}[]}
      return items.map(({label}) => label)
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

/** Messages as they come: a header with the number of bytes, an empty line, the bytes. */
function messagesTo(hear: (message: Message) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    for (;;) {
      const end = rest.indexOf('\r\n\r\n')
      const size = Number(/Content-Length: (\d+)/i.exec(rest.subarray(0, Math.max(0, end)).toString())?.[1])
      if (end < 0 || rest.length < end + 4 + size) return
      const body = rest.subarray(end + 4, end + 4 + size).toString()
      rest = rest.subarray(end + 4 + size)
      hear(JSON.parse(body))
    }
  }
}
