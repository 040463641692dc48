// Generated from schemas/ by npm run generate; do not edit.

/**
 * The only provider it is for; any when absent.
 */
export type ProviderName = string;
/**
 * @maxItems 8
 */
export type TranslatorExpected = (number | null)[];
export type TranslatorPath = string;
export type TranslatorAxis = number;
/**
 * @minItems 2
 * @maxItems 2
 */
export type TranslatorSpan = number[];
export type TranslatorPlace = number | ("$t" | "$c");
export type TranslatorUnit = "m" | "cm" | "mm" | "rad" | "deg" | "s" | "ms" | "ratio" | "percent";
export type TranslatorNormValues = number | number[];
export type ProviderName1 = string;
/**
 * As nodes tell it; up is 1 where a node could be read and 0 where not.
 */
export type AlertMetric = string;
export type DigestText = string;
/**
 * @minItems 1
 * @maxItems 1000
 */
export type BudgetList = BudgetEntry[];
export type Count = number;
export type BudgetMetric =
  | "matching_results"
  | "success_rate"
  | "error_count"
  | "retry_count"
  | "average_latency_ms"
  | "p95_latency_ms"
  | "throughput_per_second";
/**
 * What a benchmark sends: flat, or an object with inputs and metadata. What is not given keeps its default.
 */
export type BenchmarkInputs = BenchmarkFlatInputs | BenchmarkWrappedInputs;
/**
 * A clip in a file beside the inputs file or below it, or its bytes in base64; AVI, MP4 or WebM by its first bytes.
 */
export type BenchmarkInputClip = BenchmarkInputClip1 & BenchmarkInputClip2;
export type BenchmarkInputClip1 = {
  [k: string]: unknown;
};
export type BenchmarkLatency = number | null;
export type BenchmarkMark =
  | "timer_limited"
  | "harness_limited"
  | "client_limited"
  | "between_run_variance_unknown"
  | "sampled"
  | "warmup_failed"
  | "not_settled"
  | "drifting"
  | "rate_not_met"
  | "overloaded"
  | "cut_short";
export type LoopDelay = {
  p50: number;
  p99: number;
  max: number;
} | null;
export type GarbageCollection = {
  count: Count;
  total_ms: number;
} | null;
export type CpuTime = {
  user: number;
  system: number;
} | null;
/**
 * One minute, of the whole machine.
 */
export type LoadAverage = {
  before: number;
  after: number;
} | null;
/**
 * Benchmark budgets: a list, or an object with budgets and metadata. Each budget needs at least one threshold.
 */
export type BudgetDocument = BudgetList | BudgetFile;
/**
 * The text of a leaf without its newline, or the bytes of a line that says nothing, such as one torn by a crash.
 */
export type BundledLeaf = string | UnreadableLeaf;
export type RunIdText = string;
export type VerdictStateText =
  | "pass"
  | "fail"
  | "unavailable"
  | "inconclusive"
  | "incomparable"
  | "restored"
  | "unsafe-state"
  | "refused"
  | "bug"
  | "skipped"
  | "interrupted";
/**
 * UTC with milliseconds and Z.
 */
export type Timestamp = string;
/**
 * Slash separated, inside the run; no empty, dot or dot-dot part, no drive, no backslash.
 */
export type RelativePathText = string;
export type ExitNameText =
  | "ok"
  | "failed"
  | "usage"
  | "unavailable"
  | "inconclusive"
  | "restored"
  | "unsafe-state"
  | "refused"
  | "bug"
  | "interrupted"
  | "terminated";
export type RunKind = "eval" | "benchmark" | "drill" | "node" | "job" | "merge";
export type RunStatus = "running" | "passed" | "failed" | "skipped" | "cancelled";
export type Scalar = string | number | boolean | null;
export type ComparisonStatus = "regressed" | "equivalent" | "improved" | "not-worse" | "inconclusive" | "incomparable";
export type DrillVerdict =
  "pass" | "fail" | "unavailable" | "inconclusive" | "restored" | "unsafe-state" | "skipped" | "interrupted";
export type DrillReason =
  | "not_detected"
  | "detected_late"
  | "wrong_signal"
  | "collateral"
  | "respond_failed"
  | "not_recovered"
  | "recovered_late"
  | "data_lost"
  | "leftovers"
  | "leaked"
  | "steady_state_lost";
export type DrillPhase = "prepare" | "steady" | "inject" | "detect" | "respond" | "verify" | "revert" | "after";
export type DrillId = string;
export type DrillEnvironment = "embedded" | "staging" | "production";
/**
 * Relative to the folder of the application.
 */
export type DrillPath = string;
export type DrillProbeName =
  | "provider_call"
  | "provider_health"
  | "readyz"
  | "lifecycle"
  | "doctor"
  | "world_state"
  | "command"
  | "load"
  | "file"
  | "process"
  | "server"
  | "canary"
  | "disk_free"
  | "http"
  | "metric"
  | "alerts"
  | "git_refs"
  | "git_push"
  | "upgrade"
  | "watch"
  | "consensus"
  | "receiver"
  | "storm"
  | "traffic"
  | "replay"
  | "checklist"
  | "aims"
  | "log";
export type DrillScalar = string | number | boolean;
export type DrillActionName =
  | "process.kill"
  | "process.start"
  | "node.stop"
  | "node.start"
  | "process.stop"
  | "process.wait"
  | "provider_fault.set"
  | "provider_fault.clear"
  | "env.unset"
  | "env.restore"
  | "module.block"
  | "module.unblock"
  | "file.corrupt"
  | "file.restore"
  | "load.start"
  | "load.stop"
  | "load.wait"
  | "traffic.start"
  | "traffic.stop"
  | "upgrade.start"
  | "upgrade.abort"
  | "driver.kill"
  | "sheet.open"
  | "sheet.withdraw"
  | "sheet.hand_in"
  | "watch.start"
  | "watch.stop"
  | "leader.move"
  | "leader.rest"
  | "migration.crash"
  | "migration.undo"
  | "fault.set"
  | "fault.clear"
  | "data.replace"
  | "data.return"
  | "certificate.replace"
  | "certificate.return"
  | "key.replace"
  | "key.return"
  | "clock.shift"
  | "clock.reset"
  | "command.run"
  | "api.call"
  | "api.storm"
  | "token.make"
  | "token.revoke"
  | "token.revoke_all"
  | "token.use"
  | "receiver.set"
  | "receiver.clear"
  | "receiver.trust"
  | "delivery.forge"
  | "delivery.redeliver"
  | "hook.aim"
  | "hook.clear"
  | "disk.fill"
  | "disk.free";
/**
 * Trials at most.
 */
export type Count1 = number;
/**
 * Slash separated, inside the run; no empty, dot or dot-dot part, no drive, no backslash.
 */
export type RelativePathText1 = string;
/**
 * Trials that went into the number.
 */
export type Count2 = number;
export type SuiteFileName = string;
/**
 * UTC with milliseconds and Z.
 */
export type Timestamp1 = string;
export type IncompleteReason =
  | "run-interrupted"
  | "manifest-missing"
  | "journal-missing"
  | "journal-masked"
  | "trace-missing"
  | "verdict-missing"
  | "record-left-out";
/**
 * Of run_manifest.json as it stands in the bundle.
 */
export type DigestText1 = string;
export type EvidenceFile = IncludedFile | ExcludedFile;
export type EvidenceKind =
  "manifest" | "input" | "result" | "report" | "trace" | "log" | "artifact" | "journal" | "plan" | "item" | "page";
export type ExclusionReason =
  | "missing"
  | "link"
  | "not-a-file"
  | "unsafe-name"
  | "outside-run"
  | "unsupported-suffix"
  | "too-large"
  | "invalid-encoding"
  | "secret-like-material"
  | "signed-url"
  | "host-local-path"
  | "local-only-asset"
  | "not-collected"
  | "changed-while-reading"
  | "changed-since-sealed";
export type GateGlob = string;
/**
 * Of the delivery id: what tells a second delivery of the same id after a restart.
 */
export type DigestText2 = string;
/**
 * Of the body as it came, before anything was masked.
 */
export type DigestText3 = string;
export type ProviderCapability = "predict" | "score" | "policy" | "embed" | "reason" | "generate" | "transfer";
/**
 * A whole number of ms, s, m or h.
 */
export type JobDuration = string;
export type JobLanes = number;
/**
 * An input or a value of the matrix instead.
 */
export type JobReference = string;
export type LedgerEvent = "opened" | "closed" | "removed";
export type NodeCheckStatus = "pass" | "fail" | "warn" | "skip" | "inconclusive" | "error";
export type NodeCheckSeverity = "critical" | "normal";
/**
 * Before anything is done, with each node, at the end, or on the way back.
 */
export type NodeStepTime = "before" | "node" | "end" | "back";
/**
 * How the step ended, whatever decided it.
 */
export type NodeStepEnd = "good" | "bad" | "open" | "interrupted";
/**
 * @maxItems 64
 */
export type NodeCheckNames = string[];
/**
 * A program and its arguments, never a shell line. Whole elements {node}, {version}, {image}, {side}, {from}, {since}, {file} and {dir} stand for the name of the node, the planned release, what images gives for it, green or blue, the release before it, an ISO 8601 time, the backup and the folder it is restored into.
 *
 * @minItems 1
 * @maxItems 32
 */
export type NodeTargetArgv = string[];
/**
 * Of the plan as canonical JSON without this key.
 */
export type DigestText4 = string;
/**
 * Of what was seen of the nodes and of the release: where it is another one at the start, the plan is refused.
 */
export type DigestText5 = string;
/**
 * Of where the nodes are and who works on them: who goes on with the upgrade must name the same.
 */
export type DigestText6 = string;
export type NodeUpgradeStrategy = "in-place" | "rolling" | "blue-green" | "canary" | "validators" | "major";
/**
 * A safe relative directory, slash separated, at most 200 bytes.
 */
export type ProfilePath = string;
export type ProfileOutputFormat = "human" | "json" | "markdown" | "csv" | "junit" | "html";
export type ProfileTimeoutPreset = "provider" | "fast" | "ci" | "patient";
export type ProfileRetryPreset = "provider" | "none" | "persistent";
/**
 * @minItems 1
 */
export type PromisedCapabilities = ProviderCapability[];
/**
 * Equal questions get equal answers, which the suites determinism and contract then ask for.
 */
export type PromisedDeterminism = boolean;
/**
 * Operations of its capabilities that may be asked again after a failure (--retries); none by default. What makes something new elsewhere is asked once in any case.
 */
export type PromisedIdempotence = ("predict" | "score" | "embed" | "reason")[];
export type VariableName = string;
/**
 * Names of environment variables that the provider may see.
 *
 * @maxItems 64
 */
export type ProviderVariables = VariableName[];
export type ProviderHealthStatus = "healthy" | "unhealthy" | "unconfigured";
export type ProbeLevel = "configured" | "reachable" | "protocol" | "serving";
export type ProviderFault = "down" | "busy" | "wrong_service" | "unauthorized" | "incompatible" | "timeout";
export type ProviderEventPhase = "success" | "failure" | "retry" | "budget_exceeded";
export type ProviderMaturity = "stable" | "beta" | "experimental" | "scaffold";
export type ProviderTransport = "in_process" | "http" | "ws" | "zmq" | "stdio" | "none";
/**
 * What benchmark prints: a measurement, with --list-presets the presets, or with --selftest whether its gate can fail.
 */
export type BenchmarkResult = BenchmarkRunResult | BenchmarkPresetList | BenchmarkSelftestResult;
export type CompletionShell = "bash" | "zsh" | "fish";
export type DoctorCheckStatus = "ok" | "warning" | "failed";
export type SecretTreatment =
  | "masked"
  | "masked as a word"
  | "masked in part"
  | "not masked: too short or ordinary"
  | "not masked: reads as no secret";
export type NodeCheckMode = "quick" | "standard" | "full" | "observe";
/**
 * The run that began the upgrade.
 */
export type RunIdText1 = string;
/**
 * The run that began the upgrade: its name for --resume, --abort, --finalise and node rollback.
 */
export type RunIdText2 = string;
export type NodeUpgradeState =
  | "planned"
  | "preflight"
  | "preparing"
  | "stepping"
  | "closing"
  | "paused"
  | "rolled"
  | "finalised"
  | "rolling_back"
  | "rolled_back"
  | "rollback_failed"
  | "stopped";
/**
 * Slash separated, inside the run; no empty, dot or dot-dot part, no drive, no backslash.
 */
export type RelativePathText2 = string;
export type ProviderContractStatus = "passed" | "failed" | "error" | "skipped";
/**
 * As the manifest of a run of the same file with the same inputs has it.
 */
export type DigestText7 = string;
/**
 * One digest that stands for the whole bundle.
 */
export type DigestText8 = string;
/**
 * One run with what to do about it.
 */
export type RunIndexEntry = RunEntry & RunIndexFacts;
export type ShownStatusText = "running" | "passed" | "failed" | "skipped" | "cancelled" | "interrupted";
export type Names = string[];
export type OptionalDigest = DigestText | null;
/**
 * Digest of the last line.
 */
export type DigestText9 = string;
export type StepStatus = "pending" | "running" | "success" | "failed" | "skipped" | "cancelled";
export type StepIdText = string;

export interface Contracts {
  ActionTranslatorDocument: ActionTranslatorDocument;
  TranslatorPath: TranslatorPath;
  TranslatorAxis: TranslatorAxis;
  TranslatorSpan: TranslatorSpan;
  TranslatorExpected: TranslatorExpected;
  TranslatorEmit: TranslatorEmit;
  TranslatorValues: TranslatorValues;
  TranslatorValue: TranslatorValue;
  TranslatorPlace: TranslatorPlace;
  TranslatorObserved: TranslatorObserved1;
  TranslatorSeen: TranslatorSeen;
  TranslatorUnit: TranslatorUnit;
  ProviderName: ProviderName1;
  TranslatorNorm: TranslatorNorm;
  TranslatorNormValues: TranslatorNormValues;
  AlertRules: AlertRules;
  AlertRule: AlertRule;
  AlertMeasure: AlertMeasure;
  AlertMetric: AlertMetric;
  BenchmarkCalibration: BenchmarkCalibration;
  BenchmarkCalibratedLimit: BenchmarkCalibratedLimit;
  BenchmarkBackTest: BenchmarkBackTest;
  BenchmarkNoiseFloor: BenchmarkNoiseFloor;
  BenchmarkGate: BenchmarkGate;
  BudgetMetric: BudgetMetric;
  BudgetFinding: BudgetFinding;
  BudgetTripFactor: BudgetTripFactor;
  BenchmarkInputs: BenchmarkInputs;
  BenchmarkWrappedInputs: BenchmarkWrappedInputs;
  BenchmarkFlatInputs: BenchmarkFlatInputs;
  BenchmarkInputCase: BenchmarkInputCase;
  BenchmarkInputClip: BenchmarkInputClip;
  BenchmarkInputEnvironment: BenchmarkInputEnvironment;
  BenchmarkRequestDocument: BenchmarkRequestDocument;
  BenchmarkRow: BenchmarkRow;
  BenchmarkLatency: BenchmarkLatency;
  BenchmarkEstimate: BenchmarkEstimate1;
  BenchmarkResponse: BenchmarkResponse;
  BenchmarkClient: BenchmarkClient1;
  BenchmarkClientTimes: BenchmarkClientTimes;
  BenchmarkClientRange: BenchmarkClientRange;
  BenchmarkPacing: BenchmarkPacing;
  BenchmarkDrift: BenchmarkDrift;
  BenchmarkProcess: BenchmarkProcess;
  BenchmarkSample: BenchmarkSample;
  BenchmarkTiming: BenchmarkTiming;
  BenchmarkMachine: BenchmarkMachine;
  BenchmarkHarness: BenchmarkHarness;
  BenchmarkHistogram: BenchmarkHistogram;
  BenchmarkTimingProcess: BenchmarkTimingProcess;
  BudgetDocument: BudgetDocument;
  BudgetList: BudgetList;
  BudgetFile: BudgetFile;
  BudgetEntry: BudgetEntry;
  BundleLedger: BundleLedger;
  BundledLeaf: BundledLeaf;
  UnreadableLeaf: UnreadableLeaf;
  LedgerCounts: LedgerCounts;
  LedgerSummary: LedgerSummary;
  LedgerRunStatus: LedgerRunStatus;
  Common: Common;
  Timestamp: Timestamp;
  DigestText: DigestText;
  RunIdText: RunIdText;
  RelativePathText: RelativePathText;
  ExitNameText: ExitNameText;
  ExitDocument: ExitDocument;
  VerdictStateText: VerdictStateText;
  RunKind: RunKind;
  RunStatus: RunStatus;
  Scalar: Scalar;
  Summary: Summary;
  Counts: Counts;
  Count: Count;
  Finding: Finding;
  DocumentIssue: DocumentIssue;
  RunComparison: RunComparison;
  ComparedRun: ComparedRun;
  ContractField: ContractField;
  ComparisonRow: ComparisonRow;
  ComparisonEffect: ComparisonEffect;
  ComparedDrill: ComparedDrill;
  ComparedDrillOutcome: ComparedDrillOutcome;
  ComparedTime: ComparedTime;
  FailureDiff: FailureDiff;
  DrillRecord: DrillRecord;
  DrillReason: DrillReason;
  DrillPhase: DrillPhase;
  DrillTime: DrillTime;
  DrillVerdict: DrillVerdict;
  Drill: Drill;
  DrillId: DrillId;
  DrillEnvironment: DrillEnvironment;
  DrillTarget: DrillTarget;
  DrillReceiver: DrillReceiver;
  DrillServer: DrillServer;
  DrillFile: DrillFile;
  DrillPath: DrillPath;
  DrillObjectives: DrillObjectives;
  DrillSteady: DrillSteady;
  DrillRound: DrillRound;
  DrillExpect: DrillExpect;
  DrillProbe: DrillProbe;
  DrillArgs: DrillArgs;
  DrillExpectations: DrillExpectations;
  DrillExpectation: DrillExpectation;
  DrillScalar: DrillScalar;
  DrillAction: DrillAction;
  DrillStep: DrillStep;
  DrillAbort: DrillAbort;
  DrillActionName: DrillActionName;
  DrillProbeName: DrillProbeName;
  ErrorDocument: ErrorDocument;
  EvalCell: EvalCell;
  EvalEpisode: EvalEpisode;
  EvalSnapshots: EvalSnapshots;
  EpisodeError: EpisodeError;
  EvalFailures: EvalFailures;
  EvalFailure: EvalFailure;
  EvalMeasurement: EvalMeasurement;
  EvalSuite: EvalSuite;
  EvalRow: EvalRow;
  EvalSequence: EvalSequence;
  EvalBaselines: EvalBaselines;
  EvalNotRun: EvalNotRun;
  EvalReference: EvalReference;
  EvalRequestDocument: EvalRequestDocument;
  EvalOwnSuite: EvalOwnSuite;
  EvalSuiteFile: EvalSuiteFile;
  SuiteFileName: SuiteFileName;
  EvalSuiteGate: EvalSuiteGate;
  EvalCase: EvalCase;
  EvalExpectation: EvalExpectation;
  GateBound: GateBound;
  GateRequire: GateRequire;
  EvidenceManifest: EvidenceManifest;
  IncompleteReason: IncompleteReason;
  BundledRun: BundledRun;
  BundledOutcome: BundledOutcome;
  EvidenceFile: EvidenceFile;
  EvidenceKind: EvidenceKind;
  IncludedFile: IncludedFile;
  ExclusionReason: ExclusionReason;
  ExcludedFile: ExcludedFile;
  GateDocument: GateDocument;
  GateDefaults: GateDefaults;
  GateRule: GateRule;
  GateSelect: GateSelect;
  GateGlob: GateGlob;
  GateMargin: GateMargin;
  GateRatio: GateRatio;
  GateWaiver: GateWaiver;
  HookDelivery: HookDelivery;
  HostCreateEvent: HostCreateEvent;
  HostDeleteEvent: HostDeleteEvent;
  HostForkEvent: HostForkEvent;
  HostIssueCommentEvent: HostIssueCommentEvent;
  HostIssuesEvent: HostIssuesEvent;
  HostIssue: HostIssue;
  HostPingEvent: HostPingEvent;
  HostPullRequestEvent: HostPullRequestEvent;
  HostPullRequest: HostPullRequest;
  HostPullRequestReviewEvent: HostPullRequestReviewEvent;
  HostPushEvent: HostPushEvent;
  HostRepository: HostRepository;
  HostSender: HostSender;
  HostPerson: HostPerson;
  HostCommit: HostCommit;
  HostReleaseEvent: HostReleaseEvent;
  HostStarEvent: HostStarEvent;
  JobBenchmarkWith: JobBenchmarkWith;
  JobDoctorWith: JobDoctorWith;
  JobDrillWith: JobDrillWith;
  JobEvalWith: JobEvalWith;
  JobExecWith: JobExecWith;
  JobHealthWith: JobHealthWith;
  JobNodeBaselineWith: JobNodeBaselineWith;
  JobNodeCheckWith: JobNodeCheckWith;
  JobNodeUpgradeWith: JobNodeUpgradeWith;
  JobPlan: JobPlan;
  JobItem: JobItem;
  Job: Job;
  JobLanes: JobLanes;
  JobDuration: JobDuration;
  JobInput: JobInput;
  JobReference: JobReference;
  JobStep: JobStep;
  JournalRecord: JournalRecord;
  Lease: Lease;
  LedgerLeaf: LedgerLeaf;
  NodeAccount: NodeAccount;
  NodeBaseline: NodeBaseline;
  NodeBaselineNode: NodeBaselineNode;
  NodeProbe: NodeProbe;
  NodeRequests: NodeRequests;
  NodeService: NodeService;
  NodeLogPace: NodeLogPace;
  NodeResource: NodeResource;
  NodeCheckRecord: NodeCheckRecord;
  NodeCheckNode: NodeCheckNode;
  NodeCheckStatus: NodeCheckStatus;
  NodeCheckSeverity: NodeCheckSeverity;
  NodeInventory: NodeInventory;
  NodeInventoryNode: NodeInventoryNode;
  NodeCounts: NodeCounts;
  NodeAccountFacts: NodeAccountFacts;
  NodeInventoryRepository: NodeInventoryRepository;
  NodeSentinels: NodeSentinels;
  NodeStepChecks: NodeStepChecks;
  NodeStepTime: NodeStepTime;
  NodeStepEnd: NodeStepEnd;
  NodeTarget: NodeTarget;
  NodeTargetNode: NodeTargetNode;
  NodeTargetAuth: NodeTargetAuth;
  NodeTargetExpect: NodeTargetExpect;
  NodeTargetChecks: NodeTargetChecks;
  NodeCheckNames: NodeCheckNames;
  NodeTargetObjectives: NodeTargetObjectives;
  NodeTargetAdapter: NodeTargetAdapter;
  NodeTargetArgv: NodeTargetArgv;
  NodeTargetDrills: NodeTargetDrills;
  NodeUpgradeMark: NodeUpgradeMark;
  NodeUpgradePlan: NodeUpgradePlan;
  NodeUpgradeStep: NodeUpgradeStep;
  Profile: Profile;
  ProfilePath: ProfilePath;
  ProviderDefinitions: ProviderDefinitions;
  ProviderVariables: ProviderVariables;
  VariableName: VariableName;
  PromisedCapabilities: PromisedCapabilities;
  PromisedDeterminism: PromisedDeterminism;
  PromisedIdempotence: PromisedIdempotence;
  StdioDefinition: StdioDefinition;
  HttpDefinition: HttpDefinition;
  ModuleDefinition: ModuleDefinition;
  ProviderCapability: ProviderCapability;
  ProviderDiagnosis: ProviderDiagnosis;
  ProviderConfigSummary: ProviderConfigSummary;
  ProviderConfigField: ProviderConfigField;
  ProviderHealth: ProviderHealth;
  ProviderDetected: ProviderDetected;
  ProviderModality: ProviderModality;
  ProviderFault: ProviderFault;
  ProbeLayer: ProbeLayer;
  ProviderEvent: ProviderEvent;
  ProviderEventPhase: ProviderEventPhase;
  ProviderProfile: ProviderProfile;
  ProbeLevel: ProbeLevel;
  ProviderRequestPolicy: ProviderRequestPolicy;
  OperationPolicy: OperationPolicy;
  RetryPolicy: RetryPolicy;
  BenchmarkResult: BenchmarkResult;
  BenchmarkRunResult: BenchmarkRunResult;
  BenchmarkSettings: BenchmarkSettings;
  BenchmarkLedgerEntry: BenchmarkLedgerEntry;
  BenchmarkPresetList: BenchmarkPresetList;
  BenchmarkPreset: BenchmarkPreset;
  BenchmarkMaxRatio: BenchmarkMaxRatio;
  BenchmarkSelftestResult: BenchmarkSelftestResult;
  CompletionResult: CompletionResult;
  DoctorResult: DoctorResult;
  DoctorTool: DoctorTool;
  DoctorCheck: DoctorCheck;
  SecretVariable: SecretVariable;
  DrillsListResult: DrillsListResult;
  DrillPlan: DrillPlan;
  DrillsRecoverResult: DrillsRecoverResult;
  DrillsResult: DrillsResult;
  DrillRow: DrillRow;
  EnvInfoResult: EnvInfoResult;
  EnvListResult: EnvListResult;
  EnvRolloutResult: EnvRolloutResult;
  EvalResult: EvalResult;
  EvalCatalogue: EvalCatalogue;
  EvalSuiteEntry: EvalSuiteEntry;
  EvalMetricEntry: EvalMetricEntry;
  InitResult: InitResult;
  InitFile: InitFile;
  KeysGenerateResult: KeysGenerateResult;
  NodeAccountAddResult: NodeAccountAddResult;
  NodeAccountListResult: NodeAccountListResult;
  NodeAccountRemoveResult: NodeAccountRemoveResult;
  NodeAccountUseResult: NodeAccountUseResult;
  NodeAlertsResult: NodeAlertsResult;
  NodeBaselineResult: NodeBaselineResult;
  NodeCheckResult: NodeCheckResult;
  NodeCheckMode: NodeCheckMode;
  NodeCheckControl: NodeCheckControl;
  NodeCheckOutcome: NodeCheckOutcome;
  NodePlanResult: NodePlanResult;
  NodeRollbackPlanResult: NodeRollbackPlanResult;
  NodeRollbackNode: NodeRollbackNode;
  NodeRollbackLoss: NodeRollbackLoss;
  NodeStatusResult: NodeStatusResult;
  NodeUpgradeResult: NodeUpgradeResult;
  ProviderContractResult: ProviderContractResult;
  ProviderHealthResult: ProviderHealthResult;
  ProviderInfoResult: ProviderInfoResult;
  ProviderListResult: ProviderListResult;
  RunPlanResult: RunPlanResult;
  RunPlanItem: RunPlanItem;
  RunJobResult: RunJobResult;
  RunsBundleResult: RunsBundleResult;
  BundleArchive: BundleArchive1;
  BundleSignature: BundleSignature;
  RunsCleanupResult: RunsCleanupResult;
  CleanupEntry: CleanupEntry;
  RunsCompareResult: RunsCompareResult;
  RunsIndexResult: RunsIndexResult;
  RunsLedgerResult: RunsLedgerResult;
  LedgerFinding: LedgerFinding;
  LedgerCheck: LedgerCheck;
  RunsListResult: RunsListResult;
  RunsShowResult: RunsShowResult;
  JournalState: JournalState;
  RunsVerifyResult: RunsVerifyResult;
  VerifyCheck: VerifyCheck;
  VerifyFinding: VerifyFinding;
  VerifySignature: VerifySignature;
  ValidateResult: ValidateResult;
  ValidatedFile: ValidatedFile;
  ValidatedFileIssue: ValidatedFileIssue;
  WebhookListenResult: WebhookListenResult;
  ReceivedRequest: ReceivedRequest;
  WebhookVerifyResult: WebhookVerifyResult;
  RolloutStep: RolloutStep;
  RolloutSummary: RolloutSummary;
  RunEntry: RunEntry;
  ShownStatusText: ShownStatusText;
  RunIssueEntry: RunIssueEntry;
  RunIndexEntry: RunIndexEntry;
  RunFiltersEcho: RunFiltersEcho;
  RunManifest: RunManifest;
  Provenance: Provenance;
  SourceState: SourceState;
  CiRun: CiRun;
  Names: Names;
  OptionalDigest: OptionalDigest;
  Outcome: Outcome;
  EnvPresence: EnvPresence;
  ConfigProfile: ConfigProfile;
  ProviderRuntime: ProviderRuntime;
  RuntimeAssetReference: RuntimeAssetReference;
  ArtifactRecord: ArtifactRecord;
  JournalSeal: JournalSeal;
  TraceSeal: TraceSeal;
  Parent: Parent;
  Shard: Shard;
  RunNotice: RunNotice;
  NoticeData: NoticeData;
  NoticeExit: NoticeExit;
  RuntimeAssetManifest: RuntimeAssetManifest;
  RuntimeAsset: RuntimeAsset;
  SelftestDocument: SelftestDocument;
  SelftestInjection: SelftestInjection;
  Verdict: Verdict;
  Claim: Claim;
  Interval: Interval;
  RuleOutcome: RuleOutcome;
  RuleWaiver: RuleWaiver;
  WorkflowTrace: WorkflowTrace;
  StepIdText: StepIdText;
  StepStatus: StepStatus;
  TraceStep: TraceStep;
  ArtifactReference: ArtifactReference;
  WorkspaceDocument: WorkspaceDocument;
  WorldDescription: WorldDescription;
  NamedEntryText: NamedEntryText;
}
/**
 * What a provider is shown of a trial, and what its answers mean, without code: `observe` for policies and scores, `frame` for embeddings, `actions` for candidates, `time` and `emit` for the raw actions of a policy: one action per time step and emit entry, per candidate where there are some.
 */
