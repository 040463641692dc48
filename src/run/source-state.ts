import type {SourceState} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {isCommit, MOST_NAME} from './ci-run.ts'

/** The git command that reads the state. Neither hooks nor a file-system monitor of the checkout may run, and its index stays unchanged. */
export const GIT_STATUS = [
  'git',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '--no-optional-locks',
  'status',
  '--porcelain=v2',
  '--branch',
  '--untracked-files=no',
  '--ignore-submodules=all',
] as const

const HEADER = /^# branch\.(oid|head) (.*)$/

/**
 * Commit, branch and whether tracked files differ. A branch without a commit has the id `(initial)`, a detached head the name `(detached)`.
 * Source: git-status, "Porcelain Format Version 2".
 */
export function parseSourceState(status: string): SourceState {
  const told = new Map<string, string>()
  let dirty = false
  for (const line of status.split('\n')) {
    const [, name, value] = HEADER.exec(line) ?? []
    if (name !== undefined && value !== undefined) told.set(name, value)
    else if (/^[12u] /.test(line)) dirty = true
  }
  const commit = told.get('oid')
  const branch = told.get('head')
  return {
    commit: isCommit(commit) ? commit : null,
    branch: branch === undefined || branch === '(detached)' ? null : cutText(branch, MOST_NAME),
    dirty,
  }
}
