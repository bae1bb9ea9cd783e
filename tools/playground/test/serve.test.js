import assert from "node:assert/strict";
import { get } from "node:http";
import { fileURLToPath } from "node:url";
import test from "node:test";
import { serve } from "../serve.mjs";

test("a malformed address is refused, and the server goes on", async () => {
  const server = serve(fileURLToPath(new URL("../src", import.meta.url))).listen(0, "localhost");
  const status = (path) =>
    new Promise((resolve, reject) => {
      const request = get({ host: "localhost", port: server.address().port, path }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on("error", reject);
    });
  try {
    await new Promise((resolve) => server.once("listening", resolve));
    for (const path of ["/%", "/%ff", "//"]) assert.equal(await status(path), 400, path);
    assert.equal(await status("/../package.json"), 404);
    assert.equal(await status("/main.css"), 200);
  } finally {
    server.close();
  }
});