export interface ActionTranslatorDocument {
  /**
   * For editors only.
   */
  $schema?: string;
  schema_version: 1;
  name: string;
  provider?: ProviderName;
  /**
   * Shapes the provider promised, by path; another one is the provider's fault. null takes any size.
   */
  expects?: {
    [k: string]: TranslatorExpected;
  };
  time?: TranslatorTime;
  candidates?: TranslatorCandidates;
  /**
   * @minItems 1
   * @maxItems 64
   */
  emit?: TranslatorEmit[];
  observe?: TranslatorObserved;
  /**
   * The only environments it is for; any when absent. In others the provider is not run.
   *
   * @minItems 1
   * @maxItems 64
   */
  worlds?: string[];
  frame?: TranslatorSeen;
  actions?: TranslatorActions;
}
/**
 * Which axis of which array is time; take is [first, end), all steps when absent.
 */
export interface TranslatorTime {
  path: TranslatorPath;
  axis: TranslatorAxis;
  take?: TranslatorSpan;
}
/**
 * Which axis of the same array counts candidates; $c in a place is the candidate.
 */
export interface TranslatorCandidates {
  axis: TranslatorAxis;
}
export interface TranslatorEmit {
  kind: "move_to" | "spawn_object" | "control" | "latent" | "noop" | "raw_action";
  parameters: TranslatorValues;
}
export interface TranslatorValues {
  [k: string]: TranslatorValue;
}
/**
 * Exactly one of const, object and path.
 */
export interface TranslatorValue {
  /**
   * Any JSON value.
   */
  const?: {
    [k: string]: unknown;
  };
  object?: TranslatorValues;
  path?: TranslatorPath;
  /**
   * @maxItems 8
   */
  at?: TranslatorPlace[];
  /**
   * @maxItems 8
   */
  slice?: (TranslatorPlace | TranslatorSpan)[];
  unit?: TranslatorUnit;
  to?: TranslatorUnit;
  scale?: number;
  offset?: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  clip?: number[];
  denorm?: TranslatorNorm;
  /**
   * State entries by name, as the trial showed them, added last before clip: for actions relative to where things are. A benchmark has none and adds nothing.
   *
   * @minItems 1
   * @maxItems 64
   */
  plus?: string[];
}
/**
 * Exactly one pair: mean and std; min and max, or q01 and q99, which become -1 and 1. A number for all entries, or one for each; of a picture for each channel. denorm takes it back.
 */
export interface TranslatorNorm {
  mean?: TranslatorNormValues;
  std?: TranslatorNormValues;
  min?: TranslatorNormValues;
  max?: TranslatorNormValues;
  q01?: TranslatorNormValues;
  q99?: TranslatorNormValues;
}
/**
 * What a policy or a score is shown, made of a trial. As it is when absent: observation, goal, environment.
 */
export interface TranslatorObserved {
  [k: string]: TranslatorSeen;
}
/**
 * Exactly one of const, object and from.
 */
export interface TranslatorSeen {
  /**
   * Any JSON value; with dtype and shape beside data, fill, seed or b64 it is an array.
   */
  const?: {
    [k: string]: unknown;
  };
  object?: TranslatorObserved1;
  /**
   * Alone: picture, goal_picture or task. Numbers of the trial, one after the other: observation, goal, past_actions, step, and state entries by name, such as walker.x.
   *
   * @minItems 1
   * @maxItems 64
   */
  from?: string[];
  /**
   * float32 when absent; of pictures uint8, the only type for pictures alone.
   */
  dtype?: "float32" | "float64" | "uint8";
  /**
   * One axis when absent; of a task lists around its text. Not beside axes.
   *
   * @minItems 0
   * @maxItems 8
   */
  shape?: number[];
  /**
   * Every axis by name: numbers have entry, pictures height, width and channel. batch is 1, time is history, sample is 1, or all candidates where repeat says so.
   *
   * @minItems 1
   * @maxItems 6
   */
  axes?: ("batch" | "sample" | "time" | "height" | "width" | "channel" | "entry")[];
  /**
   * Height and width of a picture in pixels; 64 and 64 when absent.
   *
   * @minItems 2
   * @maxItems 2
   */
  size?: number[];
  /**
   * The whole world, or a third of it around what is moved, as a camera at the wrist has it. scene when absent.
   */
  camera?: "scene" | "close";
  /**
   * rgb when absent.
   */
  channels?: "rgb" | "bgr";
  /**
   * What black and white are in a picture of floats, before norm; 0 and 1 when absent.
   *
   * @minItems 2
   * @maxItems 2
   */
  range?: number[];
  norm?: TranslatorNorm;
  /**
   * Moments along time, oldest first, the last one now; before the start the first one again, of past_actions zeros. 1 when absent.
   */
  history?: number;
  /**
   * Environment steps between two of them; 1 when absent.
   */
  every?: number;
  /**
   * Of past_actions alone: whether the commands of all steps before each moment, back to the moment before, stand side by side; else the last one of them.
   */
  flatten?: boolean;
  /**
   * Zeros are added up to so many numbers.
   */
  pad?: number;
  /**
   * Whether the axis sample has a copy for each candidate.
   */
  repeat?: boolean;
}
export interface TranslatorObserved1 {
  [k: string]: TranslatorSeen;
}
/**
 * How candidates reach a provider that scores: commands of -1..1 in the space of its model. Planners search commands, the same for everybody.
 */
export interface TranslatorActions {
  norm?: TranslatorNorm;
  /**
   * Environment steps that one row of a candidate stands for; those of a plan entry when absent.
   */
  steps?: number;
  /**
   * Whether the commands of all steps of a row stand side by side; else the row has the one command that is held over it.
   */
  flatten?: boolean;
  /**
   * Zeros are added up to so many values a row.
   */
  pad?: number;
  /**
   * float32 when absent.
   */
  dtype?: "float32" | "float64";
}
/**
 * When somebody on call is told about hosting nodes: rules over the metrics that nodes tell, evaluated by Assay and rendered for Prometheus.
 */
export interface AlertRules {
  /**
   * For editors only.
   */
  $schema?: string;
  schema_version: 1;
  kind: "alert-rules";
  /**
   * @minItems 1
   * @maxItems 100
   */
  rules: AlertRule[];
}
export interface AlertRule {
  id: string;
  title: string;
  /**
   * How soon somebody answers: P1 15 min, P2 30 min, P3 4 h, P4 24 h.
   */
  severity: "P1" | "P2" | "P3" | "P4";
  runbook: string;
  /**
   * node: each node by itself. fleet: all of them together, counted from the target, not from what happens to answer.
   */
  scope: "node" | "fleet";
  /**
   * Which nodes of the target it is about.
   */
  on: "nodes" | "validators";
  /**
   * Left out where the target has fewer validators.
   */
  from_validators?: number;
  measure: AlertMeasure;
  operator: "gt" | "lt";
  threshold: number;
  /**
   * Seconds that it must hold without a break.
   */
  for_s: number;
  /**
   * What a node means that answers and does not tell the metric.
   */
  absent: "fire" | "quiet";
}
/**
 * What is compared. value: the metric. age: seconds since the time that it tells. share: the metric as a part of another. lowest: over a window. gain, growth: how much more, how many times what it was a window ago. ratio: the part of its increase whose labels fit. quantile: of a histogram, over a window. missing: how many nodes do not tell 1.
 */
export interface AlertMeasure {
  kind: "value" | "age" | "share" | "lowest" | "gain" | "growth" | "ratio" | "quantile" | "missing";
  metric: AlertMetric;
  of?: AlertMetric;
  where?: AlertLabels;
  window_s?: number;
  quantile?: number;
}
/**
 * Regular expressions by label, each for the whole value.
 */
export interface AlertLabels {
  [k: string]: string;
}
/**
 * What repeated starts of the same code on this machine say about how tight a budget of times can be. The candidate is to be reviewed; nothing is edited by itself.
 */
export interface BenchmarkCalibration {
  schema_version: 1;
  review_required: true;
  machine: BenchmarkMachine;
  /**
   * Fresh processes for each provider.
   */
  processes: number;
  /**
   * Why there is no candidate.
   */
  refused: string | null;
  /**
   * The candidate as a budget file takes it.
   */
  budget: BudgetList | null;
  limits: BenchmarkCalibratedLimit[];
  noise_floors: BenchmarkNoiseFloor[];
}
/**
 * What times depend on, without the name of the machine; the fingerprint is the SHA-256 of the facts.
 */
export interface BenchmarkMachine {
  fingerprint: DigestText;
  facts: {
    [k: string]: string | number;
  };
}
/**
 * Limits for every result of the named provider and operation; an absent name means any.
 */
export interface BudgetEntry {
  provider?: string;
  operation?: string;
  /**
   * Ratio 0 to 1.
   */
  min_success_rate?: number;
  max_error_count?: number;
  max_retry_count?: number;
  max_average_latency_ms?: number;
  max_p95_latency_ms?: number;
  /**
   * Successful calls per second.
   */
  min_throughput_per_second?: number;
}
/**
 * One limit of the candidate. observed: one number a process. The back-test makes the limit from one half of the processes and holds it against the other.
 */
export interface BenchmarkCalibratedLimit {
  provider: string;
  operation: string;
  limit: "max_average_latency_ms" | "max_p95_latency_ms" | "min_throughput_per_second";
  old: number | null;
  candidate: number;
  observed: number[];
  back_test: BenchmarkBackTest;
  /**
   * More than 5 % false alarms.
   */
  noisy: boolean;
}
export interface BenchmarkBackTest {
  splits: number;
  false_alarm_rate: number;
  ci: Interval;
  /**
   * The smallest factor that trips the limit in 80 % of held-out processes.
   */
  detectable_slowdown: number;
}
export interface Interval {
  low: number | null;
  high: number | null;
  level: number;
  method: string;
}
/**
 * aa: median of how far the medians of two processes are apart, as a share; a rule with noise_floor aa asks for no less than ratio.
 */
export interface BenchmarkNoiseFloor {
  provider: string;
  operation: string;
  aa: number;
  ratio: number;
}
/**
 * How the results stand to the budgets. passed is true when no check failed or stayed open; without budgets nothing was checked.
 */
export interface BenchmarkGate {
  passed: boolean;
  budget_count: Count;
  checked_result_count: Count;
  violation_count: Count;
  violations: BudgetFinding[];
  inconclusive_count: Count;
  inconclusive: BudgetFinding[];
  trip_factors: BudgetTripFactor[];
}
export interface BudgetFinding {
  /**
   * Null: any.
   */
  provider: string | null;
  /**
   * Null: any.
   */
  operation: string | null;
  metric: BudgetMetric;
  threshold: number;
  actual: number | null;
  message: string;
}
/**
 * The slowdown that would trip a timing limit; above 3 the limit is loose.
 */
export interface BudgetTripFactor {
  provider: string;
  operation: string;
  metric: BudgetMetric;
  factor: number;
}
export interface BenchmarkFlatInputs {
  /**
   * For editors only.
   */
  $schema?: string;
  /**
   * An action: type and parameters.
   */
  prediction_action?: {};
  prediction_steps?: number;
  reason_query?: string;
  generation_prompt?: string;
  generation_duration_seconds?: number;
  transfer_prompt?: string;
  transfer_width?: number;
  transfer_height?: number;
  transfer_fps?: number;
  transfer_clip?: BenchmarkInputClip;
  embedding_text?: string;
  /**
   * Named values; an object with dtype and shape is a tensor.
   */
  score_info?: {};
  /**
   * Nested lists or a tensor of shape (1, samples, horizon, action_dim).
   */
  score_action_candidates?: unknown[] | {};
  /**
   * Named values; an object with dtype and shape is a tensor.
   */
  policy_info?: {};
  world_state?: {};
  environment?: BenchmarkInputEnvironment;
  /**
   * Sent in turn; what a case does not give it takes from beside cases.
   *
   * @minItems 1
   * @maxItems 1000
   */
  cases?: BenchmarkInputCase[];
}
export interface BenchmarkInputClip2 {
  path?: string;
  /**
   * Several are put together in order.
   *
   * @minItems 1
   * @maxItems 10000
   */
  frames_base64?: string | string[];
  fps: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  resolution: number[];
  duration_seconds: number;
  metadata?: {};
}
/**
 * Where world state, action, info and candidates come from that are not given: the first stratum of this environment.
 */
export interface BenchmarkInputEnvironment {
  id: string;
  episode?: number;
}
export interface BenchmarkInputCase {
  /**
   * An action: type and parameters.
   */
  prediction_action?: {};
  prediction_steps?: number;
  reason_query?: string;
  generation_prompt?: string;
  generation_duration_seconds?: number;
  transfer_prompt?: string;
  transfer_width?: number;
  transfer_height?: number;
  transfer_fps?: number;
  transfer_clip?: BenchmarkInputClip;
  embedding_text?: string;
  /**
   * Named values; an object with dtype and shape is a tensor.
   */
  score_info?: {};
  /**
   * Nested lists or a tensor of shape (1, samples, horizon, action_dim).
   */
  score_action_candidates?: unknown[] | {};
  /**
   * Named values; an object with dtype and shape is a tensor.
   */
  policy_info?: {};
  world_state?: {};
  environment?: BenchmarkInputEnvironment;
}
export interface BenchmarkWrappedInputs {
  /**
   * For editors only.
   */
  $schema?: string;
  inputs: BenchmarkFlatInputs;
  metadata?: {};
}
/**
 * inputs/request.json of a benchmark: what of the order decides the verdict beside budgets and gate, so that it can be computed again.
 */
