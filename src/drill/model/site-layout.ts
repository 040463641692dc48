import {join} from 'node:path'
import {sitesOf} from '#run/layout'

/** Where one drill of a run works, relative to the workspace. */
export const siteOf = (runId: string, drill: string) => `${sitesOf(runId)}/${drill}`

/** Inside the site: where the application and commands run, what was taken from them, and copies of files before they were broken. */
export const homeIn = (site: string) => join(site, 'home')
export const changesIn = (site: string) => join(site, 'changes.json')
export const keptIn = (site: string) => join(site, 'kept')
export const artifactsIn = (site: string) => join(site, 'home', 'clips')
