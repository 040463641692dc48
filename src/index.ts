/** The library door: everything a host application imports from `@assay-trials/assay`. Importing it starts and reads nothing, and loads no use case and no adapter. */
export type {LogRecord} from '#compose/activity-records'
export type * from '#contract/generated/types'
export type {Json, JsonObject} from '#contract/json'
export type {ErrorOptions} from '#error/assay-error'
export {AssayError, type Issue} from '#error/assay-error'
export type {ErrorCode, ErrorFacts} from '#error/codes'
export {CODES as ERROR_CODES} from '#error/codes'
export type {ExitName} from '#error/exit'
export {EXIT as EXIT_CODES} from '#error/exit'
export type {ProbeFault, ProviderErrorOptions} from '#error/provider-error'
export {ProviderBudgetExceededError, ProviderError, WorldStateError} from '#error/provider-error'
export type {LogDegree} from '#event/activity-log'
export type {ComposedSink} from '#event/compose-event-handlers'
export {composeEventHandlers, composeEventHandlers as compose_event_handlers} from '#event/compose-event-handlers'
export {type Correlation, withCorrelation} from '#event/correlation'
export type {EventHandler} from '#event/event-handler'
export type {EventHead, EventSink, EventTarget} from '#event/event-sink'
export type {PromRegistry, RecordLogger, SpanTracer} from '#event/host-objects'
export {InMemoryRecorderSink} from '#event/in-memory-recorder-sink'
export {JsonLoggerSink} from '#event/json-logger-sink'
export {McapRecordingSink} from '#event/mcap-recording-sink'
export type {LatencySummary, ProviderMetrics} from '#event/metrics'
export {promExporter} from '#event/open-prom-exporter'
export {OpenTelemetryProviderEventSink} from '#event/open-telemetry-provider-event-sink'
export {
  type MetricLabels,
  type MetricsExporter,
  ProviderMetricsExporterSink,
} from '#event/provider-metrics-exporter-sink'
export {ProviderMetricsSink} from '#event/provider-metrics-sink'
export type {RunJsonLogOptions} from '#event/run-json-log-sink'
export {RunJsonLogSink} from '#event/run-json-log-sink'
export type {SinkPorts} from '#event/sink-ports'
export type {ServiceReply} from '#lab/fault/bent-reply'
export type {FaultName, FaultOptions, FaultServer, FaultStep, SeenRequest} from '#lab/fault/fault-step'
export {FAULTS, type FaultService} from '#lab/fault/fault-table'
export type {Gr00tService} from '#lab/fault/gr00t-service'
export type {HttpServiceName, ModelService} from '#lab/fault/http-services'
export type {Act as OpenPiAct} from '#lab/fault/openpi-service'
export {type FaultServerOptions, startFaultServer} from '#lab/fault/start-fault-server'
export type {WsServerOptions} from '#lab/fault/start-ws-server'
export type {ZmqServerOptions} from '#lab/fault/start-zmq-server'
export type {BenchmarkOptions} from '#library/benchmark-options'
export {type BundleRunOptions, bundleRun} from '#library/bundle-run'
export {type ValidateFilesOptions, validateFiles} from '#library/check-files'
export {type CheckMachineOptions, doctor, type ProviderFilter} from '#library/check-machine'
export {checkNodes, takeNodeBaseline} from '#library/check-nodes'
export type {CheckNodesOptions, NodeBaselineOptions, NodeOptions} from '#library/check-nodes-options'
export {type CheckContractOptions, type CheckHealthOptions, checkContract, checkHealth} from '#library/check-providers'
export {type CleanRunsOptions, cleanRuns} from '#library/clean-runs'
export {type CompareRunsOptions, compareRuns} from '#library/compare-runs'
export {planUpgrade, previewRollback, rollBackNodes, showNodes, upgradeNodes} from '#library/conduct-nodes'
export {type EvaluateResult, evaluate} from '#library/evaluate'
export type {
  EvaluateOptions,
  EvaluationRules,
  RecomputeOptions,
  SelftestEvaluationOptions,
} from '#library/evaluation-options'
export {type GenerateKeysOptions, generateKeys} from '#library/generate-keys'
export {listPresets, listSuites} from '#library/list-catalogues'
export {type ListProvidersOptions, listProviders, type ShowProviderOptions, showProvider} from '#library/list-providers'
export {indexRuns, type ListRunsOptions, listRuns} from '#library/list-runs'
export {
  listWorlds,
  type RollOutWorldOptions,
  rollOutWorld,
  type ShowWorldOptions,
  showWorld,
} from '#library/list-worlds'
export {benchmark, selftestBenchmark} from '#library/run-benchmark'
export {recoverDrills, runDrills, showDrills} from '#library/run-drills'
export type {RecoverDrillsOptions, RunDrillsOptions, ShowDrillsOptions} from '#library/run-drills-options'
export {planJob, type RunJobOptions, runJob} from '#library/run-job'
export {recompute, selftestEvaluation} from '#library/run-recompute'
export {type ShowLedgerOptions, showLedger} from '#library/show-ledger'
export {type ShowNodeAlertsOptions, showNodeAlerts} from '#library/show-node-alerts'
export {type ShowRunOptions, showRun} from '#library/show-run'
export type {
  LocalAssets,
  OwnProviders,
  ProgressStep,
  ProviderAccess,
  RunNaming,
  RunTelling,
  Surroundings,
  WorkspaceOptions,
} from '#library/surroundings'
export type {
  PlanUpgradeOptions,
  PreviewRollbackOptions,
  RollBackNodesOptions,
  ShowNodesOptions,
  UpgradeNodesOptions,
} from '#library/upgrade-nodes-options'
export {
  type SignatureDemand,
  type VerifyBundleOptions,
  type VerifyRunOptions,
  verifyBundle,
  verifyRun,
} from '#library/verify-evidence'
export {
  type ListenForWebhooksOptions,
  listenForWebhooks,
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookSecrets,
} from '#library/verify-webhooks'
export {type AddressPolicy, addressPolicy} from '#net/address-policy'
export type {Network as AddressNetwork} from '#net/ip'
export type {
  Directories,
  DirectoryEntry,
  FileFacts,
  FileReader,
  Files,
  FileWriter,
  ReadableFile,
  WritableFile,
} from '#path/files'
export {nodeFiles} from '#path/node-files'
export type {ArtifactFolderPorts, OpenArtifact} from '#path/write-artifact'
export {ArtifactFolder, type ArtifactFolderOptions} from '#path/write-artifact'
export type {NameSource} from '#path/write-atomic'
export {RUNTIME_ASSET_MANIFEST_SCHEMA_VERSION} from '#profile/runtime-asset'
export {Assay, type DoctorOptions} from '#provider/assay'
export type {AssayOptions} from '#provider/assay-options'
export type {Description as ProviderDescription} from '#provider/call/open-provider'
export type {HealthOptions} from '#provider/health/check-health'
export type {DiagnosisFilter} from '#provider/health/diagnose-providers'
export type {Readiness} from '#provider/health/readiness'
export type {HookName, HookResult, HookStatus} from '#provider/hook/lifecycle'
export type {ArtifactFile, ArtifactStore, KeptArtifact} from '#provider/model/artifact'
export type {CallOptions} from '#provider/model/call-options'
export type {Descriptor} from '#provider/model/descriptor'
export type {FloatType} from '#provider/model/float-types'
export type {
  BatchAnswer,
  BatchRequest,
  CallContext,
  ClipAnswer,
  ClipFacts,
  EmbedAnswer,
  EmbedRequest,
  Examples,
  Fields,
  GenerateRequest,
  Hook as LifecycleHook,
  HookAnswer,
  KeptClipAnswer,
  MaybePromise,
  MediaOptions,
  Metadata as AnswerMetadata,
  PolicyAnswer,
  PolicyRequest,
  PredictAnswer,
  PredictRequest,
  ProbeFinding,
  Provider,
  ReasonAnswer,
  ReasonRequest,
  RequestChecks,
  RequestOf as RequestBySlot,
  ResetRequest,
  ScoreAnswer,
  ScoreRequest,
  Slot as ProviderSlot,
  StepKind,
  TransferRequest,
  WithMetadata,
} from '#provider/model/provider'
export type {Reached as ReachedRuntime} from '#provider/model/reached'
export type {RemoteWork} from '#provider/model/remote-work'
export type {PolicyChoice} from '#provider/model/request-policy'
export type {WaitOut} from '#provider/model/wait-out'
export type {ClipMedia, VideoClip} from '#provider/operation/media-rules'
export type {AnswerOrigin} from '#provider/operation/operation-rules'
export type {ActionPolicyResult, ActionTranslator} from '#provider/operation/policy-rules'
export type {BatchResult, PredictionResult} from '#provider/operation/predict-rules'
export type {ActionScoreResult, ScoreInput} from '#provider/operation/score-rules'
export type {EmbeddingResult, ReasoningResult} from '#provider/operation/text-rules'
export type {PlanChoice, PlanMode, PlanRequest, PlanResult} from '#provider/planning/action-plan'
export type {Bounds as AxisBounds, LatentPlanChoice, LatentPlanResult} from '#provider/planning/latent-plan'
export {LatentPlanningController, type LatentPlanningOptions} from '#provider/planning/plan-latent'
export type {PlanLibrary as PlanningLibrary} from '#provider/planning/plan-library'
export type {RegistrationOptions} from '#provider/registry/provider-table'
export {rawTranslator} from '#provider/translator/raw-translator'
export {type DeclaredTranslator, translatorOf} from '#provider/translator/translator'
export type {Clock} from '#random/clock'
export type {Entropy} from '#random/entropy'
export type {Cancel, Timers} from '#random/timers'
export type {SecretFinding} from '#redact/findings'
export type {KnownRoot} from '#redact/host-paths'
export type {Layers as RedactionLayers} from '#redact/layers'
export {Redactor} from '#redact/redactor'
export type {Registration as SecretRegistration} from '#redact/registered-values'
export type {Safe as SafeText, SafeBytes} from '#redact/safe'
export type {Span, SpanFinder} from '#redact/span'
export type {RolloutPolicy} from '#rollout/rollout-order'
export type {FileKind} from '#validate/file-kind'
export type {Box as ActionBox, Position as ActionPosition, SpawnOptions} from '#world/model/action'
export {Action} from '#world/model/action'
export type {Goal} from '#world/model/goal'
export type {SceneEntry, Vector as SceneVector, WorldState} from '#world/model/world-state'
export type {PlannerConfig} from '#world/planner/config'
export type {Plan as PlannedEntries, PlanBudget, PlanIteration} from '#world/planner/search'
export type {DType} from '#world/tensor/dtype'
export {Tensor} from '#world/tensor/tensor'
export type {Nested as NestedNumbers, TensorJson} from '#world/tensor/tensor-json'
