import type {Files} from './files.ts'
import {nodeReader} from './node-reader.ts'
import {nodeDirectories, nodeWriter} from './node-writer.ts'

/** The disk of this machine, for sinks and stores that write. */
export const nodeFiles: Files = {reader: nodeReader, writer: nodeWriter, directories: nodeDirectories}
