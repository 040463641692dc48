import type {Safe} from './safe.ts'

/**
 * What a system that reads logs for commands would obey. GitHub takes `::` after any space at the start of a line, and `##[`
 * anywhere in one; Azure Pipelines `##vso[` anywhere; TeamCity `##teamcity[`. GitLab's section marks need an escape, which no safe
 * text holds. Sources: github.com/actions/runner, ActionCommand; github.com/microsoft/azure-pipelines-agent, Command;
 * www.jetbrains.com/help/teamcity/service-messages.html.
 */
const LINE_COMMAND = /^([\s\u200b\ufeff]*):(?=:)/gm
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