export interface BenchmarkRequestDocument {
  schema_version: 1;
  kind: "benchmark-request";
  /**
   * file: rules or budgets of the caller.
   */
  gate: "none" | "preset" | "file" | "off";
  /**
   * A provider that was skipped leaves the verdict open.
   */
  must_run: boolean;
  max_ratios: BenchmarkMaxRatio[];
  /**
   * The baseline may come from another machine.
   */
  any_machine: boolean;
}
export interface BenchmarkMaxRatio {
  operation: string;
  max: number;
}
/**
 * What was measured of one provider and operation. iterations = success_count + error_count, warm-up left out; kept_samples of them are in samples.ndjson. Latencies are of successful calls, in milliseconds; a number that the samples do not carry is null, never 0.
 */
export interface BenchmarkRow {
  provider: string;
  operation: string;
  iterations: Count;
  /**
   * Null in an open loop, where a rate decides.
   */
  concurrency: number | null;
  success_count: Count;
  error_count: Count;
  /**
   * Retry events of measured calls; null without events.
   */
  retry_count: number | null;
  /**
   * Monotonic time of the measured blocks; writing between blocks is not in it.
   */
  total_time_ms: number;
  average_latency_ms: BenchmarkLatency;
  min_latency_ms: BenchmarkLatency;
  max_latency_ms: BenchmarkLatency;
  p50_latency_ms: BenchmarkLatency;
  p95_latency_ms: BenchmarkLatency;
  /**
   * Successful calls per second; null without a success.
   */
  throughput_per_second: number | null;
  throughput?: BenchmarkEstimate;
  p90_latency_ms: BenchmarkLatency;
  p99_latency_ms: BenchmarkLatency;
  p99_9_latency_ms: BenchmarkLatency;
  response: BenchmarkResponse;
  service: BenchmarkResponse;
  /**
   * Count by error code.
   */
  errors: {
    [k: string]: number;
  };
  warmup_count: Count;
  /**
   * Failed calls of the warm-up by error code; they are not among the errors. Absent in rows of earlier versions.
   */
  warmup_errors?: {
    [k: string]: number;
  };
  /**
   * Whether five block medians agreed within 5 %.
   */
  warmup_settled: boolean;
  kept_samples: Count;
  /**
   * How an open loop kept its schedule; null in a closed one.
   */
  pacing: BenchmarkPacing | null;
  /**
   * By process, where there were enough calls.
   */
  drift: BenchmarkDrift[];
  processes: BenchmarkProcess[];
  client?: BenchmarkClient;
  marks: BenchmarkMark[];
}
/**
 * Successful calls per second with their interval, from the times between answers of one process, or between processes. Absent in rows of earlier versions.
 */
export interface BenchmarkEstimate {
  estimate: number | null;
  n: Count;
  needed_n?: Count;
  ci?: Interval;
  /**
   * The upper limit is the maximum: too few samples for the rank.
   */
  one_sided?: true;
  reason?: "insufficient_samples" | "no_samples";
}
/**
 * Estimates with their intervals, in milliseconds: response from the intended start of a call, service from the real one. In a closed loop the two are equal.
 */
export interface BenchmarkResponse {
  average: BenchmarkEstimate1;
  p50: BenchmarkEstimate1;
  p90: BenchmarkEstimate1;
  p95: BenchmarkEstimate1;
  p99: BenchmarkEstimate1;
  p99_9: BenchmarkEstimate1;
}
export interface BenchmarkEstimate1 {
  estimate: number | null;
  n: Count;
  needed_n?: Count;
  ci?: Interval;
  /**
   * The upper limit is the maximum: too few samples for the rank.
   */
  one_sided?: true;
  reason?: "insufficient_samples" | "no_samples";
}
/**
 * late: how long after its time a call began that no other one held back, which is how precise this machine is; begun_late: how long after its time any call began, whatever held it back, absent in rows of earlier versions; held_back: calls that found no room between when they were due and when they began, because max_in_flight were under way.
 */
export interface BenchmarkPacing {
  rate_per_second: number;
  /**
   * Starts a second, whatever was answered; null where no time passed. What was answered a second is the throughput of the row.
   */
  achieved_rate_per_second: number | null;
  arrival: "constant" | "poisson";
  max_in_flight: number;
  held_back_count: Count;
  late_p50_ms: BenchmarkLatency;
  late_p99_ms: BenchmarkLatency;
  late_max_ms: BenchmarkLatency;
  begun_late_p50_ms?: BenchmarkLatency;
  begun_late_p99_ms?: BenchmarkLatency;
  begun_late_max_ms?: BenchmarkLatency;
}
/**
 * Times of the earlier and the later half of the calls of one process, and the Mann-Whitney chance of their difference: service times, or response times where `time` says so, as in an open loop.
 */
export interface BenchmarkDrift {
  repeat: number;
  time?: "response";
  first_median_ms: number;
  second_median_ms: number;
  p_value: number;
}
/**
 * One process of the row: response times of its successful calls.
 */
export interface BenchmarkProcess {
  repeat: number;
  iterations: Count;
  error_count: Count;
  average_latency_ms: BenchmarkLatency;
  p50_latency_ms: BenchmarkLatency;
  throughput_per_second: number | null;
}
/**
 * What this machine took of the times, where the mark client_limited stands. Absent elsewhere and in rows of earlier versions, whose times decide nothing.
 */
export interface BenchmarkClient {
  /**
   * By process, how long its event loop was not idle in the measured blocks, the wait for a processor with it where the system counts it.
   */
  busy_ns: (number | null)[];
  /**
   * Whether the wait for a processor is in it: what is not counted may be longer, and then no lower limit of a time is known.
   */
  waits_counted: boolean;
  /**
   * So much of it for each call, on average.
   */
  call_ms: number | null;
  /**
   * Of one caller: busy_ns counts only what was done while an answer was awaited. Absent where it counts the whole of the measured blocks.
   */
  within?: "exchange";
  /**
   * Between which limits the times of the provider alone lie, in milliseconds. Null with several callers at once, or where only a sample of the calls is kept: then it cannot be told.
   */
  times: BenchmarkClientTimes | null;
}
/**
 * Response times, which are the service times too: nothing waits but for this machine.
 */
export interface BenchmarkClientTimes {
  average: BenchmarkClientRange;
  p50: BenchmarkClientRange;
  p90: BenchmarkClientRange;
  p95: BenchmarkClientRange;
  p99: BenchmarkClientRange;
  p99_9: BenchmarkClientRange;
}
/**
 * Null with too few calls.
 */
export interface BenchmarkClientRange {
  low: number | null;
  high: number | null;
}
export interface BenchmarkClient1 {
  /**
   * By process, how long its event loop was not idle in the measured blocks, the wait for a processor with it where the system counts it.
   */
  busy_ns: (number | null)[];
  /**
   * Whether the wait for a processor is in it: what is not counted may be longer, and then no lower limit of a time is known.
   */
  waits_counted: boolean;
  /**
   * So much of it for each call, on average.
   */
  call_ms: number | null;
  /**
   * Of one caller: busy_ns counts only what was done while an answer was awaited. Absent where it counts the whole of the measured blocks.
   */
  within?: "exchange";
  /**
   * Between which limits the times of the provider alone lie, in milliseconds. Null with several callers at once, or where only a sample of the calls is kept: then it cannot be told.
   */
  times: BenchmarkClientTimes | null;
}
/**
 * One line of results/samples.ndjson: one finished call. Times are integer monotonic nanoseconds since the measurement began.
 */
export interface BenchmarkSample {
  /**
   * Number of the call within provider and operation, warm-up first.
   */
  seq: number;
  phase: "warmup" | "measure";
  provider: string;
  operation: string;
  repeat: number;
  /**
   * When the call was due; in a closed loop, when it began.
   */
  intended_ns: number;
  start_ns: number;
  end_ns: number;
  /**
   * success, or the code of the error.
   */
  outcome: string;
  /**
   * 1 and one for each retry event; null without events.
   */
  attempts: number | null;
  /**
   * What the error said; only of the first call of its process that ended with this code, warm-up apart.
   */
  message?: string;
}
/**
 * Everything of a benchmark that another machine or minute would change: rows, and by process complete histograms and how the measuring process was.
 */
export interface BenchmarkTiming {
  schema_version: 1;
  /**
   * What the times are of: from when a request was handed to the provider until its answer was there. Where this is missing, of the whole call.
   */
  timed?: "exchange";
  machine: BenchmarkMachine;
  harness: BenchmarkHarness | null;
  rows: BenchmarkRow[];
  processes: BenchmarkTimingProcess[];
  gate: BenchmarkGate;
}
/**
 * What measuring costs: reported, never subtracted. Null: the clock stood still.
 */
export interface BenchmarkHarness {
  /**
   * Smallest step between two readings of the clock.
   */
  timer_tick_ns: number | null;
  /**
   * Median call to a provider that does nothing.
   */
  harness_ns: number | null;
}
/**
 * What one process measured of one operation: response times and service times of successful calls, response times of failed ones, and in an open loop how late calls began that none held back. Null: not known here.
 */
export interface BenchmarkTimingProcess {
  provider: string;
  operation: string;
  repeat: number;
  response: BenchmarkHistogram;
  service: BenchmarkHistogram;
  failed: BenchmarkHistogram;
  late?: BenchmarkHistogram;
  event_loop_delay_ms: LoopDelay;
  gc: GarbageCollection;
  cpu_ms: CpuTime;
  load_average: LoadAverage;
}
/**
 * Complete counts. Bucket 0 holds 0; bucket 1 + 64 o + s begins at 2^o (1 + s/64) nanoseconds. Two histograms add up bucket by bucket.
 */
export interface BenchmarkHistogram {
  unit: "ns";
  buckets_per_octave: 64;
  count: Count;
  min: number | null;
  max: number | null;
  /**
   * Bucket and count, ascending, only those that hold something.
   */
  buckets: number[][];
}
export interface BudgetFile {
  /**
   * For editors only.
   */
  $schema?: string;
  budgets: BudgetList;
  metadata?: {
    [k: string]: unknown;
  };
}
/**
 * ledger.json of an issue bundle: every leaf of the workspace's ledger since a run, and what it takes to compute the root again.
 */
export interface BundleLedger {
  schema_version: 1;
  workspace_id: string;
  /**
   * Origin, tree size and root, signed where the bundle is (C2SP tlog-checkpoint and signed-note).
   */
  checkpoint: string;
  /**
   * Index of the first of the leaves.
   */
  first_leaf: number;
  /**
   * Roots of the full subtrees (RFC 6962) that cover the leaves before the first one, largest first.
   *
   * @maxItems 64
   */
  left_edge: DigestText[];
  /**
   * @minItems 1
   */
  leaves: BundledLeaf[];
  summary: LedgerSummary;
}
export interface UnreadableLeaf {
  base64: string;
}
/**
 * What became of every run from the opening of `since` on.
 */
export interface LedgerSummary {
  since: RunIdText;
  counts: LedgerCounts;
  attached: RunIdText[];
  not_attached: LedgerRunStatus[];
  /**
   * Runs that stood in the workspace at this time without a leaf. Told, not proven.
   */
  unledgered: RunIdText[];
  sentence: string;
}
/**
 * runs = passed + failed + skipped + cancelled + interrupted.
 */
export interface LedgerCounts {
  runs: Count;
  passed: Count;
  failed: Count;
  skipped: Count;
  cancelled: Count;
  /**
   * Opened and never closed: interrupted, or still going on.
   */
  interrupted: number;
  /**
   * Runs, whatever their status, that cleanup removed.
   */
  removed: number;
  /**
   * Leaves that say nothing, such as one torn by a crash.
   */
  unreadable: number;
}
export interface LedgerRunStatus {
  run_id: RunIdText;
  status: "passed" | "failed" | "skipped" | "cancelled" | "interrupted";
  verdict: VerdictStateText | null;
}
/**
 * Shapes shared by every document. Holds no document of its own.
 */
export interface Common {}
export interface ExitDocument {
  code: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 70 | 130 | 143;
  name: ExitNameText;
  reason: string;
}
/**
 * Flat facts, at most 64.
 */
export interface Summary {
  [k: string]: Scalar;
}
/**
 * Items of the plan; planned = run + skipped + not_run + reused.
 */
export interface Counts {
  planned: Count;
  run: Count;
  passed: Count;
  failed: Count;
  errored: Count;
  skipped: Count;
  not_run: Count;
  reused: Count;
}
/**
 * Something worth knowing that is no verdict: code, and words without foreign values.
 */
export interface Finding {
  code: string;
  message: string;
  path?: string;
}
export interface DocumentIssue {
  pointer: string;
  rule: string;
  message: string;
  line?: number;
  column?: number;
}
/**
 * How one run stands to a base run: what they share, every row with its effect and status, and the failures that came and went.
 */
export interface RunComparison {
  kind: "eval" | "benchmark" | "drill";
  base: ComparedRun;
  candidate: ComparedRun;
  contract: ContractField[];
  rows: ComparisonRow[];
  /**
   * Of runs of drills: what each came to on both sides.
   */
  drills?: ComparedDrill[];
  failures: FailureDiff;
  /**
   * contract_drift: a provider was not the same on both sides. Decides nothing.
   */
  findings?: Finding[];
  /**
   * Both runs measured the same to the byte, as far as time does not matter.
   */
  result_digest_equal: boolean;
}
export interface ComparedRun {
  run_id: RunIdText;
  created_at: Timestamp;
  verdict: VerdictStateText | null;
  /**
   * Files that are not what the manifest says.
   */
  damaged: string[];
}
/**
 * Something that both sides must share. Of an overlap, base is the least and candidate what there is.
 */
export interface ContractField {
  field: string;
  base: string | number | boolean | null;
  candidate: string | number | boolean | null;
  required: "equal" | "overlap" | "informational";
  ok: boolean;
}
export interface ComparisonRow {
  row_id: string;
  metric: string;
  /**
   * Which values are better; nearer to target where too much is as wrong as too little.
   */
  direction: "higher" | "lower" | "nearer";
  target?: number;
  unit: string;
  provider: string;
  base_provider: string | null;
  /**
   * Primary rows decide; the others are exploratory.
   */
  primary: boolean;
  base_estimate: number | null;
  candidate_estimate: number | null;
  effect: ComparisonEffect | null;
  /**
   * What counts as no difference: a difference, or a ratio above 1.
   */
  margin: number;
  /**
   * Pairs, or calls of the smaller side.
   */
  n: number;
  /**
   * Of a loss beyond the margin; Holm over the primary rows, Benjamini-Hochberg over the others.
   */
  p_adjusted?: number;
  /**
   * McNemar's exact test.
   */
  p_difference?: number;
  needed_n?: number;
  status: ComparisonStatus;
  reason?: string;
  broken: ContractField[];
}
/**
 * A difference is positive where the candidate is better; a ratio is above 1 where it is worse.
 */
export interface ComparisonEffect {
  scale: "difference" | "ratio";
  estimate: number;
  ci: Interval;
  /**
   * Every paired trial went the very same way.
   */
  identical: boolean;
}
export interface ComparedDrill {
  id: string;
  number: string | null;
  base: ComparedDrillOutcome | null;
  candidate: ComparedDrillOutcome;
}
export interface ComparedDrillOutcome {
  version: number;
  verdict: string;
  reasons: string[];
  detect: ComparedTime;
  recover: ComparedTime;
}
export interface ComparedTime {
  /**
   * From the last fault on.
   */
  seconds: number | null;
  /**
   * Seconds.
   */
  objective: number;
  /**
   * Null where it was not measured.
   */
  met: boolean | null;
}
/**
 * Trials, or error codes of calls, that failed on one side only, by name; and how many failed on both.
 */
export interface FailureDiff {
  came: string[];
  went: string[];
  both: number;
}
/**
 * What became of one drill. The failure that it simulates is told apart from its verdict.
 */
export interface DrillRecord {
  schema_version: 1;
  id: string;
  number: string | null;
  version: number;
  title: string;
  severity: string;
  runbook: string;
  verdict: DrillVerdict;
  reasons: DrillReason[];
  detail: string | null;
  environment: "embedded" | "staging" | "production";
  target: string;
  seed: number;
  /**
   * Nothing was broken: the signals must stay false.
   */
  sham: boolean;
  load?: DrillLoad;
  /**
   * The actions that broke something.
   */
  technique: string[];
  simulated_failure: DrillSimulated;
  rounds: DrillRoundRecord[];
  detect: DrillTime;
  recover: DrillTime;
  respond: DrillStepRecord[];
  revert: DrillRevert;
  leftovers: string[];
  timeline: DrillMoment[];
  duration_s: number;
  /**
   * How much shorter waits of policy were. Absent in records of older versions.
   */
  clock_scale?: number;
}
/**
 * How busy the machine was when the drill was over: the one-minute load average, and how many processors share it. Objectives are meant for a machine that is not. Absent in older records.
 */
export interface DrillLoad {
  average: number;
  processors: number;
}
export interface DrillSimulated {
  code: string | null;
  expected: boolean;
  observed: boolean;
}
export interface DrillRoundRecord {
  id: string;
  /**
   * Seconds.
   */
  detect_s: number | null;
  /**
   * Seconds.
   */
  recover_s: number | null;
}
export interface DrillTime {
  /**
   * From the acknowledgement of the last fault; of several rounds the longest. Null where it was not measured.
   */
  seconds: number | null;
  objective: number;
  met: boolean | null;
  resolution_s: number;
}
export interface DrillStepRecord {
  step: string;
  ok: boolean;
  seconds: number;
  /**
   * What a person typed, masked.
   */
  answer?: string;
}
export interface DrillRevert {
  state: "clean" | "failed";
  records: DrillUndone[];
}
export interface DrillUndone {
  action: string;
  result: "done" | "noop" | "failed";
}
export interface DrillMoment {
  at_ms: number;
  phase: DrillPhase;
  what: string;
  ok: boolean | null;
}
/**
 * A drill: what is broken on purpose, by which signals it must be noticed, how it is answered, and how it is known to be well again. Holds no secret and no path of a host.
 */
export interface Drill {
  /**
   * For editors only.
   */
  $schema?: string;
  schema_version: 1;
  kind: "drill";
  id: DrillId;
  number?: string;
  /**
   * Raised when the meaning changes: results of other versions are not compared.
   */
  version: number;
  title: string;
  /**
   * @maxItems 16
   */
  tags?: DrillId[];
  /**
   * How soon somebody answers: P1 15 min, P2 30 min, P3 4 h, P4 24 h.
   */
  severity: "P1" | "P2" | "P3" | "P4";
  runbook: string;
  /**
   * @minItems 1
   * @maxItems 3
   */
  environments?: DrillEnvironment[];
  /**
   * What this machine must have; without it the drill is skipped. user-namespace: disks of a drill's own; zeromq: the optional package, for servers of GR00T.
   *
   * @minItems 1
   * @maxItems 8
   */
  needs?: ("git" | "user-namespace" | "zeromq")[];
  target: DrillTarget;
  blast_radius?: DrillRadius;
  objectives: DrillObjectives;
  steady_state: DrillSteady;
  /**
   * @minItems 1
   * @maxItems 16
   */
  inject?: DrillAction[];
  /**
   * @minItems 1
   * @maxItems 32
   */
  rounds?: DrillRound[];
  expect: DrillExpect;
  /**
   * @minItems 1
   * @maxItems 32
   */
  respond: DrillStep[];
  /**
   * @minItems 1
   * @maxItems 32
   */
  verify: DrillProbe[];
  /**
   * @minItems 1
   * @maxItems 16
   */
  abort?: DrillAbort[];
  limits?: DrillLimits;
  /**
   * How much shorter the application's waits of policy are: polls of tasks, retries. Times that are measured stay real. 1 by default.
   */
  clock_scale?: number;
}
export interface DrillTarget {
  /**
   * providers: model servers and a host application of the library; hostnode: hosting nodes; both are started for this drill on this machine. nodes: those of the target file that --target names, as far as their owner allows. tabletop: nothing is started, people fill in a sheet at a terminal.
   */
  kind: "providers" | "hostnode" | "nodes" | "tabletop";
  /**
   * Hosting nodes, n1, n2 and so on; more than one are validators of a network, unless they are standalone.
   */
  nodes?: number;
  /**
   * Each node is by itself: users are led to any of them, and none knows of another.
   */
  standalone?: true;
  /**
   * Release that the nodes run to begin with, where assay node upgrade is to work on them; the newest, which it leaves alone, by default.
   */
  release?: string;
  /**
   * Nodes speak TLS to their users; processes and commands of the drill trust their certificates.
   */
  tls?: true;
  /**
   * Repositories with a commit each on n1; one called big has a commit of 24 MiB that was not pushed, one called packed has its objects in a pack.
   *
   * @minItems 1
   * @maxItems 4
   */
  repositories?: string[];
  /**
   * @minItems 1
   * @maxItems 4
   */
  receivers?: DrillReceiver[];
  /**
   * Tokens with the scope repo, made before the drill begins; {token.NAME} stands for one.
   *
   * @minItems 1
   * @maxItems 8
   */
  tokens?: DrillId[];
  /**
   * How long nodes say that they stop before they do, such as 2s; 0s without.
   */
  drain_delay?: string;
  /**
   * Pauses between attempts of webhooks, such as 0s,1s,1s.
   */
  hook_schedule?: string;
  /**
   * @minItems 1
   * @maxItems 8
   */
  servers?: DrillServer[];
  /**
   * Variables of the application and of commands; none that makes programs load code, and no host but this machine. {server.ID.url}, {server.ID.host}, {server.ID.port}, {secret.NAME} and {site} stand for what the drill makes.
   */
  env?: {
    [k: string]: string;
  };
  /**
   * Throwaway credentials, made anew for each drill.
   *
   * @maxItems 32
   */
  secrets?: string[];
  /**
   * @minItems 1
   * @maxItems 16
   */
  files?: DrillFile[];
  /**
   * Finished runs that stand in the workspace of the drill before it begins.
   */
  runs?: number;
  disk?: DrillDisk;
  /**
   * Commands that run once before the drill begins, and must end with 0. A run that one leaves is {run.N} from then on, behind those of runs.
   *
   * @minItems 1
   * @maxItems 8
   */
  setup?: DrillSetup[];
}
/**
 * A receiver of webhooks on this machine, and a webhook of n1 that leads there and has delivered once.
 */
