import {type ParseArgsConfig, parseArgs} from 'node:util'

/** Flags and words of a developers' program. A mistake ends it with 2 before it has done anything, and names where its usage is told. */
export function readWords<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    if (!(error instanceof TypeError && 'code' in error && `${error.code}`.startsWith('ERR_PARSE_ARGS_'))) throw error
    console.error(`${error.message}\nRun it with --help to see its usage.`)
    process.exit(2)
  }
}
