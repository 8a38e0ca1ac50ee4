// Talks to /mcp as an assistant does, with the client that the protocol's authors publish: node client.mjs URL TOKEN READ-TOKEN
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [url, token, readToken] = process.argv.slice(2);

async function connected(bearer) {
  const client = new Client({ name: "berth-test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${bearer}` } },
  });
  await client.connect(transport);
  return client;
}

async function use(client, name, args) {
  const result = await client.callTool({ name, arguments: args });
  assert.match(result.content[0].text, /^Cost: /m, `${name} says what it cost`);
  return result;
}

const assistant = await connected(token);
assert.equal(assistant.getServerVersion().name, "berth");
await assistant.ping();
const { tools } = await assistant.listTools();
assert.deepEqual(
  tools.map((tool) => tool.name),
  ["whats_free", "offers", "hold", "book", "change", "cancel", "my_reservations", "why_refused"],
);

const free = await use(assistant, "whats_free", {});
assert.ok(free.structuredContent.pools.length > 0);
const job = { name: "by an assistant", stay: "PT1H", ready: new Date(Date.now() + 86_400_000).toISOString() };
const offers = await use(assistant, "offers", job);
const booked = await use(assistant, "book", { offer: offers.structuredContent.offers[0].id });
assert.ok(!booked.isError);
const id = booked.structuredContent.id;
assert.equal(booked.structuredContent.cost.charged, true);
const held = await use(assistant, "hold", { ...job, name: "held" });
const confirmed = await use(assistant, "book", { hold: held.structuredContent.offers[0].reservation });
await use(assistant, "change", { id, kind: "extend", work: "PT1H", dryRun: true });
const mine = await use(assistant, "my_reservations", {});
assert.equal(mine.structuredContent.reservations.length, 2);
for (const each of [id, confirmed.structuredContent.id]) {
  assert.equal((await use(assistant, "cancel", { id: each })).structuredContent.cost.charged, true);
}
const why = await use(assistant, "why_refused", { ...job, servers: 10_000 });
assert.ok(why.isError || why.structuredContent.refusal);
await assert.rejects(assistant.callTool({ name: "pay", arguments: {} }), /-32602/);
await assistant.close();

const reader = await connected(readToken);
const refused = await use(reader, "book", job);
assert.equal(refused.isError, true);
assert.equal(refused.structuredContent.code, "not-allowed");
assert.equal((await use(reader, "my_reservations", {})).structuredContent.reservations.length, 0);
await reader.close();

await assert.rejects(connected("wrong"), /401|nauthorized/i);
console.log(`${tools.length} tools, as the client of the protocol sees them`);