export interface DrillReceiver {
  id: DrillId;
  repo: string;
  /**
   * Names of secrets of the target that it takes; the webhook signs with the first.
   *
   * @minItems 1
   * @maxItems 4
   */
  secrets: string[];
  /**
   * It speaks TLS, with a certificate that the nodes trust until receiver.set says otherwise.
   */
  tls?: true;
  /**
   * What it makes of a body that it processed under another id; replay without.
   */
  same_body?: "replay" | "accept";
}
export interface DrillServer {
  id: DrillId;
  service: "cosmos" | "cosmos-policy" | "runway" | "bridge" | "gr00t" | "openpi";
}
/**
 * A file that the application finds in its folder.
 */
export interface DrillFile {
  path: DrillPath;
  text: string;
}
/**
 * A small disk of its own, held in memory, below the folder of the application; only commands see it.
 */
export interface DrillDisk {
  path: DrillPath;
  bytes: number;
}
export interface DrillSetup {
  /**
   * @minItems 1
   * @maxItems 64
   */
  argv: string[];
}
export interface DrillRadius {
  /**
   * How many nodes may be away at once, whatever took them away: one more, and the drill ends and is put back.
   */
  nodes_down: number;
}
/**
 * Seconds from the acknowledgement of the last fault.
 */
export interface DrillObjectives {
  detect_s: number;
  recover_s: number;
}
export interface DrillSteady {
  every_ms: number;
  consecutive: number;
  /**
   * @minItems 1
   * @maxItems 32
   */
  probes: DrillProbe[];
}
export interface DrillProbe {
  id: DrillId;
  probe: DrillProbeName;
  args?: DrillArgs;
  expect: DrillExpectations;
  within_s?: number;
  /**
   * hold: it must also stay true while the fault is there, by which damage beside it is found. fault: it is asked only while the fault is there, and held against what it gave right before.
   */
  during?: "hold" | "fault";
}
/**
 * What the probe or action takes; docs/drills.md says it for each.
 */
export interface DrillArgs {}
/**
 * By the place of a value in what the probe gives, such as exit or json/providers/name=mock/status.
 */
export interface DrillExpectations {
  [k: string]: DrillExpectation;
}
/**
 * One operator, or several that must all hold.
 */
export interface DrillExpectation {
  equals?: DrillScalar;
  not_equals?: DrillScalar;
  /**
   * @minItems 1
   * @maxItems 32
   */
  in?: DrillScalar[];
  matches?: string;
  gte?: number;
  lte?: number;
  exists?: true;
  absent?: true;
  changed?: true;
  unchanged?: true;
  increases?: true;
}
export interface DrillAction {
  action: DrillActionName;
  args?: DrillArgs;
}
/**
 * One kind of the fault; a drill with several goes through all of it for each.
 */
export interface DrillRound {
  id: DrillId;
  /**
   * @minItems 1
   * @maxItems 16
   */
  inject: DrillAction[];
  expect?: DrillExpect;
}
export interface DrillExpect {
  /**
   * @minItems 1
   * @maxItems 32
   */
  signals: DrillProbe[];
  /**
   * The code of the failure that is simulated; it is never the verdict.
   */
  simulated_failure?: string;
}
/**
 * What the person on call does. Without an action it is done by a person, under --guided.
 */
export interface DrillStep {
  step: DrillId;
  text: string;
  action?: DrillActionName;
  args?: DrillArgs;
  /**
   * What a person types for this question of the sheet: the name of a role, a time of day, what was found. Such a drill is held at a terminal alone.
   */
  answer?: "role" | "time" | "words";
  timeout_s?: number;
}
/**
 * The drill ends at once and everything is put back where this does not hold. Without an answer right before a fault nothing is broken.
 */
export interface DrillAbort {
  probe: DrillProbeName;
  args?: DrillArgs;
  expect: DrillExpectations;
  reason: string;
}
export interface DrillLimits {
  /**
   * A hard stop; at least the sum of the deadlines, over all rounds.
   */
  total_s: number;
}
/**
 * What stdout carries with --format json when a command ends without a result.
 */
export interface ErrorDocument {
  schema_version: 1;
  error: ErrorFactsDocument;
  exit: ExitDocument;
}
export interface ErrorFactsDocument {
  code: string;
  message: string;
  hint: string;
  source?: string;
  detail?: {};
  /**
   * @maxItems 100
   */
  issues?: DocumentIssue[];
}
/**
 * One line of results/cells.ndjson of an evaluation: trials of one provider in one suite and place.
 */
export interface EvalCell {
  suite: string;
  suite_version: number;
  provider: string;
  env: string;
  stratum: string;
  planner: string | null;
  success_mode: "any" | "hold" | "final" | null;
  env_step_budget: number | null;
  reference_unit: "length" | "steps" | null;
  only_scores: boolean;
  planned: Count;
  until_decided?: EvalSequence;
  /**
   * The line, counted from 0, whose floor and ceiling in results/references.ndjson these trials stand beside.
   */
  references: number | null;
}
/**
 * Trials were looked at as they came and ended once enough was decided; intervals hold at any time. Absent where their number was fixed beforehand.
 */
export interface EvalSequence {
  max_n: Count1;
  /**
   * Trials that ran whatever they showed, for numbers that cannot be judged at any time; null when none did.
   */
  fixed_n: number | null;
}
/**
 * One line of results/episodes.ndjson: one trial of a suite. Statistics and gates are recomputable from these lines.
 */
export interface EvalEpisode {
  suite: string;
  provider: string;
  env: string;
  stratum: string;
  episode: number;
  /**
   * Which property was tried, where the suite has several.
   */
  case?: string;
  success: boolean;
  /**
   * Environment steps taken.
   */
  steps?: number;
  /**
   * In the unit of the environment; null where it has no length.
   */
  path_length?: number | null;
  reference_length?: number | null;
  reference_steps?: number | null;
  /**
   * Environment steps that the provider predicted or scored.
   */
  model_evals?: number;
  replans?: number;
  /**
   * Cost of the last state reached.
   */
  cost?: number | null;
  /**
   * Commands outside [-1, 1], which the environment clamps.
   */
  violations?: number;
  trajectory_digest?: DigestText;
  snapshots?: EvalSnapshots;
  /**
   * Which start of the environment, where `stratum` names a kind of trial.
   */
  start?: {
    stratum: string;
    episode: number;
  };
  /**
   * What was measured, by name; null where it is undefined, and then `reason` says why.
   */
  values?: {
    [k: string]: number | null;
  };
  /**
   * What a provider made of a frame, to six digits; longer ones are folded to 1024 numbers.
   *
   * @maxItems 1024
   */
  embedding?: number[];
  /**
   * Why it is no success, or why a value is what it is.
   */
  reason?: string;
  error?: EpisodeError;
}
/**
 * A few states of an episode that failed, first and last included; null where a value is no number.
 */
export interface EvalSnapshots {
  /**
   * What a state is, where it is no state of the environment. objects: five numbers an object (x, y, number of its shape, 1 if it is meant, 1 if it was cited). motion: where the moving body truly is and where it was seen, x and y each, in shares of the picture from its top left.
   */
  view?: "objects" | "motion";
  goal: (number | null)[];
  states: {
    step: number;
    state: (number | null)[];
  }[];
}
export interface EpisodeError {
  class: string;
  code: string;
  kind: "unreachable" | "refused" | "wrong";
  message: string;
}
/**
 * results/failures.json of an evaluation: every trial that is no success, and how to run it alone.
 */
export interface EvalFailures {
  schema_version: 1;
  failures: EvalFailure[];
}
export interface EvalFailure {
  key: string;
  provider: string;
  command: string;
  expected: string;
  observed: string;
  steps?: number;
  cost?: number | null;
  /**
   * Where to look first.
   */
  triage?: string;
  trajectory?: EvalSnapshots;
  strip?: RelativePathText1;
}
/**
 * results/result.json of an evaluation: what was measured. Deterministic: no clock, id, host or path.
 */
export interface EvalMeasurement {
  schema_version: 1;
  kind: "eval";
  seed: number;
  size: "smoke" | "quick" | "standard" | "full" | "custom";
  planner: string;
  translator?: EvalTranslator;
  suites: EvalSuite[];
  rows: EvalRow[];
  not_run: EvalNotRun[];
}
/**
 * What made commands of the raw actions of policies, where the caller said.
 */
export interface EvalTranslator {
  name: string;
  digest: DigestText;
}
export interface EvalSuite {
  name: string;
  version: number;
  level: string;
  question: string;
  ground_truth: string;
  claim: Claim;
}
/**
 * Level L0 to L7 or ops, what is claimed, and where the claim ends.
 */
export interface Claim {
  level: "L0" | "L1" | "L2" | "L3" | "L4" | "L5" | "L6" | "L7" | "ops";
  text: string;
  boundary: string;
}
export interface EvalRow {
  row_id: string;
  suite: string;
  suite_version: number;
  level: string;
  provider: string;
  env: string;
  stratum: string;
  planner: string | null;
  success_mode: string | null;
  metric: string;
  /**
   * Which values are better; nearer to target where too much is as wrong as too little.
   */
  direction: "higher" | "lower" | "nearer";
  target?: number;
  unit: string;
  estimate: number | null;
  ci: Interval | null;
  n: Count2;
  n_planned: Count;
  n_run: Count;
  n_skipped: Count;
  n_scored: Count;
  n_errors: Count;
  model_evals: number | null;
  env_step_budget?: number | null;
  baselines: EvalBaselines | null;
  /**
   * Smallest drop that a second run of this size would find, power .8 at .05.
   */
  mde: number | null;
  state: "pass" | "fail" | "inconclusive" | "incomparable" | "waived" | "measured";
  rule_ids: string[];
  claim: Claim;
  reason?: string;
  until_decided?: EvalSequence;
}
/**
 * The same metric for actions at random, for a model in which nothing moves, and for the exact model or an expert.
 */
export interface EvalBaselines {
  random: number | null;
  frozen: number | null;
  oracle: number | null;
}
export interface EvalNotRun {
  provider: string;
  suite: string | null;
  env: string | null;
  /**
   * not-applicable: makes no sense for this provider, so nothing is missing.
   */
  outcome: "not-run" | "skipped" | "not-applicable";
  reason: string;
  /**
   * What was said of it, such as of a token that was refused.
   */
  detail?: string;
  /**
   * Seconds it would take at most, by the pace of the provider, where it was not begun for that.
   */
  estimated_s?: number;
}
/**
 * One line of results/references.ndjson of an evaluation: floor and ceiling of one trial, for the line of results/cells.ndjson that it belongs to, counted from 0.
 */
export interface EvalReference {
  cell: number;
  random: EvalEpisode;
  frozen: EvalEpisode;
  oracle: EvalEpisode;
}
/**
 * inputs/request.json of an evaluation: what was asked for, flags over profile over defaults, so that statistics and verdict can be computed again.
 */
export interface EvalRequestDocument {
  schema_version: 1;
  kind: "eval-request";
  suites: string[];
  environments: string[];
  /**
   * The only ones of suites whose kinds of trials are operations; absent is all.
   */
  operations?: string[];
  providers: string[];
  size: "smoke" | "quick" | "standard" | "full" | "custom";
  n: number | null;
  seed: number;
  planner: string;
  /**
   * file: the rules of inputs/gate.json.
   */
  gate: "default" | "file" | "off";
  thresholds: string[];
  max_model_evals: number | null;
  max_error_share: number;
  must_run: EvalMustRun;
  episode: string | null;
  /**
   * What the caller's suite files say beside what inputs/suite.json holds of them.
   */
  own_suites?: EvalOwnSuite[];
  /**
   * Name of the translator of inputs/translator.json, where one was given.
   */
  translator?: string;
  until_decided?: EvalUntilDecided;
}
export interface EvalMustRun {
  providers: boolean;
  suites: boolean;
  environments: boolean;
}
export interface EvalOwnSuite {
  name: string;
  file: string;
  kind: string;
  question: string;
  n: number | null;
  gates: EvalSuiteGate[];
}
export interface EvalSuiteGate {
  metric: string;
  require: GateRequire;
}
export interface GateRequire {
  estimate?: GateBound;
  ci_low?: GateBound;
  ci_high?: GateBound;
}
export interface GateBound {
  gte?: number;
  gt?: number;
  lte?: number;
  lt?: number;
  eq?: number;
}
/**
 * Trials end once the rules are decided; max_n is null where the size is the limit.
 */
export interface EvalUntilDecided {
  max_n: number | null;
}
/**
 * A suite of your own, named by eval --suite: cases with their right answers, or a built-in kind with another number, environments and gates.
 */
export interface EvalSuiteFile {
  /**
   * For editors only.
   */
  $schema?: string;
  schema_version: 1;
  name: SuiteFileName;
  /**
   * How trials are made; fixtures when absent.
   */
  kind?:
    | "fixtures"
    | "contract"
    | "determinism"
    | "rollout"
    | "counterfactual"
    | "score-ranking"
    | "planning-regret"
    | "closed-loop"
    | "robustness"
    | "realtime"
    | "policy"
    | "policy-ranking"
    | "calibration"
    | "invariants"
    | "surprise"
    | "reasoning"
    | "media"
    | "latent";
  question?: string;
  /**
   * Trials, whatever the size.
   */
  n?: number;
  /**
   * @minItems 1
   * @maxItems 100
   */
  environments?: string[];
  /**
   * Replace the default gates of the kind.
   *
   * @minItems 1
   * @maxItems 100
   */
  gates?: EvalSuiteGate[];
  /**
   * @minItems 1
   * @maxItems 10000
   */
  cases?: EvalCase[];
}
/**
 * One question with what its answer must be. An object with dtype and shape is a tensor.
 */
export interface EvalCase {
  id: SuiteFileName;
  operation: "predict" | "score";
  /**
   * predict: world_state, action, steps. score: info, action_candidates.
   */
  input: {
    [k: string]: unknown;
  };
  /**
   * @minItems 1
   * @maxItems 100
   */
  expect: EvalExpectation[];
}
/**
 * What stands at a place of the answer, said in exactly one way.
 */
export interface EvalExpectation {
  /**
   * JSON pointer into the answer; empty is the whole of it.
   */
  path: string;
  /**
   * Any JSON value.
   */
  equals?: number | string | boolean | null | unknown[] | {};
  near?: {
    /**
     * A number, or numbers in lists of the same shape.
     */
    value: number | unknown[];
    tol: number;
  };
  /**
   * @minItems 2
   * @maxItems 2
   */
  range?: number[];
  /**
   * @maxItems 8
   */
  shape?: number[];
  /**
   * Indices of a list of numbers, lowest value first.
   *
   * @minItems 1
   */
  order?: number[];
  finite?: true;
}
/**
 * evidence_manifest.json: what an issue bundle holds, what it leaves out and why.
 */
export interface EvidenceManifest {
  schema_version: 1;
  bundle_kind: "run";
  run_id: RunIdText;
  generated_at: Timestamp1;
  generator: EvidenceGenerator;
  safe_to_attach: true;
  /**
   * Names of the run stand here under pseudonyms; absent where they stand as they are.
   */
  names_redacted?: true;
  /**
   * True when manifest, journal, trace and verdict of an ended run are all here, the journal unmasked.
   */
  complete: boolean;
  incomplete_because: IncompleteReason[];
  /**
   * @minItems 1
   * @maxItems 1
   */
  runs: BundledRun[];
  files: EvidenceFile[];
  included_count: number;
  excluded_count: number;
  /**
   * Count by rule over all files.
   */
  redactions: {
    [k: string]: number;
  };
}
export interface EvidenceGenerator {
  name: "assay";
  version: string;
}
export interface BundledRun {
  run_id: RunIdText;
  kind: RunKind;
  status: RunStatus;
  outcome: BundledOutcome | null;
  manifest_sha256: DigestText1;
}
export interface BundledOutcome {
  verdict: VerdictStateText;
  exit_code: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 70 | 130 | 143;
}
export interface IncludedFile {
  path: RelativePathText;
  kind: EvidenceKind;
  included: true;
  safe_to_attach: true;
  /**
   * Places masked while copying; 0 means byte for byte as in the run.
   */
  redactions: number;
  /**
   * A journal with other names in it, whose records were chained anew; only where names_redacted.
   */
  chained_anew?: true;
  sha256: DigestText;
  size_bytes: number;
}
/**
 * A file left out. One with secret-like material has a neutral name, no digest and no size: all three can be guessed from.
 */
export interface ExcludedFile {
  path: RelativePathText;
  kind: EvidenceKind;
  included: false;
  reason: ExclusionReason;
  rule?: string;
  line?: number;
}
/**
 * A gate file: what the rows of an evaluation or a benchmark must show. Every row that a rule selects must satisfy it.
 */
export interface GateDocument {
  /**
   * For editors only.
   */
  $schema?: string;
  schema_version: 1;
  kind: "gate";
  defaults?: GateDefaults;
  /**
   * @maxItems 1000
   */
  rules: GateRule[];
  /**
   * @maxItems 1000
   */
  waivers?: GateWaiver[];
}
export interface GateDefaults {
  /**
   * Chance of one false alarm over all rules together; 0.05 by default.
   */
  alpha?: number;
  correction?: "holm" | "none";
  /**
   * Fewer trials never pass; 20 by default.
   */
  min_n?: number;
  /**
   * Share of trials that may end in an error.
   */
  max_error_share?: number;
  /**
   * What an undecided rule becomes; never a pass. extend: an evaluation goes on until its rules are decided, up to max_n trials in each place.
   */
  on_inconclusive?: "report" | "fail" | "extend";
  /**
   * Trials in each place at most, for extend.
   */
  max_n?: number;
  /**
   * What a rule becomes that no row matches.
   */
  on_missing?: "inconclusive" | "fail";
}
/**
 * Exactly one of require, non_inferior, superior and ratio; the last three need versus.
 */
export interface GateRule {
  id: string;
  severity?: "gate" | "advisory";
  select?: GateSelect;
  metric: string;
  /**
   * What the row is compared with, trial by trial.
   */
  versus?: string;
  require?: GateRequire;
  non_inferior?: GateMargin;
  superior?: GateMargin;
  ratio?: GateRatio;
}
/**
 * Globs: * stands for any characters.
 */
export interface GateSelect {
  kind?: GateGlob;
  suite?: GateGlob;
  env?: GateGlob;
  stratum?: GateGlob;
  provider?: GateGlob;
  planner?: GateGlob;
  operation?: GateGlob;
}
/**
 * In the unit of the metric; the difference is positive where the row is better.
 */
export interface GateMargin {
  margin: number;
}
/**
 * Above 1 is worse. With noise_floor aa the limit is never below what identical code shows on this machine.
 */
export interface GateRatio {
  max: number;
  noise_floor?: "aa" | "none";
}
/**
 * Lets one rule off until a day, at most 180 days ahead.
 */
export interface GateWaiver {
  rule: string;
  /**
   * UTC, the last day.
   */
  until: string;
  reason: string;
  owner: string;
}
/**
 * A delivery that `webhook listen` processed: signed, new and a payload of its event.
 */
export interface HookDelivery {
  schema_version: 1;
  received_at: Timestamp;
  event: string;
  delivery_id: string;
  id_sha256: DigestText2;
  body_sha256: DigestText3;
  body_bytes: number;
  /**
   * Name of the variable or file whose secret fits.
   */
  signer: string;
  /**
   * The body; what is secret in it is masked.
   */
  payload: {};
}
/**
 * Body of a delivery of `create`: a branch or tag came to be.
 */
export interface HostCreateEvent {
  action: "created";
  ref: string;
  ref_type: "branch" | "tag";
  /**
   * Commit id; all zeros for a side that is missing.
   */
  sha: string;
  repository: HostRepository;
  sender?: HostSender;
  /**
   * The same for every delivery of one event.
   */
  event_id?: string;
  /**
   * When the body was made, UTC.
   */
  sent_at?: string;
}
/**
 * A repository as events name it.
 */
export interface HostRepository {
  name: string;
  owner: string;
}
/**
 * Who caused an event.
 */
export interface HostSender {
  username: string;
}
/**
 * Body of a delivery of `delete`: a branch or tag went away.
 */
export interface HostDeleteEvent {
  action: "deleted";
  ref: string;
  ref_type: "branch" | "tag";
  /**
   * Commit id; all zeros for a side that is missing.
   */
  sha: string;
  repository: HostRepository;
  sender?: HostSender;
  /**
   * The same for every delivery of one event.
   */
  event_id?: string;
  /**
   * When the body was made, UTC.
   */
  sent_at?: string;
}
/**
 * Body of a delivery of `fork`; `fork` is the new repository.
 */
export interface HostForkEvent {
  action: string;
  fork: HostRepository;
  repository: HostRepository;
  sender?: HostSender;
  /**
   * The same for every delivery of one event.
   */
  event_id?: string;
  /**
   * When the body was made, UTC.
   */
  sent_at?: string;
}
/**
 * Body of a delivery of `issue_comment`: a comment on an issue or a pull request.
 */
