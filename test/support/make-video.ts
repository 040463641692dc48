import {execFileSync} from 'node:child_process'
import {readFileSync, statSync} from 'node:fs'
import {delimiter, join} from 'node:path'

/** The program where a shell would find it. */
export const FFMPEG = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'ffmpeg'))
  .find((path) => statSync(path, {throwIfNoEntry: false})?.isFile())

/** What ffmpeg makes with these arguments, as bytes of the file that the last of them names. */
export function makeVideo(args: readonly string[]): Buffer {
  execFileSync(FFMPEG ?? 'ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args])
  return readFileSync(args.at(-1) ?? '')
}
