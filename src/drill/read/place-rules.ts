import type {Drill} from '#contract/generated/types'
import type {DraftIssue} from '#document/document-issues'
import {pointerOf} from '#document/pointer'
import {unsafePath} from '#path/safe-relative-path'
import {COMMANDS, OF_GIT} from './command-rules.ts'

/** What makes other programs load code, or be other programs. */
const LOADS_CODE =
  /^(GIT|NODE|NPM|SSH|LD|DYLD|BASH|PYTHON)_|^(PATH|HOME|TMPDIR|SHELL|ENV|EDITOR|VISUAL|PAGER)$|^ASSAY_(ALLOW|DRILL|FROM)/
/** A host, be it alone or in an address. */
const HOST_NAME = /_(HOST|HOSTNAME|ADDRESS)$/
const AUTHORITY = /[a-z][a-z0-9+.-]*:\/\/(?:[^\s/@]*@)?(\[[^\]]*\]|\{[^}]*\}|[^\s/:?#,]*)/gi
const OWN_HOST = /^(\{server\.[a-z0-9_.-]+\}|127(\.[0-9]{1,3}){3}|localhost|\[::1\])$/i
/** Found before others of their name; these are run by the drill itself. */
const TRAPPED = new Set([...COMMANDS, 'node'].map((name) => `trap/${name}`))

/** Variables of a target that is made for the drill: they load no code into programs, and lead to nobody but what the drill started. */
export function variableIssues({target: {env = {}}}: Drill): DraftIssue[] {
  return Object.entries(env).flatMap(([name, text]): DraftIssue[] => {
    const pointer = pointerOf(['target', 'env', name])
    if (LOADS_CODE.test(name))
      return [{pointer, rule: 'no_code', message: 'would have programs load code, and a drill holds none', onKey: true}]
    const message = 'names another host: a drill speaks to what it starts, such as {server.ID.url}, and to this machine'
    return hostsIn(name, text).every((host) => OWN_HOST.test(host)) ? [] : [{pointer, rule: 'host', message}]
  })
}

function hostsIn(name: string, text: string): string[] {
  const named = [...text.matchAll(AUTHORITY)].map(([, host = '']) => host)
  return named.length === 0 && HOST_NAME.test(name) ? [text.replace(/:[0-9]+$/, '')] : named
}

/** Files lie in the site, and are neither settings of git nor programs that the drill itself runs. */
export function fileIssues({target: {files = []}}: Drill): DraftIssue[] {
  return files.flatMap(({path}, at) => {
    const fault = fileFault(path) ?? (TRAPPED.has(path) ? CODE : undefined)
    return fault ? [{pointer: pointerOf(['target', 'files', String(at), 'path']), ...fault}] : []
  })
}

const CODE = {rule: 'no_code', message: 'would have the drill run another program than its own'}

/** What is wrong with the path of a file that a drill lays or breaks. */
export function fileFault(path: string): {readonly rule: string; readonly message: string} | undefined {
  return unsafePath(path) ?? (OF_GIT.test(path) ? CODE : undefined)
}