export interface HostIssueCommentEvent {
  action: string;
  issue: HostIssue;
  comment: HostComment;
  repository: HostRepository;
  sender?: HostSender;
  /**
   * The same for every delivery of one event.
   */
  event_id?: string;
  /**
   * When the body was made, UTC.
   */
  sent_at?: string;
}
/**
 * An issue as events tell it.
 */
export interface HostIssue {
  number: number;
  title: string;
  body: string;
  state: string;
  author: string;
  labels: string[];
  /**
   * ISO 8601.
   */
  created_at: string;
}
/**
 * A comment.
 */
export interface HostComment {
  id?: string;
  body: string;
  author: string;
  /**
   * ISO 8601.
   */
  created_at?: string;
}
/**
 * Body of a delivery of `issues`.
 */
export interface HostIssuesEvent {
  action: string;
  issue: HostIssue;
  repository: HostRepository;
  sender?: HostSender;
  /**
   * The same for every delivery of one event.
   */
  event_id?: string;
  /**
   * When the body was made, UTC.
   */
  sent_at?: string;
}
/**
 * Body of a test delivery.
 */
export interface HostPingEvent {
  action: string;
  hook_id: string;
  repository?: HostRepository;
  sender?: HostSender;
  /**
   * The same for every delivery of one event.
   */
  event_id?: string;
  /**
   * When the body was made, UTC.
   */
  sent_at?: string;
}
/**
 * Body of a delivery of `pull_request`.
 */
export interface HostPullRequestEvent {
  action: string;
  number: number;
  pull_request: HostPullRequest;
  repository: HostRepository;
  sender?: HostSender;
  /**
   * The same for every delivery of one event.
   */
  event_id?: string;
  /**
   * When the body was made, UTC.
   */
  sent_at?: string;
}
/**
 * A pull request as events tell it.
 */
export interface HostPullRequest {
  title: string;
  body: string;
  state: string;
  source_branch: string;
  target_branch: string;
  author: string;
  /**
   * ISO 8601.
   */
  created_at: string;
}
/**
 * Body of a delivery of `pull_request_review`.
 */
export interface HostPullRequestReviewEvent {
  action: string;
  number: number;
  pull_request: HostPullRequest;
  review: HostReview;
  repository: HostRepository;
  sender?: HostSender;
  /**
   * The same for every delivery of one event.
   */
  event_id?: string;
  /**
   * When the body was made, UTC.
   */
  sent_at?: string;
}
/**
 * A review of a pull request.
 */
export interface HostReview {
  state: string;
  body?: string;
  author: string;
  /**
   * ISO 8601.
   */
  submitted_at?: string;
}
/**
 * Body of a delivery of `push`: one ref that a push moved.
 */
export interface HostPushEvent {
  /**
   * `created`, `updated`, `forced` or `deleted` from the reference node.
   */
  action: string;
  ref: string;
  /**
   * Commit id; all zeros for a side that is missing.
   */
  before: string;
  /**
   * Commit id; all zeros for a side that is missing.
   */
  after: string;
  pusher: HostPerson;
  commits: HostCommit[];
  /**
   * There were more commits than are listed.
   */
  truncated?: boolean;
  /**
   * Found by comparing refs after a crash, not told by the push.
   */
  reconciled?: boolean;
  repository: HostRepository;
  /**
   * The same for every delivery of one event.
   */
  event_id?: string;
  /**
   * When the body was made, UTC.
   */
  sent_at?: string;
}
/**
 * Name and address as git has them.
 */
export interface HostPerson {
  name: string;
  email: string;
}
/**
 * A commit of a push.
 */
export interface HostCommit {
  id: string;
  message: string;
  author: HostPerson;
  /**
   * ISO 8601.
   */
  timestamp: string;
}
/**
 * Body of a delivery of `release`.
 */
export interface HostReleaseEvent {
  action: string;
  release: HostRelease;
  repository: HostRepository;
  sender?: HostSender;
  /**
   * The same for every delivery of one event.
   */
  event_id?: string;
  /**
   * When the body was made, UTC.
   */
  sent_at?: string;
}
/**
 * A release.
 */
export interface HostRelease {
  tag_name: string;
  name?: string;
  body?: string;
  draft?: boolean;
  /**
   * ISO 8601.
   */
  created_at?: string;
}
/**
 * Body of a delivery of `star`.
 */
export interface HostStarEvent {
  action: string;
  star: HostStar;
  repository: HostRepository;
  sender?: HostSender;
  /**
   * The same for every delivery of one event.
   */
  event_id?: string;
  /**
   * When the body was made, UTC.
   */
  sent_at?: string;
}
/**
 * A star that somebody gave.
 */
export interface HostStar {
  username: string;
  /**
   * ISO 8601.
   */
  starred_at?: string;
}
/**
 * What a job's benchmark step takes: the flags of assay benchmark in snake_case.
 */
export interface JobBenchmarkWith {
  /**
   * Provider to measure.
   *
   * @minItems 1
   * @maxItems 32
   */
  providers?: string[];
  /**
   * Operation to measure; all the provider has by default.
   *
   * @minItems 1
   * @maxItems 32
   */
  operations?: string[];
  /**
   * Named benchmark with a budget of its own.
   */
  preset?: string;
  /**
   * Measured calls an operation; 100 by default.
   */
  iterations?: number;
  /**
   * Milliseconds.
   */
  duration_ms?: number;
  /**
   * Calls under way at a time; 1 by default.
   */
  concurrency?: number;
  /**
   * Open loop: begin so many calls a second whatever the answers do.
   */
  rate?: number;
  /**
   * How an open loop spaces calls: constant or poisson.
   */
  arrival?: "constant" | "poisson";
  /**
   * Open loop: most calls under way; 1024 by default.
   */
  max_in_flight?: number;
  /**
   * Fresh processes that measure each provider; 1 by default. Budgets of times need several to be sound.
   */
  repeats?: number;
  /**
   * Calls before measuring; auto ends when block medians agree.
   */
  warmup?: "auto" | number;
  /**
   * What to send instead of the defaults: JSON, YAML or TOML.
   */
  input_file?: string;
  /**
   * A translator file, or a built-in one such as builtin:raw.
   */
  translator?: string;
  /**
   * Limits that decide the verdict: JSON, YAML or TOML.
   */
  budget_file?: string;
  /**
   * A gate file, relative to the current directory.
   */
  gate?: string;
  /**
   * A rule, as in "score: response_ms.p95<250ms".
   *
   * @maxItems 64
   */
  threshold?: string[];
  /**
   * A run to compare with: its id, its folder or a file in it.
   */
  baseline?: string;
  /**
   * The baseline may be of another machine.
   */
  allow_cross_machine?: boolean;
  /**
   * Measure only: nothing but errors decides.
   */
  no_gate?: boolean;
  /**
   * A skipped provider is no good end.
   */
  require_run?: boolean;
  /**
   * A named provider that is not configured may be skipped.
   */
  allow_skip?: boolean;
}
/**
 * What a job's doctor step takes.
 */
export interface JobDoctorWith {
  registered_only?: boolean;
  capability?: ProviderCapability;
  strict?: boolean;
}
/**
 * What a job's drill step takes: the flags of assay drill in snake_case.
 */
export interface JobDrillWith {
  /**
   * Drill by id or number, as an argument does.
   *
   * @minItems 1
   * @maxItems 32
   */
  drills?: string[];
  /**
   * A drill of your own: YAML, TOML or JSON.
   *
   * @maxItems 64
   */
  files?: string[];
  /**
   * Every drill with this tag; core without any choice.
   *
   * @minItems 1
   * @maxItems 32
   */
  tags?: string[];
  /**
   * Every drill that makes what it works on.
   */
  all?: boolean;
  /**
   * A node target whose owner allows drills; without it each drill makes its own.
   */
  target?: string;
  /**
   * Do it to the target that is given; without, what would be done is told and nothing is.
   */
  apply?: boolean;
  /**
   * The alias of the target, for one whose environment is production.
   */
  confirm?: string;
  /**
   * Break nothing, and demand that no drill notices anything.
   */
  sham?: boolean;
  /**
   * Seed of names, payloads and offsets; 1 by default.
   */
  seed?: number;
  /**
   * How much shorter waits of policy are, instead of what each drill says; measured times stay real.
   */
  clock_scale?: number;
  /**
   * Only part I of N of the drills: the other parts run on other machines.
   */
  shard?: string;
  /**
   * End after the first drill that does not pass.
   */
  fail_fast?: boolean;
  /**
   * A drill that was skipped leaves the set without a verdict.
   */
  require_run?: boolean;
}
/**
 * What a job's eval step takes: the flags of assay eval in snake_case.
 */
export interface JobEvalWith {
  /**
   * Suite or set of suites; core by default.
   */
  suite?: string | string[];
  /**
   * Provider to evaluate.
   *
   * @minItems 1
   * @maxItems 32
   */
  providers?: string[];
  /**
   * Environment; all by default.
   */
  env?: string | string[];
  /**
   * Operation that suites such as media are narrowed to; all by default.
   */
  operation?: string | string[];
  /**
   * How many trials: smoke, quick (default), standard or full.
   */
  size?: string;
  /**
   * Trials of each suite, instead of size.
   */
  n?: number;
  /**
   * End the trials of a suite in an environment once its rules are decided, by evidence that holds at any time.
   */
  until_decided?: boolean;
  /**
   * With until_decided: at most so many trials of a suite in an environment, instead of those of size or n.
   */
  max_n?: number;
  /**
   * Base seed of all trials; 42 by default.
   */
  seed?: number;
  /**
   * Planner of closed-loop trials; standard by default.
   */
  planner?: string;
  /**
   * A translator file, or a built-in one such as builtin:raw.
   */
  translator?: string;
  /**
   * A gate file, relative to the current directory.
   */
  gate?: string;
  /**
   * A run to compare with: its id, its folder or a file in it.
   */
  baseline?: string;
  /**
   * Measure only: nothing but errors decides.
   */
  no_gate?: boolean;
  /**
   * A further rule, as in "closed-loop/env=two-room: spl>=0.7".
   *
   * @maxItems 64
   */
  threshold?: string[];
  /**
   * Model steps one episode may use.
   */
  max_model_evals?: number;
  /**
   * Share of trials that may end in an error; 0.02 by default.
   */
  max_error_share?: number;
  /**
   * What was named may be skipped or not run.
   */
  allow_skip?: boolean;
  /**
   * Run one trial again, as results/failures.json names it.
   */
  episode?: string;
  /**
   * Milliseconds.
   */
  time_limit_ms?: number;
  /**
   * Milliseconds.
   */
  max_suite_time_ms?: number;
  /**
   * Threads for providers in this process; as many as cores, up to 8, by default. Changes no result.
   */
  workers?: number;
  /**
   * Trials of a remote provider under way at a time; 1 by default. Changes no result.
   */
  concurrency?: number;
  /**
   * End the run once a rule that decides has failed for good; errors beyond the allowed share are one.
   */
  fail_fast?: boolean;
}
/**
 * What a job's exec step takes: an argument vector, never a shell line.
 */
export interface JobExecWith {
  /**
   * Numbers and switches, such as whole references, become text.
   *
   * @minItems 1
   * @maxItems 256
   */
  argv: (string | number | boolean)[];
  /**
   * Names of variables the child gets; values never stand in a job.
   *
   * @maxItems 64
   */
  env?: string[];
  cwd?: string;
  /**
   * Patterns of files below cwd, with *, ?, [a-z], {a,b} and **; only these files are kept.
   *
   * @maxItems 64
   */
  outputs?: string[];
}
/**
 * What a job's provider.health step takes.
 */
export interface JobHealthWith {
  /**
   * @minItems 1
   * @maxItems 32
   */
  providers: string[];
}
/**
 * What a job's node.baseline step takes: the flags of assay node baseline in snake_case.
 */
export interface JobNodeBaselineWith {
  /**
   * A target file, relative to the current directory.
   */
  target?: string;
  /**
   * How long requests are timed, such as 5m; 5m by default.
   */
  window_ms?: number;
  /**
   * Nobody writes until the check: refs must then be equal, not only go forward.
   */
  fenced?: boolean;
}
/**
 * What a job's node.check step takes: the flags of assay node check in snake_case.
 */
export interface JobNodeCheckWith {
  /**
   * A target file, relative to the current directory.
   */
  target?: string;
  /**
   * quick only looks, standard also tries what users do, full also provokes failures, observe looks again and again; standard by default.
   */
  mode?: "quick" | "standard" | "full" | "observe";
  /**
   * Ask this check, whatever its mode.
   *
   * @minItems 1
   * @maxItems 32
   */
  only?: string[];
  /**
   * Leave this check out.
   *
   * @minItems 1
   * @maxItems 32
   */
  skip?: string[];
  /**
   * A run to compare with: its id, its folder or a file in it.
   */
  baseline?: string;
  /**
   * Release that the nodes must run, such as 1.2.0.
   */
  to?: string;
  /**
   * The nodes were brought back to what baseline says: releases, schemas and data must be those again.
   */
  rolled_back?: boolean;
  /**
   * How long mode observe looks, such as 10m; 10m by default.
   */
  for_ms?: number;
  /**
   * How long from one look of mode observe to the next, such as 15s; 15s by default.
   */
  every_ms?: number;
  /**
   * Remove what checks of runs that are over left on the service.
   */
  sweep?: boolean;
  /**
   * With sweep: how old it must be, such as 1h; 1h by default, 10m at least.
   */
  older_than_ms?: number;
}
/**
 * What a job's node.upgrade step takes: the flags of assay node upgrade in snake_case.
 */
export interface JobNodeUpgradeWith {
  /**
   * Which nodes: a target file, YAML, TOML or JSON. Required.
   */
  target?: string;
  /**
   * Release to go to, such as 1.2.0.
   */
  to?: string;
  /**
   * How the nodes follow each other; what fits them and the release by default.
   */
  strategy?: "in-place" | "rolling" | "blue-green" | "canary" | "validators" | "major";
  /**
   * Name of the program of the release, with adapter embedded; what to says by default.
   */
  release?: string;
  /**
   * How long requests are timed before, and after each node; 60s by default.
   */
  window_ms?: number;
  /**
   * Time no requests: errors and slowness of the new release are not looked for.
   */
  no_window?: boolean;
  /**
   * How long all is watched at the end, and a canary before the others; not at all by default, 1h for a canary.
   */
  observe_ms?: number;
  /**
   * How long what users ask of a canary is counted before it is held against the other nodes; 60s by default.
   */
  traffic_window?: number;
  /**
   * How long a node must stay well before the next one; 30s by default.
   */
  stable_ms?: number;
  /**
   * Validators whose chain stands still while one of them is upgraded are meant.
   */
  accept_halt?: boolean;
  /**
   * How many validators are upgraded at once, never more than may be away; 1 by default.
   */
  max_parallel?: number;
  /**
   * Carry out this plan and no other: JSON of node plan.
   */
  plan?: string;
  /**
   * Do it; without, the plan is shown and nothing is done.
   */
  apply?: boolean;
  /**
   * Pause when so many nodes were upgraded by this call, and others are left; resume goes on.
   */
  pause_after?: number;
  /**
   * The alias of the target, for one whose environment is production.
   */
  confirm?: string;
  /**
   * Go on with an upgrade that was paused, or whose driver is gone: the run that began it, or latest.
   */
  resume?: string;
  /**
   * Put back what an upgrade did that is not over.
   */
  abort?: string;
  /**
   * Say that there is no way back from an upgrade that is done.
   */
  finalise?: string;
  /**
   * With resume or finalise: repositories, refs, accounts or configuration of nodes that were done may differ, for people changed them.
   */
  accept_changes?: boolean;
}
/**
 * plan.json: every item of a job, fixed before the first one starts.
 */
export interface JobPlan {
  schema_version: 1;
  job: string;
  job_sha256: DigestText;
  /**
   * @minItems 1
   * @maxItems 100000
   */
  items: JobItem[];
}
export interface JobItem {
  /**
   * First 16 hex digits of the identity.
   */
  item_id: string;
  identity_sha256: DigestText;
  ordinal: number;
  step_id: string;
  unit: JobUnit;
  /**
   * Runs alone on its machine: its timings would be disturbed.
   */
  exclusive: boolean;
  provider_identity: string[];
  inputs: string[];
}
export interface JobUnit {
  use: string;
  with: {};
  /**
   * The matrix cell; empty without a matrix.
   */
  cell: {};
}
/**
 * A declarative job: steps with needs, one trace, one bundle. What a step takes in `with` goes by its `use`.
 */
export interface Job {
  /**
   * For editors only.
   */
  $schema?: string;
  schema_version: 1;
  name: string;
  /**
   * What a caller may set with --set NAME=VALUE. A name is a small letter, then small letters, digits and underscores, at most 64 characters.
   */
  inputs?: {
    [k: string]: JobInput;
  };
  defaults?: JobDefaults;
  concurrency?: JobConcurrency;
  /**
   * @minItems 1
   * @maxItems 200
   */
  steps: JobStep[];
  /**
   * Publish an evidence bundle when the job has ended.
   */
  bundle?: boolean;
}
export interface JobInput {
  type: "integer" | "number" | "string" | "boolean";
  default?: number | string | boolean;
  description?: string;
}
export interface JobDefaults {
  timeout?: JobDuration;
  required?: boolean;
}
export interface JobConcurrency {
  total?: JobLanes;
  providers?: {
    [k: string]: JobLanes;
  };
}
export interface JobStep {
  /**
   * Unique in the job.
   */
  id: string;
  /**
   * What the step does: that of the command of the same name, or a program.
   */
  use:
    | "doctor"
    | "provider.health"
    | "eval"
    | "benchmark"
    | "drill"
    | "node.check"
    | "node.baseline"
    | "node.upgrade"
    | "exec";
  /**
   * What the step takes.
   */
  with?: {};
  /**
   * Ids of steps that must have ended first.
   */
  needs?: string[];
  /**
   * Lists by name: one item for every combination.
   */
  matrix?: {
    /**
     * @minItems 1
     */
    [k: string]: (string | number | boolean)[];
  };
  /**
   * Whether the step decides the verdict of the job; true by default.
   */
  required?: boolean;
  timeout?: JobDuration;
  /**
   * success (default): all it needs passed; failure: one of them did not pass; always.
   */
  when?: "success" | "failure" | "always";
}
/**
 * One line of journal.ndjson. Each line holds the digest of the line before; the first, of the run id.
 */
export interface JournalRecord {
  seq: number;
  at: Timestamp;
  /**
   * Monotonic milliseconds since the run was opened by this process.
   */
  mono_ms: number;
  type:
    | "run.created"
    | "run.resumed"
    | "plan.fixed"
    | "step.started"
    | "step.finished"
    | "attempt.started"
    | "attempt.finished"
    | "attempt.superseded"
    | "lease.lost"
    | "undo.armed"
    | "undo.done"
    | "signal.received"
    | "run.finished";
  data: {};
  prev: DigestText;
}
/**
 * lease.json of an open run: who works on it. Its modification time is the heartbeat.
 */
export interface Lease {
  schema_version: 1;
  run_id: RunIdText;
  epoch: number;
  pid: number;
  /**
   * Start time of the process in the host's own unit.
   */
  process_start: string;
  /**
   * Digest of the boot identity, bound to the workspace.
   */
  boot_id: string;
  /**
   * Digest of the host identity, bound to the workspace.
   */
  host_id: string;
  ttl_seconds: 30;
}
/**
 * One line of runs/ledger.ndjson, written as canonical JSON (RFC 8785): what happened to a run of the workspace.
 */
export interface LedgerLeaf {
  v: 1;
  at: Timestamp;
  event: LedgerEvent;
  run_id: RunIdText;
  /**
   * null where the manifest of a removed run could not be read.
   */
  kind: RunKind | null;
  /**
   * As the run manifest had it; null where that could not be read.
   */
  status: RunStatus | null;
  /**
   * null until the run has ended.
   */
  verdict: VerdictStateText | null;
  /**
   * Of run_manifest.json as it stood in the workspace; null where it could not be read.
   */
  manifest_sha256: DigestText | null;
}
/**
 * An account of a hosting service in the system keyring: who it is and for whom it is taken, never its token.
 */
export interface NodeAccount {
  /**
   * Scheme and host, with the port where it is not the usual one.
   */
  host: string;
  account: string;
  /**
   * Taken where neither the URL nor an owner says which.
   */
  default: boolean;
  /**
   * Owners of repositories for whom it is taken.
   */
  owners: string[];
  /**
   * Whether the keyring holds its token; only where it was looked up.
   */
  kept?: boolean;
}
/**
 * results/baseline.json of node baseline: what the nodes said of themselves, and how fast they answered, before an upgrade. Latencies in milliseconds.
 */
export interface NodeBaseline {
  schema_version: 1;
  taken_at: Timestamp;
  target: string;
  window_s: number;
  nodes: NodeBaselineNode[];
  probes: NodeProbe[];
  requests: NodeRequests;
  resources?: NodeResource[];
  services?: NodeService[];
  logs?: NodeLogPace[];
}
export interface NodeBaselineNode {
  name: string;
  version: string | null;
  instance_id: string | null;
  schema_version: number | null;
  config_sha256: string | null;
  /**
   * Settings by key as their digests; keys whose value may differ are compared apart.
   */
  config?: {};
  validators: string[] | null;
}
/**
 * What one kind of request took, in order.
 */
export interface NodeProbe {
  kind: "read" | "write" | "clone" | "push";
  ms: number[];
  errors: number;
}
/**
 * Answers that nodes and probes counted in the window, and those of them with a status of 500 and more; refused are 401 and 403, limited 429.
 */
export interface NodeRequests {
  total: number;
  errors: number;
  refused: number;
  limited: number;
}
/**
 * One gauge of one node over the window: seconds since its start, and values.
 */
