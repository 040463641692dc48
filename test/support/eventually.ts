/** No load of a machine makes what is waited for take so long. */
const MOST_WAIT_MS = 240_000
const LOOK_EVERY_MS = 20

/** Waits in small steps until something is so; throws where it never comes to be. */
export async function eventually(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const begun = performance.now(); !(await isSo()); await new Promise((wake) => setTimeout(wake, LOOK_EVERY_MS)))
    if (performance.now() - begun > MOST_WAIT_MS) throw new Error(`it never came to be: ${what}`)
}
