# The loom in a container that holds nothing else: pages, hub, agent tools and the command behind one port.
#   deno task compile && docker build -t loom .
#   docker run --rm loom token                                  # a token, for what reaches the port
#   docker run --rm --read-only -e LOOM_BRIDGE_TOKEN -p 127.0.0.1:8080:8080 -v "$PWD/looms:/data" \
#     --user "$(id -u):$(id -g)" loom
#   docker run --rm -v "$PWD:/data" loom validate door.smdf.json
# `loom docker up` does the first three.

# Any image with the C library of Debian 12 or newer.
ARG BASE=gcr.io/distroless/cc-debian12:nonroot
FROM ${BASE}
COPY --chmod=755 dist/loom dist/loom-hub dist/loom-mcp /usr/local/bin/
COPY dist/THIRD_PARTY_LICENSES.md LICENSE /usr/local/share/doc/loom/
# With a first document a new volume gets its owner.
COPY --chown=65532:65532 examples/door.smdf.json /data/statemachine.smdf.json
WORKDIR /data
USER 65532:65532
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=10s CMD ["/usr/local/bin/loom", "health", "http://127.0.0.1:8080"]
ENTRYPOINT ["/usr/local/bin/loom"]
CMD ["serve", "statemachine.smdf.json", "--mcp", "--host", "0.0.0.0", "--port", "8080", "--root", "/data"]