export interface NodeResource {
  node: string;
  metric: "memory_bytes" | "cpu_seconds" | "open_fds" | "threads";
  at_s: number[];
  values: number[];
}
/**
 * What the manager of a service says of it; null what it does not say.
 */
export interface NodeService {
  /**
   * Empty where one program speaks for the whole target.
   */
  node: string;
  active: boolean | null;
  started_at: string | null;
  /**
   * How often it was started again because it had ended by itself.
   */
  restarts: number | null;
}
/**
 * Lines and errors of a log over a time.
 */
export interface NodeLogPace {
  node: string;
  seconds: number;
  lines: number;
  errors: number;
}
/**
 * One check of a node: what was expected, what was seen, and which fields it was read from. Durations in milliseconds.
 */
export interface NodeCheckRecord {
  schema_version: 1;
  id: string;
  title: string;
  status: NodeCheckStatus;
  reason: string | null;
  required: boolean;
  severity: NodeCheckSeverity;
  started_at: Timestamp;
  duration_ms: number;
  attempts: Count;
  target: string;
  expected: string | null;
  /**
   * What was seen, as the check read it.
   */
  observed: {} | null;
  /**
   * How each that was asked by itself fared, where several were; public_url stands for where users go. Absent where there was one.
   */
  nodes?: NodeCheckNode[];
  field_paths: string[];
  artifacts: RelativePathText[];
}
export interface NodeCheckNode {
  name: string;
  status: NodeCheckStatus;
  reason: string | null;
}
/**
 * results/inventory.json of node baseline: every repository with a digest of its refs, how many tokens, keys and hooks there were and what each was allowed and told to do, and the marks that were left to prove continuity.
 */
export interface NodeInventory {
  schema_version: 1;
  taken_at: Timestamp;
  writes_fenced: boolean;
  repos: NodeInventoryRepository[];
  counts: NodeCounts;
  /**
   * Absent in baselines of earlier versions, which were counted alone.
   */
  accounts?: NodeAccountFacts[];
  sentinels: NodeSentinels;
  /**
   * What each node holds that has an address other than public_url. Absent where there is none, and in baselines of earlier versions, which read public_url alone.
   */
  nodes?: NodeInventoryNode[];
  sha256: DigestText;
}
export interface NodeInventoryRepository {
  owner: string;
  name: string;
  default_branch: string | null;
  /**
   * Absent where the service does not tell.
   */
  private?: boolean;
  /**
   * Of the lines that git ls-remote prints, sorted; null where it was not sampled.
   */
  refs_sha256: DigestText | null;
  ref_count: number | null;
}
export interface NodeCounts {
  tokens: number | null;
  keys: number | null;
  hooks: number | null;
}
/**
 * A token, a key or a webhook, and a digest of each thing about it that no upgrade may change.
 */
export interface NodeAccountFacts {
  kind: "token" | "key" | "hook";
  id: string;
  facts: {
    [k: string]: DigestText;
  };
}
/**
 * What the baseline left behind on purpose: null where it may not write.
 */
export interface NodeSentinels {
  token_id: string | null;
  hook_id: string | null;
  repository: string | null;
}
export interface NodeInventoryNode {
  name: string;
  /**
   * Why nothing, or nothing of its tokens, keys and webhooks, could be read there; null where all was.
   */
  unread: string | null;
  /**
   * Null where they could not be read.
   */
  repos: NodeInventoryRepository[] | null;
  counts: NodeCounts;
  accounts: NodeAccountFacts[];
}
/**
 * What one step of an upgrade or of a rollback asked the nodes: each check with what was expected, what was seen and why it did not pass, and how the step ended.
 */
export interface NodeStepChecks {
  schema_version: 1;
  /**
   * Its name in the trace, such as check:n1, or back:check:n1 on the way back.
   */
  step: string;
  when: NodeStepTime;
  /**
   * Null where all nodes are asked.
   */
  node: string | null;
  state: NodeStepEnd;
  /**
   * What was not good about it.
   */
  detail: string;
  /**
   * Of a check that was asked again and again the worst look, the last of them; attempts counts the looks.
   */
  checks: NodeCheckRecord[];
  /**
   * What checks keep beside their records, by name: such as window, the requests that were timed before and after.
   */
  documents: {};
}
/**
 * Which nodes of a hosting service are checked, what is expected of them, and what checks may do. Holds no secret: tokens are variables by name, or accounts of the system keyring.
 */
export interface NodeTarget {
  /**
   * For editors only.
   */
  $schema?: string;
  schema_version: 1;
  kind: "node-target";
  alias: string;
  environment: "embedded" | "staging" | "production";
  /**
   * @minItems 1
   * @maxItems 64
   */
  nodes: NodeTargetNode[];
  /**
   * Where users reach the service; the first node's base_url when absent.
   */
  public_url?: string;
  auth?: NodeTargetAuth;
  expect?: NodeTargetExpect;
  checks?: NodeTargetChecks;
  objectives?: NodeTargetObjectives;
  adapter?: NodeTargetAdapter;
  drills?: NodeTargetDrills;
}
export interface NodeTargetNode {
  name: string;
  /**
   * Without userinfo, query and fragment.
   */
  base_url: string;
  /**
   * Where metrics are scraped; checks of metrics are skipped without it.
   */
  metrics_url?: string;
  validator?: boolean;
  /**
   * Where the new release answers beside the old one, with strategy blue-green, before users are led there.
   */
  green_url?: string;
  weight?: number;
  /**
   * Variable that holds the token of this node, where nodes keep accounts of their own; that of auth when absent.
   */
  token_env?: string;
}
export interface NodeTargetAuth {
  scheme?: "bearer" | "token" | "basic";
  /**
   * Variable that holds the token.
   */
  token_env?: string;
  /**
   * Account in the system keyring whose token is taken, for the scheme and host of public_url.
   */
  account?: string;
  /**
   * For basic.
   */
  username?: string;
  tokens_path?: "/api/tokens" | "/api/user/tokens";
}
export interface NodeTargetExpect {
  version?: string;
  /**
   * SHA-256 of the program that was planned, as the adapter's digest prints it.
   */
  binary_sha256?: string;
  /**
   * @minItems 1
   * @maxItems 8
   */
  health_ok?: ("up" | "ready" | "ok" | "live")[];
  rate?: NodeTargetRate;
  brand?: string;
  block_time_ms?: number;
  schema_version?: number;
  /**
   * Keys of the configuration that may differ from the baseline.
   *
   * @maxItems 64
   */
  config_keys?: string[];
  /**
   * Families that a scrape must hold.
   *
   * @maxItems 64
   */
  metric_families?: string[];
}
export interface NodeTargetRate {
  authenticated?: number;
  anonymous?: number;
}
export interface NodeTargetChecks {
  /**
   * Checks may create and delete what is named assay-<run id>-*.
   */
  mutate?: boolean;
  required?: NodeCheckNames;
  skip?: NodeCheckNames;
  receiver?: NodeTargetReceiver;
  /**
   * host:port of webhook targets that the service allows on purpose.
   *
   * @maxItems 32
   */
  hook_targets_allowed?: string[];
}
export interface NodeTargetReceiver {
  /**
   * How the service reaches our receiver of webhooks.
   */
  public_url: string;
  /**
   * Address and port where the receiver listens.
   */
  listen?: string;
}
export interface NodeTargetObjectives {
  /**
   * The most that reads may take: met.compare takes 100 when absent, res.latency warns above 1000 then and fails above this.
   */
  read_p99_ms?: number;
  ready_within_s?: number;
  rto_s?: number;
  /**
   * Push and clone of 25 MiB, together.
   */
  git_large_s?: number;
}
export interface NodeTargetAdapter {
  kind: "http-only" | "exec" | "systemd" | "embedded" | "kubernetes";
  /**
   * What {image} stands for in programs, by release: an image with its digest, CONTAINER=IMAGE@sha256:… where kubectl set image is told. Releases before and after an upgrade are needed.
   */
  images?: {
    [k: string]: string;
  };
  unit?: string;
  version?: NodeTargetArgv;
  /**
   * How long a program may take. Required with kind exec.
   */
  timeout_s?: number;
  /**
   * How much a program may print; one that prints more has failed. Required with kind exec.
   */
  output_limit_bytes?: number;
  inspect?: NodeTargetArgv;
  digest?: NodeTargetArgv;
  logs?: NodeTargetArgv;
  backup_create?: NodeTargetArgv;
  backup_verify?: NodeTargetArgv;
  backup_restore?: NodeTargetArgv;
  restored_verify?: NodeTargetArgv;
  /**
   * Kind embedded: folder beside the target file that has a folder a node. Required with it.
   */
  home?: string;
  /**
   * Kind embedded: folder beside the target file with a program a release, VERSION.mjs, and releases.json. Required with it.
   */
  releases?: string;
  drain?: NodeTargetArgv;
  green_create?: NodeTargetArgv;
  green_start?: NodeTargetArgv;
  green_remove?: NodeTargetArgv;
  traffic_switch?: NodeTargetArgv;
  stop?: NodeTargetArgv;
  start?: NodeTargetArgv;
  install?: NodeTargetArgv;
  artifact_version?: NodeTargetArgv;
  artifact_digest?: NodeTargetArgv;
  migrate?: NodeTargetArgv;
  verify?: NodeTargetArgv;
  restore_program?: NodeTargetArgv;
  backup_quiesced?: NodeTargetArgv;
  restore_data?: NodeTargetArgv;
}
export interface NodeTargetDrills {
  /**
   * Ids of drills that may work on these nodes; none without.
   *
   * @maxItems 64
   */
  allow?: string[];
  /**
   * What drills may do to these nodes; nothing without, so that they may only look.
   *
   * @maxItems 8
   */
  actions?: ("node.stop" | "node.start")[];
  /**
   * How many nodes may be away at once while a drill works, whatever took them away; 1 without.
   */
  nodes_down?: number;
}
/**
 * Which upgrade of a node is not over, in a folder of the user beside the workspaces. Only where to look: what became of it stands in its ledger.
 */
export interface NodeUpgradeMark {
  schema_version: 1;
  upgrade: RunIdText;
  /**
   * Absolute: where the upgrade keeps its plan and its ledger.
   */
  workspace: string;
  /**
   * The alias of the target.
   */
  target: string;
  /**
   * Absolute: the file of the target that its last driver was given.
   */
  target_file: string;
}
/**
 * An upgrade of nodes before anything is done: what was seen of them, which steps in which order, and what undoes each. Its own digest says whether it is the one that was read.
 */
export interface NodeUpgradePlan {
  schema_version: 1;
  kind: "node-upgrade-plan";
  plan_sha256: DigestText4;
  state_sha256: DigestText5;
  target: string;
  target_sha256: DigestText;
  place_sha256: DigestText6;
  environment: "embedded" | "staging" | "production";
  adapter: "exec" | "systemd" | "embedded" | "kubernetes";
  strategy: NodeUpgradeStrategy;
  from: string;
  to: string;
  /**
   * Name of the program of the release; its version as a rule.
   */
  release: string;
  /**
   * Of the program as the adapter tells it; null where it tells none.
   */
  release_sha256: string | null;
  /**
   * Whether the data must be restored to go back.
   */
  data_change: "none" | "automatic" | "manual";
  /**
   * How long requests are timed before, and after each node; 0: not at all.
   */
  window_ms: number;
  /**
   * How long the nodes are watched at the end, and the canary before the others.
   */
  observe_ms: number;
  /**
   * How long what users ask of a canary and of the others is counted before each verdict; 0: there is no canary.
   */
  traffic_window_ms: number;
  /**
   * How long a node must stay well before the next one.
   */
  stable_ms: number;
  /**
   * f: weight of validators that may be away; null without validators.
   */
  tolerated: number | null;
  quorum: number | null;
  accepts_halt: boolean;
  /**
   * How many validators may be upgraded at once, where so many may be away at that moment.
   */
  max_parallel: number;
  /**
   * In the order in which they are upgraded; among validators the leader of that moment is last.
   *
   * @minItems 1
   * @maxItems 64
   */
  nodes: NodeUpgradeNode[];
  /**
   * @maxItems 32
   */
  preconditions: string[];
  /**
   * @maxItems 32
   */
  warnings: string[];
  /**
   * @maxItems 2000
   */
  steps: NodeUpgradeStep[];
}
export interface NodeUpgradeNode {
  name: string;
  validator: boolean;
  weight: number;
  version: string;
  schema_version: number | null;
  config_sha256: string | null;
  /**
   * Of the configuration file that the node is started with, as it lay on the disk; where the adapter knows it.
   */
  config_file_sha256?: string;
}
export interface NodeUpgradeStep {
  id: string;
  act:
    | "preflight"
    | "baseline"
    | "backup"
    | "fence"
    | "hand_over"
    | "drain"
    | "stop"
    | "install"
    | "migrate"
    | "verify"
    | "start"
    | "green_create"
    | "green_start"
    | "switch"
    | "public"
    | "ready"
    | "synced"
    | "check"
    | "stable"
    | "unfence"
    | "agree"
    | "observe";
  /**
   * Null: all nodes at once.
   */
  node: string | null;
  /**
   * Steps of phase node are done for one node after the other.
   */
  phase: "prepare" | "node" | "close";
  /**
   * What a rollback does about it, in words; null where nothing was changed.
   */
  inverse: string | null;
}
/**
 * A configuration profile: defaults that a caller chooses with --profile. Holds no secret and nothing of one host.
 */
export interface Profile {
  /**
   * For editors only.
   */
  $schema?: string;
  schema_version: 1;
  name: string;
  /**
   * @minItems 1
   * @maxItems 32
   */
  providers?: string[];
  /**
   * @minItems 1
   * @maxItems 64
   */
  operations?: string[];
  run_workspace?: ProfilePath;
  state_dir?: ProfilePath;
  output_format?: ProfileOutputFormat;
  timeout_preset?: ProfileTimeoutPreset;
  retry_preset?: ProfileRetryPreset;
  runtime_cache_roots?: ProfileCacheRoots;
}
/**
 * Directory by family of runtime assets.
 */
export interface ProfileCacheRoots {
  [k: string]: ProfilePath;
}
/**
 * Providers of the host's own, named in a file. It holds names of variables, never their values.
 */
export interface ProviderDefinitions {
  /**
   * For editors only.
   */
  $schema?: string;
  schema_version: 1;
  /**
   * @minItems 1
   * @maxItems 64
   */
  providers: (StdioDefinition | HttpDefinition | ModuleDefinition)[];
}
/**
 * A program that speaks external process protocol 1 in lines on its standard input and output.
 */
export interface StdioDefinition {
  name: ProviderName1;
  transport: "stdio";
  capabilities: PromisedCapabilities;
  deterministic?: PromisedDeterminism;
  idempotent?: PromisedIdempotence;
  /**
   * @minItems 1
   * @maxItems 64
   */
  command: string[];
  env?: ProviderVariables;
}
/**
 * A server that speaks external process protocol 1.
 */
export interface HttpDefinition {
  name: ProviderName1;
  transport: "http";
  capabilities: PromisedCapabilities;
  deterministic?: PromisedDeterminism;
  idempotent?: PromisedIdempotence;
  base_url: string;
  token_env?: VariableName;
}
/**
 * An ES module that exports assayProvider.
 */
export interface ModuleDefinition {
  name: ProviderName1;
  transport: "module";
  capabilities: PromisedCapabilities;
  deterministic?: PromisedDeterminism;
  module: string;
  env?: ProviderVariables;
}
/**
 * One provider as doctor and the provider list see it. Value-free: which settings are present, never what they say.
 */
export interface ProviderDiagnosis {
  name: ProviderName1;
  registered: boolean;
  configured: boolean;
  maturity: string;
  capabilities: ProviderCapability[];
  config_summary: ProviderConfigSummary;
  health?: ProviderHealth;
  skip_reason?: string;
}
export interface ProviderConfigSummary {
  provider: ProviderName1;
  configured: boolean;
  fields: ProviderConfigField[];
}
export interface ProviderConfigField {
  name: string;
  present: boolean;
  source: string;
  required: boolean;
  secret: boolean;
  valid: boolean;
  detail: string;
  aliases: string[];
  /**
   * What the variable is for.
   */
  means?: string;
  /**
   * What a value looks like, or its range.
   */
  takes?: string;
  /**
   * What holds where it is not set.
   */
  default?: string;
}
/**
 * How far a probe got, layer by layer; it stops at the first layer that fails.
 */
export interface ProviderHealth {
  schema_version: 1;
  provider: ProviderName1;
  status: ProviderHealthStatus;
  level_required: ProbeLevel;
  level_reached: ProbeLevel | null;
  fault: ProviderFault | null;
  latency_ms: number;
  layers: ProbeLayer[];
  warnings: string[];
  detected?: ProviderDetected;
  checked_at: Timestamp;
}
export interface ProbeLayer {
  level: ProbeLevel;
  ok: boolean;
  duration_ms: number;
  fault?: ProviderFault;
  detail: string;
  /**
   * The error that ended the layer, where one did.
   */
  code?: string;
}
/**
 * What the server turned out to be; a digest of what it says of itself, and of its words the names of what it takes and gives, where they are plain.
 */
export interface ProviderDetected {
  dialect?: string;
  server_version?: string;
  metadata_digest?: DigestText;
  /**
   * What a policy takes and gives, by modality such as video, state, language and action, as its own configuration tells.
   */
  modalities?: {
    [k: string]: ProviderModality;
  };
}
export interface ProviderModality {
  /**
   * Names of its fields.
   *
   * @maxItems 64
   */
  keys: string[];
  /**
   * Time steps of each.
   */
  steps: number;
  /**
   * Steps of the robot from one to the next; 1 when absent.
   */
  every?: number;
}
/**
 * One thing that happened in a provider operation; one line of logs/events.ndjson. Redacted before anyone sees it; unset fields are left out. The timestamp is the end of what the event tells.
 */
export interface ProviderEvent {
  schema_version: 1;
  event_type?: "provider_event";
  event_id: string;
  /**
   * Rises by one in a dispatcher; a gap is a loss.
   */
  sequence: number;
  timestamp: Timestamp;
  provider: string;
  /**
   * Null for health, reset and warmup.
   */
  capability: string | null;
  operation: string;
  operation_id: string;
  phase: ProviderEventPhase;
  /**
   * 0 when the call ended before its first attempt.
   */
  attempt: number;
  max_attempts: number;
  /**
   * Monotonic milliseconds: of the operation when terminal, of the attempt when retry.
   */
  duration_ms: number;
  method?: "CALL" | "GET" | "POST" | "DELETE" | "ZMQ" | "WS" | "STDIO";
  status_code?: number;
  /**
   * Scheme, host, port and path only.
   */
  target?: string;
  message?: string;
  metadata: {
    [k: string]: unknown;
  };
  run_id?: string;
  request_id?: string;
  trace_id?: string;
  span_id?: string;
  artifact_id?: string;
  input_digest?: DigestText;
}
/**
 * What a provider is and needs, known before it is configured. Holds names of variables, never values.
 */
export interface ProviderProfile {
  name: ProviderName1;
  maturity: ProviderMaturity;
  capabilities: ProviderCapability[];
  transport: ProviderTransport;
  deterministic: boolean;
  requires: ProviderRequirements;
  optional: string[];
  max_probe_level: ProbeLevel;
  /**
   * Capabilities whose calls may be repeated when a caller asks for retries.
   */
  idempotent: ProviderCapability[];
  request_policy: ProviderRequestPolicy;
}
/**
 * Registered when every variable of all_of and one of each group in any_of is set.
 */
export interface ProviderRequirements {
  all_of: string[];
  any_of: string[][];
}
/**
 * Limits and retries in force, resolved to numbers. polling and download only where a provider has them.
 */
export interface ProviderRequestPolicy {
  health: OperationPolicy;
  request: OperationPolicy;
  polling?: OperationPolicy;
  download?: OperationPolicy;
  poll_interval_seconds?: number;
  budget?: ProviderRequestBudget;
}
export interface OperationPolicy {
  /**
   * Bounds one attempt.
   */
  timeout_seconds: number;
  /**
   * Bounds the whole operation with retries and backoff; a budget when set.
   */
  max_elapsed_seconds: number | null;
  retry: RetryPolicy;
}
export interface RetryPolicy {
  max_attempts: number;
  backoff_seconds: number;
  backoff_multiplier: number;
  max_backoff_seconds: number;
  jitter: number;
  max_retry_after_seconds: number;
  retryable_status_codes: number[];
}
export interface ProviderRequestBudget {
  /**
   * Attempts of any step in one operation.
   */
  max_calls?: number;
  max_credits?: number;
}
export interface BenchmarkRunResult {
  schema_version: 1;
  command: "benchmark";
  exit: ExitDocument;
  run_id: RunIdText;
  /**
   * Relative to the workspace.
   */
  run_path: string;
  verdict: Verdict;
  settings: BenchmarkSettings;
  harness: BenchmarkHarness | null;
  planned: BenchmarkLedgerEntry[];
  rows: BenchmarkRow[];
  gate: BenchmarkGate;
  calibration: BenchmarkCalibration | null;
}
/**
 * The one verdict of a trial; every rendering and the exit code come from it.
 */
export interface Verdict {
  schema_version: 1;
  state: VerdictStateText;
  exit: ExitDocument;
  basis: "gate" | "default-gate" | "no-gate" | "budget" | "steps" | "none";
  claims: Claim[];
  rules: RuleOutcome[];
  counts: Counts;
  caveats: string[];
}
export interface RuleOutcome {
  id: string;
  severity: "gate" | "advisory";
  state: "pass" | "fail" | "inconclusive" | "incomparable" | "unavailable" | "refused" | "waived";
  metric: string;
  /**
   * The row or rows the rule looked at.
   */
  select: string;
  estimate?: number | null;
  ci?: Interval;
  threshold?: string;
  p_adjusted?: number;
  n: number;
  needed_n?: number;
  /**
   * What the row was compared with; estimate and ci are then the effect.
   */
  versus?: string;
  /**
   * Written with at most 500 characters; earlier versions put a word before one of these.
   */
  reason?: string;
  waiver?: RuleWaiver;
}
/**
 * An exception someone answers for. Expired ones change nothing and are printed all the same.
 */
