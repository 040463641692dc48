import type {Files} from './files.ts'
import {nodeReader} from './node-reader.ts'
import {nodeDirectories, nodeWriter} from './node-writer.ts'

export const nodeFiles: Files = {reader: nodeReader, writer: nodeWriter, directories: nodeDirectories}
