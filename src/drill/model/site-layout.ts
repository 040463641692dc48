import {join} from 'node:path'
import {RUNS, STATE} from '#run/layout'

/** Where drills of a run work, relative to the workspace. Runs in there belong to no list. */
export const sitesOf = (runId: string) => `${RUNS}/${STATE}/drills/${runId}`
export const siteOf = (runId: string, drill: string) => `${sitesOf(runId)}/${drill}`

/** Inside the site: where the application and commands run, what was taken from them, and copies of files before they were broken. */
export const homeIn = (site: string) => join(site, 'home')
export const changesIn = (site: string) => join(site, 'changes.json')
export const keptIn = (site: string) => join(site, 'kept')
export const artifactsIn = (site: string) => join(site, 'home', 'clips')
