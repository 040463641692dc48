import {join} from 'node:path'
import {sitesOf} from '#run/layout'

/** Where one drill of a run works, relative to the workspace. */
export const siteOf = (runId: string, drill: string) => `${sitesOf(runId)}/${drill}`

/** Inside the site: where the application and commands run, what was taken from them, and copies of files before they were broken. */
export const homeIn = (site: string) => join(site, 'home')
/** What the target file of the nodes of a drill calls them. */
export const SITE_TARGET = 'drill'
export const nodesIn = (home: string) => join(home, 'nodes')
/** Folder of a hosting node, by the home of its drill. */
export const nodeIn = (home: string, name: string) => join(nodesIn(home), name)
/** The token of a node that has a user of its own, and the variable of commands that holds it. */
export const nodeTokenFile = (home: string, name: string) => join(nodeIn(home, name), 'token')
export const tokenVariable = (name: string) => ['HOST_TOKEN', name.toUpperCase()].join('_')
/** File name of the authority that signed the certificates of a drill, in the drill's home. */
export const AUTHORITY_FILE = 'authority.pem'
/** In the folder of a node. */
export const TLS_CERT = 'tls.pem'
export const TLS_KEY = 'tls.key'
export const NETWORK_FILE = 'network.json'
export const changesIn = (site: string) => join(site, 'changes.json')
export const keptIn = (site: string) => join(site, 'kept')
export const artifactsIn = (site: string) => join(site, 'home', 'clips')
