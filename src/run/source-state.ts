import type {SourceState} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {isCommit, MOST_NAME} from './ci-run.ts'

/** What is asked of git. Neither hooks nor a file-system monitor of the checkout may run, and its index stays as it is. */
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
 * Commit, branch and whether tracked files differ. Source: git-status, "Porcelain Format Version 2"; a branch without a commit has
 * the id `(initial)`, a detached one the name `(detached)`.
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
