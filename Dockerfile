# The loom command, and its tools for agents, in a container that holds nothing else:
#   docker build -t loom .
#   docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/work" loom validate door.smdf.json
#   docker run --rm -i --user "$(id -u):$(id -g)" -v "$PWD:/work" --entrypoint loom-mcp loom

FROM denoland/deno:2.9.6 AS build
WORKDIR /loom
COPY . .
RUN deno task compile loom loom-mcp

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /loom/dist/loom /loom/dist/loom-mcp /usr/local/bin/
COPY --from=build /loom/dist/THIRD_PARTY_LICENSES.md /usr/local/share/doc/loom/
WORKDIR /work
ENTRYPOINT ["/usr/local/bin/loom"]