export interface RuleWaiver {
  until: string;
  reason: string;
  owner: string;
  expired: boolean;
  /**
   * What the rule came to without the waiver.
   */
  state: "pass" | "fail" | "inconclusive" | "incomparable" | "unavailable" | "refused";
}
/**
 * What applied after flags, profile, preset and defaults.
 */
export interface BenchmarkSettings {
  preset: string | null;
  /**
   * @minItems 1
   */
  providers: string[];
  /**
   * Null: all that each provider has.
   */
  operations: string[] | null;
  iterations: number;
  /**
   * Calls begin within this time; null: iterations decide.
   */
  duration_seconds: number | null;
  mode: "closed-loop" | "open-loop";
  /**
   * Null in an open loop.
   */
  concurrency: number | null;
  /**
   * Null in a closed loop.
   */
  rate_per_second: number | null;
  arrival: "constant" | "poisson" | null;
  max_in_flight: number | null;
  repeats: number;
  warmup: "auto" | number;
  timeout_preset: string;
  retry_preset: string;
  /**
   * Limits and retries in force, by provider.
   */
  policy: {
    [k: string]: ProviderRequestPolicy;
  };
  /**
   * Operations (provider/operation) that are not asked again although retries were asked for: nothing calls them idempotent. Absent without any.
   *
   * @minItems 1
   */
  asked_once?: string[];
  translator?: BenchmarkTranslator;
}
/**
 * What made actions of a policy's raw ones.
 */
export interface BenchmarkTranslator {
  name: string;
  digest: DigestText;
}
export interface BenchmarkLedgerEntry {
  provider: string;
  operation: string;
  outcome: "run" | "skipped" | "not-run";
  reason: string | null;
  /**
   * Names of the variables to set, or what else is not on this machine.
   */
  missing?: string[];
  /**
   * library: calls as a caller makes them; the others take recorded replies.
   */
  how?: "library" | "parse" | "bare" | "dry";
}
export interface BenchmarkPresetList {
  schema_version: 1;
  command: "benchmark";
  exit: ExitDocument;
  presets: BenchmarkPreset[];
}
/**
 * kind: library calls every operation of the providers; parser takes recorded replies through parsing and validation; dry-run builds requests and takes recorded replies, and only a health probe goes out.
 */
export interface BenchmarkPreset {
  name: string;
  category: string;
  summary: string;
  kind: "library" | "parser" | "dry-run";
  providers: string[];
  iterations: number;
  concurrency: number;
  repeats: number;
  /**
   * What makes actions of a policy's raw ones, unless the caller says otherwise.
   */
  translator?: string;
  budgets: BudgetEntry[];
  /**
   * Most that the median may be of bare JSON.parse on the same bytes, calibrated on reference machines.
   */
  max_ratios: BenchmarkMaxRatio[];
}
export interface BenchmarkSelftestResult {
  schema_version: 1;
  command: "benchmark";
  exit: ExitDocument;
  verdict: Verdict;
  selftest: SelftestDocument;
}
/**
 * Whether a gate can fail: what was injected into a recorded run, in memory, and how the verdict answered.
 */
export interface SelftestDocument {
  run_id: RunIdText;
  injections: SelftestInjection[];
}
export interface SelftestInjection {
  /**
   * The rule, or the part of the verdict.
   */
  target: string;
  injection: string;
  expected: ExitNameText;
  got: ExitNameText;
  caught: boolean;
}
/**
 * A completion script for a shell.
 */
export interface CompletionResult {
  schema_version: 1;
  command: "completion";
  exit: ExitDocument;
  shell: CompletionShell;
  script: string;
}
/**
 * What `doctor` found on this machine: self-checks and providers. Value-free.
 */
export interface DoctorResult {
  schema_version: 1;
  command: "doctor";
  exit: ExitDocument;
  assay_version: string;
  node_version: string;
  /**
   * What would apply with the profile that was given.
   */
  config_profile?: ConfigProfile | null;
  /**
   * Whether findings changed the exit.
   */
  strict: boolean;
  checks: DoctorCheck[];
  /**
   * Programs and packages that Assay can use and does not need. Absent in a step of a job.
   */
  tools?: DoctorTool[];
  /**
   * Variables that are set and taken for secret, or that a provider file names. Never their values.
   */
  variables?: SecretVariable[];
  providers: ProviderDiagnosis[];
}
export interface ConfigProfile {
  schema_version: 1;
  name: string;
  source: string;
  sha256: DigestText;
  defaults: {};
  origins: {
    [k: string]: "flag" | "profile" | "default";
  };
  policy: {};
}
export interface DoctorCheck {
  name: string;
  status: DoctorCheckStatus;
  detail: string;
}
export interface DoctorTool {
  name: string;
  kind: "program" | "package";
  present: boolean;
  version?: string;
  /**
   * What came of asking it: whether a keyring answers, or that a program is too old.
   */
  note?: string;
  enables: string;
  /**
   * A command, or where it is to be had.
   */
  install: string;
}
export interface SecretVariable {
  name: string;
  /**
   * `environment`, or the provider whose definition names it.
   */
  source: string;
  treatment: SecretTreatment;
}
/**
 * What drills list and drills --dry-run print: drills, and what each would do.
 */
export interface DrillsListResult {
  schema_version: 1;
  command: "drills list" | "drills";
  exit: ExitDocument;
  drills: DrillPlan[];
}
export interface DrillPlan {
  id: string;
  number: string | null;
  version: number;
  title: string;
  tags: string[];
  severity: string;
  runbook: string;
  environments: string[];
  objectives: DrillObjectives;
  actions: DrillPlannedAction[];
  signals: string[];
  longest_s: number;
}
export interface DrillPlannedAction {
  round: string | null;
  action: string;
  inverse: string;
}
/**
 * What drills recover prints: every change that was still open, and what became of it.
 */
export interface DrillsRecoverResult {
  schema_version: 1;
  command: "drills recover";
  exit: ExitDocument;
  runs: DrillsRecovered[];
}
export interface DrillsRecovered {
  run_id: RunIdText;
  state: "restored" | "unsafe" | "unreadable";
  records: DrillsRecoveredRecord[];
  leftovers: string[];
}
export interface DrillsRecoveredRecord {
  seq: number;
  drill: string;
  action: string;
  result: "done" | "noop" | "failed";
  /**
   * What a person does where it failed.
   */
  manual: string | null;
}
/**
 * What drills prints: the verdict of the set and every drill.
 */
export interface DrillsResult {
  schema_version: 1;
  command: "drills";
  exit: ExitDocument;
  run_id: RunIdText;
  /**
   * Relative to the workspace.
   */
  run_path: string;
  verdict: Verdict;
  sham: boolean;
  seed: number;
  drills: DrillRow[];
  bundle: null | DrillsBundle;
}
export interface DrillRow {
  id: string;
  number: string | null;
  title: string;
  verdict: DrillVerdict;
  reasons: DrillReason[];
  /**
   * Seconds.
   */
  detect_s: number | null;
  /**
   * Seconds.
   */
  recover_s: number | null;
  runbook: string;
}
export interface DrillsBundle {
  path: string;
  complete: boolean;
  verified: boolean;
  excluded_count: number;
  /**
   * What of the run is not in the bundle, and by which rule.
   */
  excluded: ExcludedFile[];
}
/**
 * What `env info` prints: one world, and the file of its picture where one was asked for.
 */
export interface EnvInfoResult {
  schema_version: 1;
  command: "env info";
  exit: ExitDocument;
  world: WorldDescription;
  /**
   * PNG of a start, as the caller named it.
   */
  picture?: string;
}
/**
 * A world in words: names and units of what it is told and tells, how it moves, how an episode ends, what its pictures show.
 */
export interface WorldDescription {
  schema_version: 1;
  world: string;
  /**
   * Name and version, which fixes every constant, such as two-room@1.
   */
  key: string;
  /**
   * What is to be done, in one sentence.
   */
  task: string;
  /**
   * False for a world that is for laws alone.
   */
  has_task: boolean;
  /**
   * What it is made of and how it moves.
   */
  rules: string;
  /**
   * Seconds of one step.
   */
  step_seconds: number;
  /**
   * Steps an episode may take.
   */
  step_budget: number;
  /**
   * Steps for which a planner of a suite holds one action.
   */
  action_block: number;
  /**
   * any: the first success ends an episode; hold: success at every step; final: success at the last step.
   */
  success_mode: "any" | "hold" | "final";
  /**
   * Families of starts; the first is that of episodes.
   *
   * @minItems 1
   */
  strata: string[];
  /**
   * Who is known to act well: a rule, or the planner over the exact rules.
   */
  expert: "rule" | "planner" | null;
  state: NamedEntryText[];
  goal: NamedEntryText[];
  /**
   * Numbers in -1..1, as a share of what the unit says.
   */
  action: NamedEntryText[];
  window: WorldWindow;
}
export interface NamedEntryText {
  name: string;
  unit: string;
}
/**
 * What a square picture shows of both axes, in metres, y upwards.
 */
export interface WorldWindow {
  low: number;
  high: number;
}
/**
 * What `env list` prints: every world of this version.
 */
export interface EnvListResult {
  schema_version: 1;
  command: "env list";
  exit: ExitDocument;
  worlds: WorldDescription[];
}
/**
 * What `env rollout` wrote: the folder, its files, and how the episodes were made.
 */
export interface EnvRolloutResult {
  schema_version: 1;
  command: "env rollout";
  exit: ExitDocument;
  folder: string;
  /**
   * Names in the folder; that of the folder of pictures ends with a slash.
   */
  files: string[];
  rollout: RolloutSummary;
}
/**
 * rollout.json of a folder of episodes: how they were made and how many there are. Written last: a folder without it is not whole.
 */
export interface RolloutSummary {
  schema_version: 1;
  /**
   * Name and version, such as two-room@1.
   */
  world: string;
  policy: "random" | "expert";
  stratum: string;
  seed: number;
  episode_count: number;
  /**
   * Steps an episode could take.
   */
  most_steps: number;
  /**
   * Lines of steps.ndjson.
   */
  step_count: number;
  /**
   * Episodes whose last state is a success.
   */
  success_count: number;
  /**
   * Pixels of a side; null without pictures.
   */
  picture_size: number | null;
  picture_count: number;
  steps_digest: DigestText;
}
/**
 * What assay eval prints with --format json: the run, its verdict and its measurement, or the catalogue.
 */
export interface EvalResult {
  schema_version: 1;
  command: "eval";
  exit: ExitDocument;
  run_id?: RunIdText;
  run_path?: RelativePathText;
  input_digest?: DigestText;
  result_digest?: DigestText | null;
  verdict?: Verdict;
  measurement?: EvalMeasurement;
  catalogue?: EvalCatalogue;
  selftest?: SelftestDocument;
}
/**
 * What can be asked for by name.
 */
export interface EvalCatalogue {
  suites: EvalSuiteEntry[];
  sets: {
    [k: string]: string[];
  };
  environments: string[];
  planners: string[];
  sizes: string[];
}
export interface EvalSuiteEntry {
  suite: EvalSuite;
  metrics: EvalMetricEntry[];
  trials: {
    [k: string]: number;
  };
}
export interface EvalMetricEntry {
  name: string;
  /**
   * Which values are better; nearer to target where too much is as wrong as too little.
   */
  direction: "higher" | "lower" | "nearer";
  target?: number;
  unit: string;
  gate: string | null;
}
/**
 * What `init` prints: the files of a beginning, and what to type next.
 */
export interface InitResult {
  schema_version: 1;
  command: "init";
  exit: ExitDocument;
  files: InitFile[];
  /**
   * Commands.
   */
  next: string[];
}
export interface InitFile {
  path: string;
  /**
   * False where a file was there: it is left as it is.
   */
  written: boolean;
}
/**
 * What `keys generate` wrote: the names of the two files and the id of the key, never the key.
 */
export interface KeysGenerateResult {
  schema_version: 1;
  command: "keys generate";
  exit: ExitDocument;
  algorithm: "ed25519";
  /**
   * SHA-256 of the public key's SPKI form.
   */
  key_id: string;
  key_file: string;
  public_key_file: string;
  next: string[];
}
/**
 * What node account add kept: the account that the host named for the token, never the token.
 */
export interface NodeAccountAddResult {
  schema_version: 1;
  command: "node account add";
  exit: ExitDocument;
  account: NodeAccount;
  /**
   * False where the keyring held this very token already.
   */
  is_new: boolean;
}
/**
 * The accounts that the keyring holds, by host.
 */
export interface NodeAccountListResult {
  schema_version: 1;
  command: "node account list";
  exit: ExitDocument;
  accounts: NodeAccount[];
}
/**
 * Which account the keyring holds no more.
 */
export interface NodeAccountRemoveResult {
  schema_version: 1;
  command: "node account remove";
  exit: ExitDocument;
  /**
   * Scheme and host, with the port where it is not the usual one.
   */
  host: string;
  account: string;
  /**
   * The account that is taken now where nothing says which.
   */
  default: string | null;
}
/**
 * For whom an account is taken from now on.
 */
export interface NodeAccountUseResult {
  schema_version: 1;
  command: "node account use";
  exit: ExitDocument;
  account: NodeAccount;
}
/**
 * What node alerts prints: the alert rules for the nodes of a target, and the same as a rules file for Prometheus.
 */
export interface NodeAlertsResult {
  schema_version: 1;
  command: "node alerts";
  exit: ExitDocument;
  rules: ListedAlert[];
  /**
   * A rules file, YAML.
   */
  prometheus: string;
}
export interface ListedAlert {
  id: string;
  severity: string;
  scope: string;
  for_s: number;
  runbook: string;
}
/**
 * What node baseline prints: the verdict and what was taken down.
 */
export interface NodeBaselineResult {
  schema_version: 1;
  command: "node baseline";
  exit: ExitDocument;
  run_id: RunIdText;
  /**
   * Relative to the workspace.
   */
  run_path: string;
  verdict: Verdict;
  target: string;
  baseline: NodeBaseline | null;
  inventory: NodeInventory | null;
}
/**
 * What node check prints: the verdict and every check.
 */
export interface NodeCheckResult {
  schema_version: 1;
  command: "node check";
  exit: ExitDocument;
  run_id: RunIdText;
  /**
   * Relative to the workspace.
   */
  run_path: string;
  verdict: Verdict;
  target: string;
  mode: NodeCheckMode;
  controls: NodeCheckControl[];
  checks: NodeCheckOutcome[];
}
/**
 * A host that lies, held against a check before anything else; seen where the check failed.
 */
export interface NodeCheckControl {
  fault: string;
  check: string;
  seen: boolean;
}
export interface NodeCheckOutcome {
  id: string;
  title: string;
  status: NodeCheckStatus;
  reason: string | null;
  required: boolean;
  /**
   * How each that was asked by itself fared; absent where there was one.
   */
  nodes?: NodeCheckNode[];
  severity: NodeCheckSeverity;
}
/**
 * What node plan prints, and node upgrade without --apply: the plan.
 */
export interface NodePlanResult {
  schema_version: 1;
  command: "node plan" | "node upgrade";
  exit: ExitDocument;
  plan: NodeUpgradePlan;
}
/**
 * What node rollback prints without --apply: what would be put back in which order, from which backup, and what would be lost.
 */
export interface NodeRollbackPlanResult {
  schema_version: 1;
  command: "node rollback";
  exit: ExitDocument;
  upgrade: RunIdText1;
  target: string;
  strategy: string;
  /**
   * The release that the upgrade led to.
   */
  from: string;
  /**
   * The release before it.
   */
  to: string;
  /**
   * Where the upgrade stands.
   */
  state: string;
  steps: NodeRollbackStep[];
  nodes: NodeRollbackNode[];
  /**
   * Nodes that take no writes now, until they are let in on the way back.
   */
  fenced: string[];
  /**
   * The command that puts all this back.
   */
  next: string;
}
export interface NodeRollbackStep {
  id: string;
  act: string;
  node: string;
  does: string;
}
export interface NodeRollbackNode {
  name: string;
  /**
   * They stay as the new release leaves them, its backup takes their place or did so already, or users are led back to the old node, which has those of then.
   */
  data: "kept" | "restored" | "beside";
  /**
   * Why its backup is put back, or that it was; null where neither is so.
   */
  why: string | null;
  /**
   * Relative to the workspace; it was found whole just now. Null where none is put back.
   */
  backup: string | null;
  /**
   * What was written since is lost; null where nothing is.
   */
  backup_at: Timestamp | null;
  /**
   * From its stop until it was ready, on the way to the new release; null where it was not stopped, or is not ready yet.
   */
  stood_still_ms: number | null;
  /**
   * What of it the token sees; null where nothing is lost, or nobody could look.
   */
  lost: NodeRollbackLoss | null;
  /**
   * Why nobody could look; of a backup that was put back already where the data lie that it replaced.
   */
  unknown: string | null;
}
export interface NodeRollbackLoss {
  new_repositories: string[];
  /**
   * Whose refs are other ones now, of those whose refs were taken down.
   */
  changed_repositories: string[];
  /**
   * They come back.
   */
  deleted_repositories: string[];
  /**
   * Of what there are more or fewer than then, in words: tokens, keys, hooks.
   */
  accounts: string[];
}
/**
 * What node status prints: the nodes as they are, and the upgrades of the workspace with what is left to do.
 */
export interface NodeStatusResult {
  schema_version: 1;
  command: "node status";
  exit: ExitDocument;
  target: string;
  nodes: NodeStatusRow[];
  upgrades: NodeStatusUpgrade[];
}
export interface NodeStatusRow {
  name: string;
  answers: boolean;
  ready: boolean;
  version: string | null;
  schema_version: number | null;
  synced: boolean | null;
  height: number | null;
  leader: boolean | null;
}
export interface NodeStatusUpgrade {
  upgrade: RunIdText;
  strategy: string;
  from: string;
  to: string;
  state: string;
  /**
   * A process drives it at this moment.
   */
  driven: boolean;
  /**
   * The command that goes on; null where nothing is left to do, or a process is at it.
   */
  next: string | null;
}
/**
 * What node upgrade and node rollback print: the state, each node, what failed, and the next command.
 */
export interface NodeUpgradeResult {
  schema_version: 1;
  command: "node upgrade" | "node rollback";
  exit: ExitDocument;
  run_id: RunIdText;
  /**
   * Relative to the workspace.
   */
  run_path: string;
  verdict: Verdict;
  upgrade: RunIdText2;
  target: string;
  strategy: string;
  from: string;
  to: string;
  state: NodeUpgradeState;
  nodes: NodeUpgradeProgress[];
  /**
   * Steps that failed, and why.
   */
  failed: string[];
  /**
   * Steps of this run that asked checks, in their order; absent in results of earlier versions.
   */
  checks?: NodeUpgradeChecks[];
  /**
   * The command that goes on from here; null where nothing is left to do.
   */
  next: string | null;
}
export interface NodeUpgradeProgress {
  name: string;
  state: "untouched" | "under_way" | "upgraded" | "restored" | "unknown";
}
export interface NodeUpgradeChecks {
  step: string;
  when: NodeStepTime;
  node: string | null;
  state: NodeStepEnd;
  checks: NodeUpgradeCheck[];
  file: RelativePathText2;
}
export interface NodeUpgradeCheck {
  id: string;
  status: NodeCheckStatus;
  reason: string | null;
}
/**
 * Which promises of the provider contract one provider keeps. What was not tried is skipped and never counts as kept.
 */
export interface ProviderContractResult {
  schema_version: 1;
  command: "provider contract";
  exit: ExitDocument;
  provider: ProviderName1;
  /**
   * Whether real calls were made.
   */
  live: boolean;
  cases: ProviderContractCase[];
}
export interface ProviderContractCase {
  name: string;
  status: ProviderContractStatus;
  duration_ms: number;
  detail: string;
}
/**
 * How far the probe of each provider got, worst verdict first in exit.
 */
export interface ProviderHealthResult {
  schema_version: 1;
  command: "provider health";
  exit: ExitDocument;
  providers: ProviderHealth[];
}
/**
 * What one provider is, needs and promises.
 */
export interface ProviderInfoResult {
  schema_version: 1;
  command: "provider info";
  exit: ExitDocument;
  profile: ProviderProfile;
  diagnosis: ProviderDiagnosis;
  /**
   * What the provider promises about its data; null when it is not registered.
   */
  descriptor: {} | null;
  written?: ProviderStarters;
}
/**
 * Files to start from, where they were asked for.
 */
export interface ProviderStarters {
  /**
   * What they were made of: server for its own configuration, or the built-in translator by name.
   */
  source: string;
  /**
   * Path of the translator that was written.
   */
  translator?: string;
  /**
   * Path of the benchmark inputs that were written.
   */
  input?: string;
}
/**
 * Every known provider, registered or not. Value-free; nothing is dialled.
 */
export interface ProviderListResult {
  schema_version: 1;
  command: "provider list";
  exit: ExitDocument;
  providers: ProviderDiagnosis[];
}
/**
 * What `run --plan` prints: what each item of a job would do. Nothing was made.
 */
