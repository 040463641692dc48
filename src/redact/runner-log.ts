import type {RedactorScope} from './redactor-scope.ts'
import {joinSafe, type Safe} from './safe.ts'

type Scope = Pick<RedactorScope, 'text'>

/** Marks between which a system that shows logs folds lines away under a title. What the title says commands nothing. */
export interface LogFolds {
  open(title: string, atMs: number, scope: Scope): Safe
  close(title: string, atMs: number, scope: Scope): Safe
}

/** Groups of GitHub Actions. Source: docs.github.com/actions, "Workflow commands", grouping log lines. */
export const GITHUB_FOLDS: LogFolds = {
  open: (title, _, scope) => scope.text(`::group::${title.replaceAll(/[^\w. -]/g, '_')}\n`),
  close: (_title, _at, scope) => scope.text('::endgroup::\n'),
}

/** Sections of GitLab, whose marks are escapes. Source: docs.gitlab.com/ci/jobs/job_logs, "Create custom collapsible sections". */
export const GITLAB_FOLDS: LogFolds = {
  open: (title, atMs, scope) =>
    joinSafe([sectionMark('start', title, {atMs, scope}), scope.text(title.replaceAll(/[\r\n]/g, ' ')), '\n' as Safe]),
  close: (title, atMs, scope) => joinSafe([sectionMark('end', title, {atMs, scope}), '\n' as Safe]),
}

function sectionMark(
  edge: 'start' | 'end',
  title: string,
  {atMs, scope}: {readonly atMs: number; readonly scope: Scope},
): Safe {
  const name = scope.text(title).replaceAll(/[^\w.-]/g, '_') as Safe
  const begin = `\u001b[0Ksection_${edge}:${Math.floor(atMs / 1000)}:` as Safe
  return joinSafe([begin, name, '\r\u001b[0K' as Safe])
}

/**
 * What a system that reads logs for commands would obey. GitHub takes `::` after any space at the start of a line, and `##[`
 * anywhere in one; Azure Pipelines `##vso[` anywhere; TeamCity `##teamcity[`. GitLab's section marks need an escape, which no safe
 * text holds. Sources: github.com/actions/runner, ActionCommand; github.com/microsoft/azure-pipelines-agent, Command;
 * www.jetbrains.com/help/teamcity/service-messages.html.
 */
const LINE_COMMAND = /^((?:[^\S\n\r\u2028\u2029]|[\u200b\ufeff])*):(?=:)/gm
const ANYWHERE = /##(?=(?:vso|teamcity)?\[)/gi
const IN_JSON = /^\s*[{["]/

/** Safe text that commands nothing: two signs are set apart, so that a reader sees what was there. In JSON the value stays the same. */
export function inertForRunner(text: Safe): Safe {
  const isJson = IN_JSON.test(text) && /[}\]"]\s*$/.test(text)
  return text.replace(LINE_COMMAND, '$1: ').replace(ANYWHERE, isJson ? '\\u0023#' : '# #') as Safe
}

/** Words of others within a command of ours: what commands anywhere in a line is set apart there too. */
export function inertWithinCommand(words: string): string {
  return words.replace(ANYWHERE, '# #')
}
