/** Code hosts, package registries, build services. See `token-families.ts` for the columns. */
export const CODE_FAMILIES = String.raw`
github-token | ghp_ gho_ ghu_ ghs_ ghr_ | (?:[A-Za-z0-9]{30,}|\d{1,12}_eyJ[\w.-]{20,}) | docs.github.com/authentication | github-crc32
github-fine-grained-token | github_pat_ | \w{40,} | docs.github.com/authentication
gitlab-token | glpat- glptt- gldt- glrt- glrtr- glcbt- glimt- glft- glsoat- glffct- glagent- gloas- glwt- | [\w.-]{20,} | docs.gitlab.com/security/tokens
gitlab-runner-registration | GR1348941 | [\w-]{20,} | docs.gitlab.com/security/tokens
bitbucket-app-password | ATBB | [A-Za-z0-9]{28,} | support.atlassian.com/bitbucket-cloud
atlassian-token | ATATT3x ATCTT3x ATSTT3x | [\w=-]{40,} | support.atlassian.com/atlassian-account
npm-token | npm_ | [A-Za-z0-9]{36,} | docs.npmjs.com/about-access-tokens | github-crc32
pypi-token | pypi-AgEI pypi-AgEN | [\w-]{40,} | pypi.org/help/#apitoken
rubygems-key | rubygems_ | [a-f0-9]{48} | guides.rubygems.org/api-key-scopes
crates-token | cio | (?=[A-Za-z]{0,99}[A-Z\d])[A-Za-z0-9]{32} | crates.io/settings/tokens
nuget-key | oy2 | (?=[a-z]{0,99}\d)[a-z0-9]{43} | learn.microsoft.com/nuget
docker-token | dckr_pat_ dckr_oat_ | [\w-]{20,} | docs.docker.com/security/access-tokens
clojars-token | CLOJARS_ | [a-z0-9]{60} | github.com/clojars/clojars-web/wiki/Deploy-Tokens
artifactory-key | AKC | [A-Za-z0-9]{60,} | jfrog.com/help
artifactory-reference-token | cmVmdGtu | [A-Za-z0-9]{40,} | jfrog.com/help
sourcegraph-token | sgp_ slk_ | (?:[a-f0-9]{16}_|local_)?[A-Za-z0-9]{40,} | sourcegraph.com/docs/cli
sonar-token | sqp_ squ_ sqa_ sqco_ | [A-Za-z0-9]{40,} | docs.sonarsource.com/sonarqube-server
circleci-token | CCIPAT_ CCIPRJ_ | [A-Za-z0-9]{20,24}_[a-f0-9]{40} | circleci.com/docs/managing-api-tokens
buildkite-token | bkua_ bkat_ bkct_ | [A-Za-z0-9]{40,} | buildkite.com/docs/apis/managing-api-tokens
octopus-key | API- | (?=[A-Z]{0,99}\d)[A-Z0-9]{25,32} | octopus.com/docs/octopus-rest-api
launchdarkly-key | sdk- api- mob- | [a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[a-f0-9]{4}-[a-f0-9]{12} | launchdarkly.com/docs/home/account/api
postman-key | PMAK- | [a-f0-9]{24}-[a-f0-9]{34} | learning.postman.com/docs/developer/postman-api
readme-key | rdme_ | [a-z0-9]{70} | docs.readme.com
hosting-token | hn_ | [A-Za-z0-9]{36} | docs/hostnode.md | github-crc32
settlemint-token | sm_pat_ sm_sat_ sm_aat_ | [A-Za-z0-9]{16,} | console.settlemint.com/documentation
snyk-token | snyk_uat. snyk_sat. | [a-z0-9]{6,12}\.[\w.-]{30,} | docs.snyk.io/snyk-api/authentication-for-api
deno-token | ddp_ ddw_ ddo_ | [A-Za-z0-9]{30,} | docs.deno.com/deploy
harness-token | pat. sat. | [\w-]{20,24}\.[a-f0-9]{24}\.[A-Za-z0-9]{16,} | developer.harness.io/docs/platform/automation/api
endor-key | endr+ | [\w-]{16,} | docs.endorlabs.com
socket-token | sktsec_ | [\w-]{20,} | docs.socket.dev
portainer-token | ptr_ | [\w+/=-]{30,} | docs.portainer.io/api/access
jetbrains-token | perm: perm- | [A-Za-z0-9+/=]{4,80}\.[A-Za-z0-9+/=-]{4,80}\.[A-Za-z0-9]{16,} | jetbrains.com/help/youtrack/devportal
stackhawk-key | hawk. | [\w-]{16,24}\.[\w-]{16,24} | docs.stackhawk.com
dependency-track-key | odt_ | [A-Za-z0-9_-]{30,} | docs.dependencytrack.org
chromatic-token | chpt_ | [a-z0-9]{12,} | chromatic.com/docs
trigger-key | tr_dev_ tr_prod_ tr_stg_ tr_preview_ | [A-Za-z0-9]{18,} | trigger.dev/docs
inngest-key | signkey- | [a-z]{3,8}-[a-f0-9]{32,} | inngest.com/docs
truffle-secret | thog-secret- thog-key- | [a-f0-9]{16,} | docs.trufflesecurity.com
ionic-token | ion_ | [a-zA-Z0-9]{40,} | ionic.io/docs
bitbucket-data-center-token | BBDC- | [\w+/@-]{36,50} | confluence.atlassian.com/bitbucketserver
`
