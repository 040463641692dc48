/* The types of pino, prom-client and OpenTelemetry are not imported here: a host that has none of them compiles against the library all the same. */

/** What the sink asks of a logger of the host's own: one of pino has it, and so has any that takes an object first. */
export interface RecordLogger {
  debug(record: object): void
  info(record: object): void
  warn(record: object): void
}

/** A registry of prom-client, by what it can do: the host's own copy of that package makes it. */
export interface PromRegistry {
  registerMetric(metric: never): void
  metrics(): Promise<string>
}

/** A tracer of OpenTelemetry, by what it can do. */
export interface SpanTracer {
  startSpan(name: string, options?: object, context?: object): object
}
