/** Services that host models and the tools around them. See `token-families.ts` for the columns. */
export const MODEL_FAMILIES = String.raw`
openai-key | sk-proj- sk-svcacct- sk-admin- sk-None- | [\w-]{20,} | platform.openai.com/docs/api-reference/authentication
secret-key-prefix | sk- | (?=[A-Za-z]{0,99}[A-Z\d])[A-Za-z0-9]{20,} | platform.openai.com/docs/api-reference/authentication
anthropic-key | sk-ant- | [\w-]{20,} | docs.claude.com/en/api
openrouter-key | sk-or- | [\w-]{20,} | openrouter.ai/docs/api-reference/authentication
langfuse-key | sk-lf- pk-lf- | [a-f0-9-]{36} | langfuse.com/docs
langsmith-key | lsv2_pt_ lsv2_sk_ | [a-f0-9]{32}_[a-f0-9]{10} | docs.langchain.com/langsmith
huggingface-token | hf_ api_org_ | [A-Za-z0-9]{30,} | huggingface.co/docs/hub/security-tokens
xai-key | xai- | [A-Za-z0-9]{60,} | docs.x.ai
groq-key | gsk_ | [A-Za-z0-9]{40,} | console.groq.com/docs
perplexity-key | pplx- | [A-Za-z0-9]{40,} | docs.perplexity.ai
replicate-token | r8_ | [A-Za-z0-9]{37} | replicate.com/docs/topics/security/api-tokens
nvidia-key | nvapi- | [\w-]{40,} | docs.api.nvidia.com
runway-key | key_ | [a-f0-9]{128} | docs.dev.runwayml.com
fireworks-key | fw_ | (?=[A-Za-z]{0,99}[A-Z\d])[A-Za-z0-9]{20,} | docs.fireworks.ai
cerebras-key | csk- | [a-z0-9]{40,} | inference-docs.cerebras.ai
together-key | tgp_v1_ | [\w-]{40,} | docs.together.ai
elevenlabs-key | sk_ | [a-f0-9]{32,64} | elevenlabs.io/docs/api-reference/authentication
modal-token | ak- as- | (?=[A-Za-z]{0,99}[A-Z\d])[A-Za-z0-9]{22} | modal.com/docs/guide/service-users
wandb-key | wandb_v1_ | [\w-]{40,} | docs.wandb.ai
voyage-key | pa- | (?=[\w-]{0,42}\d)[\w-]{43} | docs.voyageai.com
tavily-key | tvly- | [\w-]{20,} | docs.tavily.com
jina-key | jina_ | [A-Za-z0-9_-]{50,} | jina.ai/api-dashboard
firecrawl-key | fc- | [a-f0-9]{32} | docs.firecrawl.dev
anyscale-key | esecret_ aph0_ | [A-Za-z0-9_-]{20,} | docs.anyscale.com
luma-key | luma- | [a-f0-9]{8}-[a-f0-9-]{27,} | docs.lumalabs.ai
runpod-key | rpa_ | [A-Za-z0-9]{40,} | docs.runpod.io
friendli-token | flp_ | [A-Za-z0-9]{30,} | friendli.ai/docs
predibase-token | pb_ | (?=[A-Za-z_-]{0,99}\d)[A-Za-z0-9_-]{20,} | docs.predibase.com
roboflow-key | rf_ | (?=[A-Za-z]{0,99}\d)[A-Za-z0-9]{18,} | docs.roboflow.com
llamaindex-key | llx- | [\w-]{40,} | docs.cloud.llamaindex.ai
e2b-key | e2b_ | [a-f0-9]{40} | e2b.dev/docs
apify-token | apify_api_ | [A-Za-z0-9]{30,} | docs.apify.com/platform/integrations/api
brave-key | BSA | (?=[\w-]{0,99}\d)[\w-]{24,30} | api-dashboard.search.brave.com
cartesia-key | sk_car_ | [\w-]{20,} | docs.cartesia.ai
helicone-key | sk-helicone- pk-helicone- | [\w-]{20,} | docs.helicone.ai
meshy-key | msy_ | [A-Za-z0-9]{30,} | docs.meshy.ai
tripo-key | tsk_ | [\w-]{40,} | platform.tripo3d.ai/docs
kaggle-token | KGAT_ | [a-f0-9]{32} | kaggle.com/docs/api
voiceflow-key | VF.DM. VF.WS. | [a-f0-9]{24}\.[A-Za-z0-9]{16} | docs.voiceflow.com
scrapfly-key | scp-live- scp-test- | [a-z0-9]{30,} | scrapfly.io/docs
`
