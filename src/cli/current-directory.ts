/** Empty when it was removed under us: then nothing may run, for every relative path would mean something else. */
export function currentDirectory(): string {
  try {
    return process.cwd()
  } catch {
    return ''
  }
}
