/** The library door: everything a host application imports from `assay`. Importing it starts and reads nothing, and loads no adapter of a provider. */
export {AssayError} from '#error/assay-error'
export {ProviderBudgetExceededError, ProviderError, WorldStateError} from '#error/provider-error'
export {composeEventHandlers, composeEventHandlers as compose_event_handlers} from '#event/compose-event-handlers'
export {type Correlation, withCorrelation} from '#event/correlation'
export type {EventHandler} from '#event/event-handler'
export type {EventSink} from '#event/event-sink'
export {InMemoryRecorderSink} from '#event/in-memory-recorder-sink'
export {JsonLoggerSink} from '#event/json-logger-sink'
export {McapRecordingSink} from '#event/mcap-recording-sink'
export {promExporter} from '#event/open-prom-exporter'
export {OpenTelemetryProviderEventSink} from '#event/open-telemetry-provider-event-sink'
export {
  type MetricLabels,
  type MetricsExporter,
  ProviderMetricsExporterSink,
} from '#event/provider-metrics-exporter-sink'
export {ProviderMetricsSink} from '#event/provider-metrics-sink'
export {RunJsonLogSink} from '#event/run-json-log-sink'
export {nodeFiles} from '#path/node-files'
export {Assay, type AssayOptions} from '#provider/assay'
export type {LatentPlanChoice, LatentPlanResult} from '#provider/latent-plan'
export {LatentPlanningController, type LatentPlanningOptions} from '#provider/plan-latent'
export type {ActionTranslator} from '#provider/policy-rules'
export type {
  BatchAnswer,
  CallContext,
  ClipAnswer,
  Descriptor,
  EmbedAnswer,
  HookAnswer,
  PolicyAnswer,
  PredictAnswer,
  ProbeFinding,
  Provider,
  ReasonAnswer,
  ScoreAnswer,
} from '#provider/provider'
export {rawTranslator} from '#provider/translator/raw-translator'
export {type DeclaredTranslator, translatorOf} from '#provider/translator/translator'
export {Redactor} from '#redact/redactor'
export {Action} from '#world/action'
export {Tensor} from '#world/tensor'
export type {WorldState} from '#world/world-state'
