import type {Files} from '#path/files'
import {nodeFiles} from '#path/node-files'

/** Files of this machine, for a program that composes itself. */
export const hereFiles: Files = nodeFiles