export interface RunPlanResult {
  schema_version: 1;
  command: "run";
  exit: ExitDocument;
  job: string;
  plan_sha256: DigestText7;
  items: RunPlanItem[];
  /**
   * Whether a bundle would be published.
   */
  bundle: boolean;
}
export interface RunPlanItem {
  item_id: string;
  step_id: string;
  /**
   * The step, with its cell of the matrix.
   */
  name: string;
  use: string;
  cell: {};
  needs: string[];
  when: "success" | "failure" | "always";
  required: boolean;
  /**
   * Nothing runs beside it.
   */
  exclusive: boolean;
  providers: string[];
  operations: string[];
  /**
   * A whole number of ms, s, m or h.
   */
  timeout?: string;
  summary: Summary;
  /**
   * What may keep the step from doing what it is for; it runs all the same.
   */
  warnings?: string[];
  /**
   * Folders and patterns of files, below the folder of the run or the cwd of the step.
   */
  outputs: string[];
}
/**
 * What `run` prints: one job, its items in plan order, where the run and its bundle are.
 */
export interface RunJobResult {
  schema_version: 1;
  command: "run";
  exit: ExitDocument;
  job: string;
  run_id: RunIdText;
  run_path: RelativePathText;
  verdict: Verdict;
  items: RunJobItem[];
  bundle: RunJobBundle | null;
}
export interface RunJobItem {
  item_id: string;
  step_id: string;
  cell: {};
  state: VerdictStateText;
  reason: string;
}
export interface RunJobBundle {
  path: string;
  complete: boolean;
  verified: boolean;
  excluded_count: number;
  /**
   * What of the run is not in the bundle, and by which rule.
   */
  excluded: ExcludedFile[];
}
/**
 * What `runs bundle` published: where, what it holds, what was left out and why.
 */
export interface RunsBundleResult {
  schema_version: 1;
  command: "runs bundle";
  exit: ExitDocument;
  run_id: RunIdText;
  /**
   * Relative to the workspace where the bundle lies inside it.
   */
  path: string;
  safe_to_attach: true;
  /**
   * What the run itself came to, as its manifest says; null where it came to no end. A good bundle of a bad run is no good run.
   */
  verdict?: VerdictStateText | null;
  complete: boolean;
  incomplete_because: IncompleteReason[];
  included_count: number;
  excluded_count: number;
  excluded: ExcludedFile[];
  redactions: {
    [k: string]: number;
  };
  payload_bytes: number;
  evidence_manifest_sha256: DigestText;
  tag_manifest_sha256: DigestText8;
  signed_by: BundleSignature | null;
  /**
   * What --since told of the other runs; null without it.
   */
  ledger?: LedgerSummary | null;
  archive?: BundleArchive;
  /**
   * With --replace: archives of the bundle before, which held what this one replaced.
   */
  removed_archives?: string[];
  /**
   * Commands to run now.
   */
  next: string[];
}
export interface BundleSignature {
  /**
   * SHA-256 of the public key's SPKI form.
   */
  key_id: string;
}
/**
 * With --archive: the same bundle as one file.
 */
export interface BundleArchive {
  /**
   * Relative to the workspace where it lies inside it.
   */
  path: string;
  sha256: DigestText;
  size_bytes: number;
}
export interface BundleArchive1 {
  /**
   * Relative to the workspace where it lies inside it.
   */
  path: string;
  sha256: DigestText;
  size_bytes: number;
}
/**
 * What `runs cleanup` prints: the plan, and with --yes what became of it.
 */
export interface RunsCleanupResult {
  schema_version: 1;
  command: "runs cleanup";
  exit: ExitDocument;
  dry_run: boolean;
  keep: number;
  selected_count: number;
  /**
   * What the selected entries take. Absent in results of earlier versions.
   */
  selected_bytes?: number;
  removed_count: number;
  kept_count: number;
  failed_count: number;
  entries: CleanupEntry[];
}
export interface CleanupEntry {
  /**
   * Run id, or the name of an entry that is no run, such as `.state/upgrades/RUN` for the backups of an upgrade.
   */
  run_id: string;
  action: "delete" | "keep" | "skip";
  reason: string;
  size_bytes: number;
  error?: string;
}
/**
 * What `runs compare` prints: one comparison a candidate, and the one verdict over all of them.
 */
export interface RunsCompareResult {
  schema_version: 1;
  command: "runs compare";
  exit: ExitDocument;
  verdict: Verdict;
  /**
   * @minItems 1
   */
  comparisons: RunComparison[];
}
/**
 * What `runs index` prints: the list with digests and the commands to go on with.
 */
export interface RunsIndexResult {
  schema_version: 1;
  command: "runs index";
  exit: ExitDocument;
  workspace: string;
  filters: RunFiltersEcho;
  entry_count: number;
  /**
   * Runs that fit and are older than those shown.
   */
  more_count: number;
  issue_count: number;
  issues: RunIssueEntry[];
  entries: RunIndexEntry[];
}
/**
 * The filters as given.
 */
export interface RunFiltersEcho {
  [k: string]: string | string[];
}
export interface RunIssueEntry {
  name: string;
  reason:
    | "manifest_missing"
    | "manifest_unreadable"
    | "manifest_encoding"
    | "manifest_json"
    | "manifest_schema"
    | "manifest_version"
    | "run_id_mismatch"
    | "foreign_name"
    | "symlink"
    | "not_a_directory"
    | "journal_broken"
    | "staging_abandoned"
    | "trash_pending"
    | "ledger_contradiction"
    | "run_missing";
  detail: string;
}
/**
 * One run as a list shows it.
 */
export interface RunEntry {
  run_id: RunIdText;
  kind: RunKind;
  status: ShownStatusText;
  manifest_status: RunStatus;
  verdict: VerdictStateText | null;
  exit_code: number | null;
  provider: string;
  capability: string;
  operation: string;
  created_at: Timestamp;
  duration_ms: number | null;
  event_count: number;
  artifact_count: number;
  failure_summary: string | null;
  provenance: Provenance | null;
  path: RelativePathText;
}
/**
 * What was tried, who asked for it and what its owner calls it. Runs of earlier versions have none.
 */
export interface Provenance {
  source: SourceState | null;
  ci: CiRun | null;
  /**
   * Name of the job file's job.
   */
  job: string | null;
  labels: Labels;
  note: string | null;
}
/**
 * The git checkout of the working directory, or what the CI service says of it.
 */
export interface SourceState {
  commit: string | null;
  branch: string | null;
  /**
   * Tracked files differ from the commit, as in `git describe --dirty`; null where git was not asked.
   */
  dirty: boolean | null;
}
export interface CiRun {
  provider: string;
  url: string | null;
  job: string | null;
}
export interface Labels {
  [k: string]: string;
}
export interface RunIndexFacts {
  capabilities: string[];
  artifact_types: string[];
  input_digest: DigestText | null;
  result_digest: DigestText | null;
  rerun_command: string;
  bundle_command: string | null;
  bundle_path: string | null;
  recovery_command: string | null;
}
/**
 * What `runs ledger` prints: what was recorded of every run, a checkpoint, and where the workspace says otherwise.
 */
export interface RunsLedgerResult {
  schema_version: 1;
  command: "runs ledger";
  exit: ExitDocument;
  workspace: string;
  tree_size: number;
  root: DigestText;
  /**
   * Origin, tree size and root, three lines; keep it to check the ledger against later. null before anything was written.
   */
  checkpoint: string | null;
  /**
   * The last line is not whole: a crash, or a leaf that is being written.
   */
  torn: boolean;
  counts: LedgerCounts;
  /**
   * Runs of the workspace that have no leaf.
   */
  unledgered: RunIdText[];
  /**
   * Runs of the ledger that are gone although no cleanup removed them.
   */
  missing: RunIdText[];
  /**
   * Runs whose manifest is not the one the ledger recorded, or of which two different ends are recorded.
   */
  changed: RunIdText[];
  /**
   * Everything that does not fit; any of them makes the exit 1.
   */
  findings: LedgerFinding[];
  /**
   * Unreadable entries that are the beginning of one: what a crash leaves. They are told and are no findings.
   */
  cut_entries: number;
  check: LedgerCheck | null;
}
export interface LedgerFinding {
  code: "ledger_contradiction" | "run_missing" | "run_unreadable" | "entry_unreadable" | "ledger_missing";
  /**
   * A run, an entry by its number from 1, or the ledger itself.
   */
  subject: string;
  message: string;
}
/**
 * What became of the tree an earlier checkpoint tells of.
 */
export interface LedgerCheck {
  tree_size: number;
  root: DigestText;
  consistent: boolean;
  reason: "prefix" | "other_workspace" | "shorter" | "rewritten";
}
/**
 * What `runs list` prints: runs newest first, and every entry that is no run.
 */
export interface RunsListResult {
  schema_version: 1;
  command: "runs list";
  exit: ExitDocument;
  workspace: string;
  filters: RunFiltersEcho;
  entry_count: number;
  /**
   * Runs that fit and are older than those shown.
   */
  more_count: number;
  issue_count: number;
  issues: RunIssueEntry[];
  entries: RunEntry[];
}
/**
 * What `runs show` prints: one run with its manifest, what was in flight and what to do now.
 */
export interface RunsShowResult {
  schema_version: 1;
  command: "runs show";
  exit: ExitDocument;
  workspace: string;
  entry: RunIndexEntry;
  manifest: RunManifest;
  lease: "none" | "live" | "stalled" | "dead";
  /**
   * Steps that began and did not finish.
   */
  in_flight: string[];
  journal: JournalState;
  /**
   * Commands to run now.
   */
  next: string[];
}
/**
 * run_manifest.json: what ran, with what, how it ended, and the digest of every file.
 */
export interface RunManifest {
  schema_version: 1;
  run_id: RunIdText;
  workspace_id: string;
  kind: RunKind;
  status: RunStatus;
  outcome: Outcome | null;
  created_at: Timestamp;
  ended_at: Timestamp | null;
  /**
   * Monotonic milliseconds, summed over resumes.
   */
  duration_ms: number | null;
  command: string;
  command_argv: string[];
  package_version: string;
  versions: Versions;
  host: HostFacts;
  provider: string;
  capability: string;
  operation: string;
  providers: Names;
  capabilities: Names;
  operations: Names;
  provider_profile: {} | null;
  runtime_manifest_id: string | null;
  runtime_assets: RuntimeAssetReference[];
  runtimes?: ProviderRuntime[];
  config_profile: ConfigProfile | null;
  env_summary: EnvPresence[];
  input_summary: Summary;
  result_summary: Summary;
  counts: Counts;
  input_digest: OptionalDigest;
  input_fixture_digest: OptionalDigest;
  gate_digest: OptionalDigest;
  result_digest: OptionalDigest;
  event_count: number;
  artifact_paths: {
    [k: string]: RelativePathText;
  };
  artifacts: ArtifactRecord[];
  journal: JournalSeal | null;
  workflow_trace: TraceSeal | null;
  parents: Parent[];
  plan_sha256: OptionalDigest;
  shard: Shard | null;
  provenance?: Provenance;
  /**
   * Count by rule.
   */
  redactions: {
    [k: string]: number;
  };
  issues: Finding[];
}
export interface Outcome {
  verdict: VerdictStateText;
  exit_code: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 70 | 130 | 143;
  reason_code: string;
  reason: string;
}
export interface Versions {
  assay: string;
  node: string;
  schemas: number;
  plugins: string[];
}
/**
 * What kind of machine; no name, user or address.
 */
export interface HostFacts {
  class: "ci" | "container" | "workstation" | "unknown";
  os: string;
  arch: string;
  cpus: number;
  memory_gib: number;
  fingerprint: DigestText;
}
/**
 * A runtime asset without its place on this host. Revision, checksum and size are absent where nobody told them.
 */
export interface RuntimeAssetReference {
  schema_version: 1;
  id: string;
  path?: RelativePathText;
  cache_root?: RelativePathText;
  source: string;
  revision?: string;
  checksum?: DigestText;
  size_bytes?: number;
  local_only: boolean;
  exists: boolean;
  rebuild_command?: string;
}
/**
 * What answered as a provider, as it told itself: a second row of the same provider is a change during the run.
 */
export interface ProviderRuntime {
  provider: string;
  evidence_class?: "live" | "contract-fixture" | "synthetic";
  /**
   * provider:dialect
   */
  runtime_manifest_id?: string;
  server_version?: string;
  metadata_digest?: DigestText;
}
/**
 * That a variable was set, never to what.
 */
export interface EnvPresence {
  name: string;
  present: boolean;
  source: string;
  secret: boolean;
}
export interface ArtifactRecord {
  path: RelativePathText;
  sha256: DigestText;
  size_bytes: number;
  media_type: string;
  kind: "input" | "result" | "report" | "trace" | "log" | "artifact" | "journal" | "plan" | "item";
  origin: "assay" | "child" | "provider";
}
export interface JournalSeal {
  path: RelativePathText;
  sha256: DigestText;
  records: number;
  head: DigestText9;
}
export interface TraceSeal {
  path: RelativePathText;
  sha256: DigestText;
  status: StepStatus;
}
export interface Parent {
  run_id: RunIdText;
  relation: "resumed_from" | "merged" | "baseline" | "recomputed";
  manifest_sha256: DigestText;
}
export interface Shard {
  index: number;
  count: number;
}
export interface JournalState {
  records: number;
  torn: boolean;
  broken_at: number | null;
}
/**
 * What `runs verify` found in a bundle or a run: every check with its state, and every finding.
 */
export interface RunsVerifyResult {
  schema_version: 1;
  command: "runs verify";
  exit: ExitDocument;
  target: "bundle" | "run";
  path: string;
  run_id: RunIdText | null;
  /**
   * What the run itself came to, as its manifest says; null where it came to no end or could not be read. A good verification of a bad run is no good run.
   */
  verdict?: VerdictStateText | null;
  /**
   * What the evidence says of itself; null where it could not be read.
   */
  complete: boolean | null;
  first_bad_path: string | null;
  checks: VerifyCheck[];
  /**
   * @maxItems 1000
   */
  findings: VerifyFinding[];
  /**
   * All of them; the list stops at 1000.
   */
  finding_count: number;
  file_count: number;
  payload_bytes: number;
  signed: VerifySignature;
  /**
   * Of a bundle: the shell block that checks it with ordinary tools, as VERIFY.md should have it.
   */
  without_assay?: string;
}
export interface VerifyCheck {
  name: string;
  ok: boolean;
  cryptographic: boolean;
  detail?: string;
}
export interface VerifyFinding {
  check: string;
  code: string;
  message: string;
  path?: string;
}
export interface VerifySignature {
  present: boolean;
  /**
   * null when no key was given to check it with.
   */
  verified: boolean | null;
  /**
   * The key it names, SHA-256 of the SPKI form.
   */
  key_id: string | null;
}
/**
 * What `validate` prints: each file, what it is, and everything wrong with it.
 */
export interface ValidateResult {
  schema_version: 1;
  command: "validate";
  exit: ExitDocument;
  files: ValidatedFile[];
}
export interface ValidatedFile {
  file: string;
  /**
   * Null where nothing tells what the file is.
   */
  kind: string | null;
  valid: boolean;
  issues: ValidatedFileIssue[];
}
export interface ValidatedFileIssue {
  pointer: string;
  rule: string;
  message: string;
  line?: number;
  column?: number;
}
/**
 * What came in while `webhook listen` ran.
 */
export interface WebhookListenResult {
  schema_version: 1;
  command: "webhook listen";
  exit: ExitDocument;
  url: string;
  /**
   * Events that count; all when empty.
   */
  expected: string[];
  wanted: number;
  /**
   * Signed deliveries of expected events that are not second ones.
   */
  counted: number;
  outcomes: ReceiverCounts;
  /**
   * How many signatures each secret made: during a rotation, whether the old one is still used.
   */
  signers: SecretUse[];
  /**
   * The first 1,000 requests.
   */
  deliveries: ReceivedRequest[];
  deliveries_left_out: number;
}
export interface ReceiverCounts {
  accepted: number;
  duplicate: number;
  replay: number;
  declined: number;
  unsigned: number;
  invalid: number;
  too_large: number;
  too_late: number;
  cut_off: number;
  misdirected: number;
}
/**
 * Use of a secret.
 */
export interface SecretUse {
  signer: string;
  deliveries: number;
}
/**
 * One request and what became of it.
 */
export interface ReceivedRequest {
  received_at: Timestamp;
  outcome:
    | "accepted"
    | "duplicate"
    | "replay"
    | "declined"
    | "unsigned"
    | "invalid"
    | "too_large"
    | "too_late"
    | "cut_off"
    | "misdirected";
  /**
   * HTTP status of the answer.
   */
  status: number;
  event: string | null;
  delivery_id: string | null;
  body_bytes: number | null;
  body_sha256: DigestText | null;
  signer: string | null;
  /**
   * A word for why it was not accepted.
   */
  reason: string | null;
}
/**
 * What `webhook verify` found of one delivery. No secret and no part of the body.
 */
export interface WebhookVerifyResult {
  schema_version: 1;
  command: "webhook verify";
  exit: ExitDocument;
  brand: string;
  /**
   * As the headers say; null without headers.
   */
  event: string | null;
  delivery_id: string | null;
  body_bytes: number;
  body_sha256: DigestText;
  checks: SignatureCheck[];
  /**
   * What would make a signature fit that does not: each was tried and does.
   */
  explanations: MismatchExplanation[];
}
/**
 * One signature of the delivery.
 */
export interface SignatureCheck {
  scheme: "hmac-sha256" | "standard-webhooks";
  status: "verified" | "mismatch" | "malformed" | "missing";
  /**
   * Name of the variable or file whose secret fits.
   */
  signer: string | null;
  reason: string;
}
/**
 * Changes that together make the signature fit, and whose secret it is then.
 */
export interface MismatchExplanation {
  changes: string[];
  signer: string;
  message: string;
}
/**
 * One line of steps.ndjson: what one action changed. Names and units of the entries stand in world.json.
 */
export interface RolloutStep {
  episode: number;
  stratum: string;
  /**
   * From 0 in each episode.
   */
  step: number;
  state: number[];
  goal: number[];
  /**
   * As it was given; what lies beyond -1..1 is clipped by the world.
   */
  action: number[];
  /**
   * The state of the next line of the episode.
   */
  next_state: number[];
  /**
   * Minus the cost of next_state, which is 0 at best; the cost of the planners.
   */
  reward: number;
  /**
   * Whether next_state is one in which the task is done.
   */
  success: boolean;
  /**
   * The episode ends here by its rules.
   */
  terminated: boolean;
  /**
   * The episode ends here because its steps are used up.
   */
  truncated: boolean;
  /**
   * PNG of state, with its path in the folder; with --pictures.
   */
  picture?: string;
  /**
   * PNG of next_state.
   */
  next_picture?: string;
}
/**
 * What a run came to, as a webhook tells it: no paths, no measured values, no words of providers.
 */
export interface RunNotice {
  schema_version: 1;
  type: "run.ended";
  timestamp: Timestamp;
  data: NoticeData;
}
/**
 * Durations in seconds. `verdict` is null for a run that could not be closed.
 */
export interface NoticeData {
  run_id: RunIdText;
  kind: RunKind;
  command: string;
  job: string | null;
  verdict: VerdictStateText | null;
  exit: NoticeExit;
  started_at: Timestamp | null;
  ended_at: Timestamp | null;
  duration_seconds: number | null;
  counts: Counts | null;
}
/**
 * How the command ended. Its reason is left out: it may hold words of others.
 */
export interface NoticeExit {
  code: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 70 | 130 | 143;
  name: ExitNameText;
}
/**
 * Files that the owner of a machine brings: checkpoints, caches, data. It stays with its owner and may name places of one host; runs keep references without them.
 */
export interface RuntimeAssetManifest {
  /**
   * For editors only.
   */
  $schema?: string;
  schema_version: 1;
  /**
   * @minItems 1
   * @maxItems 64
   */
  assets: RuntimeAsset[];
}
export interface RuntimeAsset {
  id: string;
  /**
   * Absolute, or seen from the cache root, or without one from the folder of this file.
   */
  path: string;
  cache_root?: string;
  /**
   * scheme:name, or a URL without userinfo, query and fragment.
   */
  source: string;
  revision?: string;
  checksum?: DigestText;
  size_bytes?: number;
  /**
   * True, as when absent: runs do not tell where it lies. False: path and cache_root are relative and told.
   */
  local_only?: boolean;
  /**
   * As its owner last saw it; a run looks for itself.
   */
  exists?: boolean;
  rebuild_command?: string;
}
/**
 * What a workflow did, step by step. Safe to attach: no prompts, tensors, credentials or telemetry.
 */
export interface WorkflowTrace {
  schema_version: 1;
  workflow_id: StepIdText;
  run_id?: RunIdText;
  name: string;
  status: StepStatus;
  safe_to_attach: true;
  step_count: number;
  status_counts: StatusCounts;
  metadata: Summary;
  /**
   * @minItems 1
   */
  steps: TraceStep[];
}
export interface StatusCounts {
  pending: number;
  running: number;
  success: number;
  failed: number;
  skipped: number;
  cancelled: number;
}
export interface TraceStep {
  step_id: StepIdText;
  parent_id: StepIdText | null;
  operation: string;
  status: StepStatus;
  required: boolean;
  provider: string | null;
  capability: string | null;
  attempts: number;
  /**
   * Monotonic milliseconds.
   */
  duration_ms?: number;
  started_at?: Timestamp;
  skip_reason?: string;
  simulated?: boolean;
  error_summary?: string;
  input_artifacts: ArtifactReference[];
  output_artifacts: ArtifactReference[];
}
export interface ArtifactReference {
  label: string;
  path: RelativePathText;
  digest: DigestText;
  media_type: string;
  safe_to_attach: boolean;
}
/**
 * runs/.workspace.json: which workspace this is.
 */
export interface WorkspaceDocument {
  schema_version: 1;
  workspace_id: string;
  created_at: Timestamp;
  /**
   * Name and version of the tool.
   */
  created_by: string;
}
