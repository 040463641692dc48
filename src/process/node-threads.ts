import {availableParallelism} from 'node:os'
import type {Threads} from './threads.ts'

/** Threads of Node that run the program at an absolute path. */
export function nodeThreads(program: string): Threads {
  return {
    cores: availableParallelism,
    start(listener) {
      // Loaded at the first thread: most commands start none.
      const {Worker} = process.getBuiltinModule('node:worker_threads')
      const worker = new Worker(program)
      worker.on('message', (message: unknown) => listener.heard(message))
      worker.on('error', (error) => listener.failed(error))
      worker.on('exit', (code) => listener.failed(new Error(`a thread ended by itself, exit code ${code}`)))
      return {
        say: (message) => worker.postMessage(message),
        stop: async () => {
          worker.removeAllListeners('exit')
          await worker.terminate()
        },
      }
    },
  }
}
