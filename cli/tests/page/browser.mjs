// A browser without a window, by its debugging protocol over two pipes.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function open(program, url) {
  const profile = mkdtempSync(join(tmpdir(), "vellum-page-"));
  const options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
    "--window-size=1280,800", `--user-data-dir=${profile}`, "--remote-debugging-pipe", "about:blank"];
  const child = spawn(program, options, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const waiting = new Map(), events = [];
  let number = 0, rest = "", session;
  child.stdio[4].setEncoding("utf8").on("data", (data) => {
    const parts = (rest + data).split("\0");
    rest = parts.pop();
    for (const part of parts) {
      const message = JSON.parse(part);
      if (!message.id) { events.push(message); continue; }
      const { resolve, reject } = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) reject(new Error(message.error.message)); else resolve(message.result);
    }
  });
  const send = (method, params = {}) => new Promise((resolve, reject) => {
    const id = ++number;
    waiting.set(id, { resolve, reject });
    child.stdio[3].write(JSON.stringify({ id, method, params, sessionId: session }) + "\0");
  });
  const close = async () => {
    child.kill();
    await ended;
    // The browser's other processes end after it, and write until they do.
    for (let i = 0; i < 50; i++) {
      try { return rmSync(profile, { recursive: true, force: true }); } catch { await new Promise((resolve) => setTimeout(resolve, 100)); }
    }
    console.error(`${profile} is left behind`);
  };
  try {
    // A busy machine takes a while to have a page, and to leave the empty one for ours.
    const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
    let page;
    for (let i = 0; i < 600 && !page; i++) {
      page = (await send("Target.getTargets")).targetInfos.find((info) => info.type === "page");
      if (!page) await pause();
    }
    if (!page) throw new Error("the browser has no page");
    session = (await send("Target.attachToTarget", { targetId: page.targetId, flatten: true })).sessionId;
    await send("Runtime.enable");
    await send("Page.enable");
    await send("Page.navigate", { url });
    const evaluate = async (expression) => {
      const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    };
    // What moves a list tells it in the next frame.
    const settled = () => evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    const loaded = async () => {
      for (let i = 0; i < 600; i++) {
        // While the page changes, there is nothing to ask.
        const isThere = await evaluate("document.readyState === 'complete' && location.href !== 'about:blank'").catch(() => false);
        if (isThere) return settled();
        await pause();
      }
      throw new Error("the page was not loaded");
    };
    const click = async (find) => {
      const box = await evaluate(`(() => { const box = (${find}).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()`);
      for (const type of ["mousePressed", "mouseReleased"]) {
        await send("Input.dispatchMouseEvent", { type, x: box[0], y: box[1], button: "left", clickCount: 1 });
      }
      await settled();
    };
    const press = async (key) => {
      const text = key.length === 1 ? key : key === "Enter" ? "\r" : undefined;
      const code = { Enter: 13, Tab: 9, ArrowUp: 38, ArrowDown: 40, ArrowLeft: 37, ArrowRight: 39, Home: 36, End: 35 }[key] ?? 0;
      const about = { key, code: key, text, windowsVirtualKeyCode: code };
      await send("Input.dispatchKeyEvent", { type: "keyDown", ...about });
      await send("Input.dispatchKeyEvent", { type: "keyUp", ...about });
      await settled();
    };
    const faults = () => events.filter((event) => event.method === "Runtime.exceptionThrown" || (event.method === "Log.entryAdded")).map((event) => JSON.stringify(event.params));
    const picture = async () => Buffer.from((await send("Page.captureScreenshot", { format: "png" })).data, "base64");
    await loaded();
    return { evaluate, click, press, picture, faults, send, settled, close };
  } catch (error) {
    await close();
    throw error;
  }
}
