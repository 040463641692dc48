/** The library door: everything a host application imports from `assay`. Importing it starts and reads nothing, and loads no adapter of a provider. */
export type {
  ProviderCapability,
  ProviderDiagnosis,
  ProviderEvent,
  ProviderHealth,
  ProviderProfile,
  ProviderRequestPolicy,
} from '#contract/generated/types'
export {AssayError, type Issue} from '#error/assay-error'
export type {ErrorCode} from '#error/codes'
export {ProviderBudgetExceededError, ProviderError, WorldStateError} from '#error/provider-error'
export {composeEventHandlers, composeEventHandlers as compose_event_handlers} from '#event/compose-event-handlers'
export {type Correlation, withCorrelation} from '#event/correlation'
export type {EventHandler} from '#event/event-handler'
export type {EventSink, EventTarget} from '#event/event-sink'
export {InMemoryRecorderSink} from '#event/in-memory-recorder-sink'
export {JsonLoggerSink} from '#event/json-logger-sink'
export {McapRecordingSink} from '#event/mcap-recording-sink'
export type {ProviderMetrics} from '#event/metrics'
export {promExporter} from '#event/open-prom-exporter'
export {OpenTelemetryProviderEventSink} from '#event/open-telemetry-provider-event-sink'
export {
  type MetricLabels,
  type MetricsExporter,
  ProviderMetricsExporterSink,
} from '#event/provider-metrics-exporter-sink'
export {ProviderMetricsSink} from '#event/provider-metrics-sink'
export {RunJsonLogSink} from '#event/run-json-log-sink'
export {type AddressPolicy, addressPolicy} from '#net/address-policy'
export {nodeFiles} from '#path/node-files'
export {ArtifactFolder, type ArtifactFolderOptions} from '#path/write-artifact'
export type {PlanChoice, PlanMode, PlanRequest, PlanResult} from '#provider/action-plan'
export type {ArtifactFile, ArtifactStore} from '#provider/artifact'
export {Assay, type AssayOptions, type DoctorOptions} from '#provider/assay'
export type {CallOptions} from '#provider/call-options'
export type {HealthOptions} from '#provider/check-health'
export type {FaultName, FaultOptions, FaultServer, FaultStep, SeenRequest} from '#provider/fault/fault-step'
export {FAULTS, type FaultService} from '#provider/fault/fault-table'
export type {HttpServiceName, ModelService} from '#provider/fault/http-services'
export {type FaultServerOptions, startFaultServer} from '#provider/fault/start-fault-server'
export type {LatentPlanChoice, LatentPlanResult} from '#provider/latent-plan'
export type {HookResult} from '#provider/lifecycle'
export type {VideoClip} from '#provider/media-rules'
export {LatentPlanningController, type LatentPlanningOptions} from '#provider/plan-latent'
export type {ActionPolicyResult, ActionTranslator} from '#provider/policy-rules'
export type {BatchResult, PredictionResult} from '#provider/predict-rules'
export type {
  BatchAnswer,
  BatchRequest,
  CallContext,
  ClipAnswer,
  Descriptor,
  EmbedAnswer,
  EmbedRequest,
  Fields,
  GenerateRequest,
  HookAnswer,
  KeptClipAnswer,
  MediaOptions,
  PolicyAnswer,
  PolicyRequest,
  PredictAnswer,
  ProbeFinding,
  Provider,
  ReasonAnswer,
  ReasonRequest,
  ResetRequest,
  ScoreAnswer,
  TransferRequest,
} from '#provider/provider'
export type {Readiness} from '#provider/readiness'
export type {PolicyChoice} from '#provider/request-policy'
export type {ActionScoreResult, ScoreInput} from '#provider/score-rules'
export type {EmbeddingResult, ReasoningResult} from '#provider/text-rules'
export {rawTranslator} from '#provider/translator/raw-translator'
export {type DeclaredTranslator, translatorOf} from '#provider/translator/translator'
export {Redactor} from '#redact/redactor'
export {Action} from '#world/action'
export type {DType} from '#world/dtype'
export {Tensor} from '#world/tensor'
export type {TensorJson} from '#world/tensor-json'
export type {WorldState} from '#world/world-state'
