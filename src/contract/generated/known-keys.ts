// Generated from schemas/ by npm run generate; do not edit.
/** A line a place in files of callers: the title, the way to it with `*` for any key or item, and the keys that are known there. */
export const KNOWN_KEYS = `ActionTranslatorDocument $schema actions candidates emit expects frame name observe provider schema_version time worlds
ActionTranslatorDocument/actions dtype flatten norm pad steps
ActionTranslatorDocument/actions/norm max mean min q01 q99 std
ActionTranslatorDocument/candidates axis
ActionTranslatorDocument/emit/* kind parameters
ActionTranslatorDocument/emit/*/parameters/* at clip const denorm object offset path plus scale slice to unit
ActionTranslatorDocument/emit/*/parameters/*/denorm max mean min q01 q99 std
ActionTranslatorDocument/emit/*/parameters/*/object/* at clip const denorm object offset path plus scale slice to unit
ActionTranslatorDocument/emit/*/parameters/*/object/*/denorm max mean min q01 q99 std
ActionTranslatorDocument/emit/*/parameters/*/object/*/object/* at clip const denorm object offset path plus scale slice to unit
ActionTranslatorDocument/frame axes camera channels const dtype every flatten from history norm object pad range repeat shape size
ActionTranslatorDocument/frame/norm max mean min q01 q99 std
ActionTranslatorDocument/frame/object/* axes camera channels const dtype every flatten from history norm object pad range repeat shape size
ActionTranslatorDocument/frame/object/*/norm max mean min q01 q99 std
ActionTranslatorDocument/frame/object/*/object/* axes camera channels const dtype every flatten from history norm object pad range repeat shape size
ActionTranslatorDocument/frame/object/*/object/*/norm max mean min q01 q99 std
ActionTranslatorDocument/frame/object/*/object/*/object/* axes camera channels const dtype every flatten from history norm object pad range repeat shape size
ActionTranslatorDocument/frame/object/*/object/*/object/*/norm max mean min q01 q99 std
ActionTranslatorDocument/observe/* axes camera channels const dtype every flatten from history norm object pad range repeat shape size
ActionTranslatorDocument/observe/*/norm max mean min q01 q99 std
ActionTranslatorDocument/observe/*/object/* axes camera channels const dtype every flatten from history norm object pad range repeat shape size
ActionTranslatorDocument/observe/*/object/*/norm max mean min q01 q99 std
ActionTranslatorDocument/observe/*/object/*/object/* axes camera channels const dtype every flatten from history norm object pad range repeat shape size
ActionTranslatorDocument/observe/*/object/*/object/*/norm max mean min q01 q99 std
ActionTranslatorDocument/observe/*/object/*/object/*/object/* axes camera channels const dtype every flatten from history norm object pad range repeat shape size
ActionTranslatorDocument/time axis path take
AlertRules $schema kind rules schema_version
AlertRules/rules/* absent for_s from_validators id measure on operator runbook scope severity threshold title
AlertRules/rules/*/measure kind metric of quantile where window_s
BenchmarkInputs $schema cases embedding_text environment generation_duration_seconds generation_prompt inputs metadata policy_info prediction_action prediction_steps reason_query score_action_candidates score_info transfer_clip transfer_fps transfer_height transfer_prompt transfer_width world_state
BenchmarkInputs/cases/* embedding_text environment generation_duration_seconds generation_prompt policy_info prediction_action prediction_steps reason_query score_action_candidates score_info transfer_clip transfer_fps transfer_height transfer_prompt transfer_width world_state
BenchmarkInputs/cases/*/environment episode id
BenchmarkInputs/cases/*/transfer_clip duration_seconds fps frames_base64 metadata path resolution
BenchmarkInputs/environment episode id
BenchmarkInputs/inputs $schema cases embedding_text environment generation_duration_seconds generation_prompt policy_info prediction_action prediction_steps reason_query score_action_candidates score_info transfer_clip transfer_fps transfer_height transfer_prompt transfer_width world_state
BenchmarkInputs/inputs/cases/* embedding_text environment generation_duration_seconds generation_prompt policy_info prediction_action prediction_steps reason_query score_action_candidates score_info transfer_clip transfer_fps transfer_height transfer_prompt transfer_width world_state
BenchmarkInputs/inputs/cases/*/environment episode id
BenchmarkInputs/inputs/cases/*/transfer_clip duration_seconds fps frames_base64 metadata path resolution
BenchmarkInputs/inputs/environment episode id
BenchmarkInputs/inputs/transfer_clip duration_seconds fps frames_base64 metadata path resolution
BenchmarkInputs/transfer_clip duration_seconds fps frames_base64 metadata path resolution
BudgetDocument $schema budgets metadata
BudgetDocument/* max_average_latency_ms max_error_count max_p95_latency_ms max_retry_count min_success_rate min_throughput_per_second operation provider
BudgetDocument/budgets/* max_average_latency_ms max_error_count max_p95_latency_ms max_retry_count min_success_rate min_throughput_per_second operation provider
Drill $schema abort blast_radius clock_scale environments expect id inject kind limits needs number objectives respond rounds runbook schema_version severity steady_state tags target title verify version
Drill/abort/* args expect probe reason
Drill/abort/*/expect/* absent changed equals exists gte in increases lte matches not_equals unchanged
Drill/blast_radius nodes_down
Drill/expect signals simulated_failure
Drill/expect/signals/* args during expect id probe within_s
Drill/expect/signals/*/expect/* absent changed equals exists gte in increases lte matches not_equals unchanged
Drill/inject/* action args
Drill/limits total_s
Drill/objectives detect_s recover_s
Drill/respond/* action answer args step text timeout_s
Drill/rounds/* expect id inject
Drill/rounds/*/expect signals simulated_failure
Drill/rounds/*/expect/signals/* args during expect id probe within_s
Drill/rounds/*/expect/signals/*/expect/* absent changed equals exists gte in increases lte matches not_equals unchanged
Drill/rounds/*/inject/* action args
Drill/steady_state consecutive every_ms probes
Drill/steady_state/probes/* args during expect id probe within_s
Drill/steady_state/probes/*/expect/* absent changed equals exists gte in increases lte matches not_equals unchanged
Drill/target disk drain_delay env files hook_schedule kind nodes receivers release repositories runs secrets servers setup standalone tls tokens
Drill/target/disk bytes path
Drill/target/files/* path text
Drill/target/receivers/* id repo same_body secrets tls
Drill/target/servers/* id service
Drill/target/setup/* argv
Drill/verify/* args during expect id probe within_s
Drill/verify/*/expect/* absent changed equals exists gte in increases lte matches not_equals unchanged
EvalSuiteFile $schema cases environments gates kind n name question schema_version
EvalSuiteFile/cases/* expect id input operation
EvalSuiteFile/cases/*/expect/* equals finite near order path range shape
EvalSuiteFile/cases/*/expect/*/near tol value
EvalSuiteFile/gates/* metric require
EvalSuiteFile/gates/*/require ci_high ci_low estimate
EvalSuiteFile/gates/*/require/ci_high eq gt gte lt lte
EvalSuiteFile/gates/*/require/ci_low eq gt gte lt lte
EvalSuiteFile/gates/*/require/estimate eq gt gte lt lte
GateDocument $schema defaults kind rules schema_version waivers
GateDocument/defaults alpha correction max_error_share max_n min_n on_inconclusive on_missing
GateDocument/rules/* id metric non_inferior ratio require select severity superior versus
GateDocument/rules/*/non_inferior margin
GateDocument/rules/*/ratio max noise_floor
GateDocument/rules/*/require ci_high ci_low estimate
GateDocument/rules/*/require/ci_high eq gt gte lt lte
GateDocument/rules/*/require/ci_low eq gt gte lt lte
GateDocument/rules/*/require/estimate eq gt gte lt lte
GateDocument/rules/*/select env kind operation planner provider stratum suite
GateDocument/rules/*/superior margin
GateDocument/waivers/* owner reason rule until
JobBenchmarkWith allow_cross_machine allow_skip arrival baseline budget_file concurrency duration_ms gate input_file iterations max_in_flight no_gate operations preset providers rate repeats require_run threshold translator warmup
JobDoctorWith capability registered_only strict
JobDrillWith all apply clock_scale confirm drills fail_fast files require_run seed sham shard tags target
JobEvalWith allow_skip baseline concurrency env episode fail_fast gate max_error_share max_model_evals max_n max_suite_time_ms n no_gate operation planner providers seed size suite threshold time_limit_ms translator until_decided workers
JobExecWith argv cwd env outputs
JobHealthWith providers
JobNodeBaselineWith fenced target window_ms
JobNodeCheckWith baseline every_ms for_ms mode older_than_ms only rolled_back skip sweep target to
JobNodeUpgradeWith abort accept_changes accept_halt apply confirm finalise max_parallel no_window observe_ms pause_after plan release resume stable_ms strategy target to traffic_window window_ms
Job $schema bundle concurrency defaults inputs name schema_version steps
Job/concurrency providers total
Job/defaults required timeout
Job/inputs/* default description type
Job/steps/* id matrix needs required timeout use when with
NodeTarget $schema adapter alias auth checks drills environment expect kind nodes objectives public_url schema_version
NodeTarget/adapter artifact_digest artifact_version backup_create backup_quiesced backup_restore backup_verify digest drain green_create green_remove green_start home images inspect install kind logs migrate output_limit_bytes releases restore_data restore_program restored_verify start stop timeout_s traffic_switch unit verify version
NodeTarget/auth account scheme token_env tokens_path username
NodeTarget/checks hook_targets_allowed mutate receiver required skip
NodeTarget/checks/receiver listen public_url
NodeTarget/drills actions allow nodes_down
NodeTarget/expect binary_sha256 block_time_ms brand config_keys health_ok metric_families rate schema_version version
NodeTarget/expect/rate anonymous authenticated
NodeTarget/nodes/* base_url green_url metrics_url name token_env validator weight
NodeTarget/objectives git_large_s read_p99_ms ready_within_s rto_s
Profile $schema name operations output_format providers retry_preset run_workspace runtime_cache_roots schema_version state_dir timeout_preset
ProviderDefinitions $schema providers schema_version
ProviderDefinitions/providers/* base_url capabilities command deterministic env idempotent module name token_env transport
RuntimeAssetManifest $schema assets schema_version
RuntimeAssetManifest/assets/* cache_root checksum exists id local_only path rebuild_command revision size_bytes source`
