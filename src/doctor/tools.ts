/** What Assay can use and does not need: what it is for, and how it comes onto a machine. */
export interface Tool {
  readonly name: string
  readonly enables: string
  readonly install: string
  /** Major and minor of the oldest that serves, and what asks for it. */
  readonly oldest?: {readonly version: readonly [number, number]; readonly for: string}
}

export const KEYRING_PACKAGE = '@napi-rs/keyring'

export const PROGRAMS: readonly Tool[] = [
  {
    name: 'git',
    enables: 'runs that tell their commit and branch, checks of hosting nodes, and hostnode (2.31 or newer)',
    install: 'from https://git-scm.com',
    oldest: {version: [2, 31], for: 'hostnode'},
  },
  {
    name: 'ffmpeg',
    enables: 'clips of MP4 and WebM in the suite media, and turning clips into other formats, for steps of yours',
    install: 'from https://ffmpeg.org',
  },
  {name: 'python3', enables: 'the bridge to models in Python', install: 'from https://www.python.org'},
]

export const PACKAGES: readonly Tool[] = [
  {
    name: KEYRING_PACKAGE,
    enables: 'accounts of hosting nodes in the system keyring',
    install: 'npm install @napi-rs/keyring',
  },
  {name: 'zeromq', enables: 'model servers of GR00T in drills and tests of your own', install: 'npm install zeromq'},
  {name: 'pino', enables: 'a logger of your own in the library', install: 'npm install pino'},
  {name: 'prom-client', enables: 'metrics for Prometheus from the library', install: 'npm install prom-client'},
  {name: '@opentelemetry/api', enables: 'spans from the library', install: 'npm install @opentelemetry/api'},
  {
    name: '@opentelemetry/sdk-trace',
    enables: 'spans and metrics for an OpenTelemetry collector, with what sends them there',
    install: 'npm install @opentelemetry/{api,resources,sdk-metrics,sdk-trace}',
  },
  {
    name: '@opentelemetry/exporter-trace-otlp-proto',
    enables: 'sending spans and metrics to an OpenTelemetry collector',
    install: 'npm install @opentelemetry/exporter-{metrics,trace}-otlp-proto',
  },
]
