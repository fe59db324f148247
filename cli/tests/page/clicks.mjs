// Clicks through pages that `vellum inspect --html` wrote: node clicks.mjs BROWSER SHORT LONG [PICTURE]
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { open } from "./browser.mjs";

const [program, short, long, picture] = process.argv.slice(2);
const url = (path) => pathToFileURL(path).href;
let checks = 0;
const same = (found, wanted, about) => { checks++; assert.deepEqual(found, wanted, about); };

const page = await open(program, url(short));
try {
  const value = (name) => `[...document.querySelectorAll('#values .row')].find((row) => row.querySelector('.name').textContent === ${JSON.stringify(name)})`;
  const about = () => page.evaluate("document.querySelector('footer').innerText");
  const lit = () => page.evaluate("[...document.querySelectorAll('#bytes .lit')].map((span) => span.textContent)");
  const chosen = () => page.evaluate("document.querySelector('#values .now .name').textContent");
  const focus = () => page.evaluate("document.activeElement.id");

  // A value lights its bytes up: the pointer, the length and the text.
  await page.click(value("name"));
  same(await chosen(), "name");
  same(await lit(), ["07", "03", "41 64 61"]);
  assert.match(await about(), /pointer name \(string\) -> 0x7/);

  // A byte lights its value up, and opens what it is in.
  same(await page.evaluate(`!!(${value("city")})`), false);
  const text = "[...document.querySelectorAll('#bytes .piece')].find((span) => span.textContent.startsWith('4c 6f'))";
  await page.click(text);
  same(await chosen(), "city");
  assert.match(await about(), /value home\.city \(string\) "London"/);
  same(await page.evaluate("document.querySelector('#values .now').ariaLevel"), "3");
  if (picture) writeFileSync(picture, await page.picture());

  // By keyboard: from the tree to the bytes and back, close and open, follow a pointer.
  await page.evaluate("document.getElementById('values').focus()");
  await page.press("ArrowLeft");
  same(await chosen(), "home");
  await page.press("ArrowLeft");
  same(await page.evaluate("document.querySelector('#values .now').ariaExpanded"), "false");
  await page.press("ArrowRight");
  await page.press("ArrowRight");
  same([await chosen(), await focus()], ["city", "values"]);
  await page.press("Enter");
  same(await focus(), "bytes");
  assert.match(await about(), /pointer home\.city/);
  await page.press("Enter");
  assert.match(await about(), /head home\.city/);
  await page.press("ArrowDown");
  assert.match(await about(), /"London"/);
  await page.press("Home");
  assert.match(await about(), /header version 1/);
  same(await page.evaluate("document.getElementById(document.getElementById('bytes').getAttribute('aria-activedescendant')).textContent"), "20");
  await page.press("Tab");
  same(await focus() !== "bytes", true);

  // A path is found, also one that is closed.
  await page.evaluate("document.getElementById('values').focus()");
  await page.press("/");
  same(await focus(), "find");
  await page.send("Input.insertText", { text: "bob" });
  await page.press("Enter");
  same(await chosen(), '["bob"]');
  assert.match(await page.evaluate("document.querySelector('#values .now').textContent"), /u32.*1/);
  // The text of a buffer is text, and nothing of the page.
  same(await page.evaluate("document.querySelectorAll('main img, main b').length"), 0);
  same(page.faults(), []);
} finally {
  await page.close();
}

const since = Date.now();
const other = await open(program, url(long));
try {
  const loaded = Date.now() - since;
  const rows = await other.evaluate("strip.count");
  assert.ok(rows > 600_000, `${rows} rows`);
  // The end of the bytes and of the tree can be reached.
  await other.evaluate("document.getElementById('bytes').focus()");
  await other.press("End");
  const last = await other.evaluate("[model.start[state.piece] + model.length[state.piece], model.bytes.length]");
  same(last[0], last[1]);
  same(await other.evaluate("document.querySelector('#bytes .now') !== null && document.querySelector('#values .now') !== null"), true);
  await other.evaluate("chooseNode(model.nodes - 1)");
  await other.settled();
  same(await other.evaluate("document.querySelector('#values .now').id"), await other.evaluate("'value-' + (model.nodes - 1)"));
  const moved = Date.now();
  for (let i = 0; i < 20; i++) await other.press("ArrowDown");
  console.log(`the long page: loaded in ${loaded} ms, a key takes ${(Date.now() - moved) / 20} ms`);
  assert.ok(loaded < 60_000);
  same(other.faults(), []);
} finally {
  await other.close();
}
console.log(`${checks} passed, 0 failed`);
