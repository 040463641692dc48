import {AssayError} from '#error/assay-error'

/** Hosts in plain JavaScript may forget the one thing a sink cannot do without; better told now than with every event. Throws `invalid_input`. */
export function checkPath(sink: string, options: {readonly path?: unknown} | undefined): void {
  if (typeof options?.path === 'string' && options.path !== '') return
  throw new AssayError('invalid_input', `${sink} needs the path of the file it writes`, {
    hint: `new ${sink}({path: 'logs/events...'}).`,
    detail: {field: 'path'},
  })
}
