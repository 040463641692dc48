# npm run build && npm pack && docker build -t assay .
FROM node:24-slim
COPY assay-trials-assay-*.tgz /tmp/
RUN npm install --global /tmp/assay-trials-assay-*.tgz && rm /tmp/assay-trials-assay-*.tgz
USER node
WORKDIR /work
ENTRYPOINT ["assay"]
CMD ["--help"]
