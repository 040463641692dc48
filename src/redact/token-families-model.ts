/** Services that host models and the tools around them. See `token-family.ts` for the columns. */
export const MODEL_FAMILIES = String.raw`
openai-key | sk-proj- sk-svcacct- sk-admin- sk-None- | [\w-]{20,} | platform.openai.com/docs/api-reference/authentication
secret-key-prefix | sk- | (?=[A-Za-z]*\d)[A-Za-z0-9]{20,} | platform.openai.com/docs/api-reference/authentication
anthropic-key | sk-ant- | [\w-]{20,} | docs.claude.com/en/api
openrouter-key | sk-or- | [\w-]{20,} | openrouter.ai/docs/api-reference/authentication
langfuse-key | sk-lf- | [a-f0-9-]{36} | langfuse.com/docs
langsmith-key | lsv2_pt_ lsv2_sk_ | [a-f0-9]{32}_[a-f0-9]{10} | docs.langchain.com/langsmith
huggingface-token | hf_ api_org_ | [A-Za-z0-9]{30,} | huggingface.co/docs/hub/security-tokens
xai-key | xai- | [A-Za-z0-9]{60,} | docs.x.ai
groq-key | gsk_ | [A-Za-z0-9]{40,} | console.groq.com/docs
perplexity-key | pplx- | [A-Za-z0-9]{40,} | docs.perplexity.ai
replicate-token | r8_ | [A-Za-z0-9]{37} | replicate.com/docs/topics/security/api-tokens
nvidia-key | nvapi- | [\w-]{40,} | docs.api.nvidia.com
runway-key | key_ | [a-f0-9]{128} | docs.dev.runwayml.com
fireworks-key | fw_ | (?=[A-Za-z]*\d)[A-Za-z0-9]{20,} | docs.fireworks.ai
cerebras-key | csk- | [a-z0-9]{40,} | inference-docs.cerebras.ai
together-key | tgp_v1_ | [\w-]{40,} | docs.together.ai
elevenlabs-key | sk_ | [a-f0-9]{48} | elevenlabs.io/docs/api-reference/authentication
modal-token | ak- as- | (?=[A-Za-z]*\d)[A-Za-z0-9]{22} | modal.com/docs/guide/service-users
wandb-key | wandb_v1_ | [\w-]{40,} | docs.wandb.ai
voyage-key | pa- | (?=[\w-]{0,42}\d)[\w-]{43} | docs.voyageai.com
tavily-key | tvly- | [\w-]{20,} | docs.tavily.com
jina-key | jina_ | [A-Za-z0-9_-]{50,} | jina.ai/api-dashboard
firecrawl-key | fc- | [a-f0-9]{32} | docs.firecrawl.dev
anyscale-key | esecret_ aph0_ | [A-Za-z0-9_-]{20,} | docs.anyscale.com
luma-key | luma- | [a-f0-9]{8}-[a-f0-9-]{27,} | docs.lumalabs.ai
`
