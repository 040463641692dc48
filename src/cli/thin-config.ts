import {Config} from '@oclif/core/config'
import type {HallOptions} from './hall.ts'
import type {Program} from './program.ts'

/**
 * A configuration that knows its name and version and loads nothing: one command that was found by its file needs no list of all
 * commands, no plug-ins and no hooks. Loading the whole costs more than the rest of a start.
 */
export class ThinConfig extends Config {
  constructor(options: HallOptions, program: Program) {
    super(options)
    this.root = options.root
    this.name = program.name
    this.bin = program.oclif.bin
    this.version = program.version
    this.topicSeparator = ' '
  }

  override async runHook(): Promise<never> {
    return {successes: [], failures: []} as never
  }
}
