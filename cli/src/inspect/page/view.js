"use strict";
// The bytes and the tree of values: what is chosen in one is lit in the other.

const model = readData();
const PER_ROW = 16;
const byId = (id) => document.getElementById(id);
const make = (name, className, text) => {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};

const state = { piece: 0, node: 0, open: new Set([0]), shown: [], row: new Map() };

// ---- bytes

const strip = new List(byId("bytes"), (row) => {
  const line = make("div", "row");
  line.append(make("span", "at", hex(row * PER_ROW, 8)));
  const end = Math.min(model.bytes.length, (row + 1) * PER_ROW);
  let at = row * PER_ROW;
  for (let piece = pieceAt(model, at); at < end && piece < model.pieces; piece++) {
    const stop = Math.min(end, model.start[piece] + model.length[piece]);
    if (stop <= at) continue;
    let text = "";
    for (let i = at; i < stop; i++) text += hex(model.bytes[i], 2) + (i + 1 < stop ? " " : "");
    const kind = model.kinds[model.kind[piece]];
    const span = make("span", "piece", text);
    span.style.background = isLit(piece) ? "" : `var(--${kind})`;
    span.classList.toggle("lit", isLit(piece));
    const isNow = isSame(piece, state.piece);
    span.classList.toggle("now", isNow);
    span.id = "piece-" + piece + "-" + row;
    span.dataset.piece = piece;
    span.role = "option";
    span.ariaSelected = String(isNow);
    span.title = `${kind} ${pathOf(model, model.node[piece])} ${textOf(model, piece)}`;
    line.append(span, " ");
    at = stop;
  }
  return line;
});

// Bits of one byte are shown as one.
const isSame = (a, b) => model.start[a] === model.start[b] && model.length[a] === model.length[b];

const isLit = (piece) =>
  state.node !== 0 && model.node[piece] >= state.node && model.node[piece] < model.end[state.node] && hasNode(piece);

const hasNode = (piece) => !["free", "unclaimed", "header"].includes(model.kinds[model.kind[piece]]);

// ---- values

const tree = new List(byId("values"), (index) => {
  const node = state.shown[index];
  const hasParts = model.end[node] > node + 1, isOpen = state.open.has(node);
  const row = make("div", "row");
  row.id = "value-" + node;
  row.dataset.node = node;
  row.role = "treeitem";
  row.ariaLevel = String(model.depth[node] + 1);
  row.ariaSelected = String(node === state.node);
  if (hasParts) row.ariaExpanded = String(isOpen);
  row.classList.toggle("now", node === state.node);
  row.style.paddingLeft = `calc(12px + ${Math.min(40, model.depth[node]) * 2}ch)`;
  row.append(make("span", "twist", hasParts ? (isOpen ? "▾" : "▸") : ""));
  row.append(make("span", "name", node === 0 ? model.name : model.names[node].replace(/^\./, "")));
  const type = model.types[model.nodeType[node]];
  if (type) row.append(make("span", "type", ": " + type));
  const value = model.values[node], piece = model.firstPiece[node];
  if (value) {
    const isBad = piece >= 0 && model.kinds[model.kind[piece]] === "fault";
    row.append(" ", make("span", isBad ? "value bad" : "value", value));
  }
  return row;
});

// The values that are seen when all that are open are.
function listValues() {
  state.shown = [];
  for (let node = 0; node < model.nodes; node = state.open.has(node) ? node + 1 : model.end[node]) state.shown.push(node);
  state.row = new Map();
  tree.setCount(state.shown.length);
}

// The row of a value: they are in their order.
function rowOf(node) {
  let low = 0, high = state.shown.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (state.shown[middle] < node) low = middle + 1; else high = middle;
  }
  return low;
}

function openTo(node) {
  let changed = false;
  for (let n = node; n !== 0; n = model.parent[n]) {
    const above = model.parent[n];
    if (!state.open.has(above)) { state.open.add(above); changed = true; }
  }
  if (changed) listValues();
}

function toggle(node, isOpen) {
  if (model.end[node] === node + 1 || state.open.has(node) === isOpen) return false;
  if (isOpen) state.open.add(node); else state.open.delete(node);
  listValues();
  return true;
}

// ---- what is chosen

function chooseNode(node, keepPiece) {
  state.node = node;
  openTo(node);
  if (!keepPiece) {
    // A value of records has no bytes of its own, but its parts have.
    let piece = -1;
    for (let n = node; n < model.end[node] && piece < 0; n++) piece = model.firstPiece[n];
    if (piece >= 0) state.piece = piece;
  }
  update();
}

function choosePiece(piece) {
  state.piece = Math.max(0, Math.min(model.pieces - 1, piece));
  chooseNode(hasNode(state.piece) ? model.node[state.piece] : 0, true);
}

function update() {
  strip.show(Math.floor(model.start[state.piece] / PER_ROW));
  tree.show(rowOf(state.node));
  const row = Math.floor(model.start[state.piece] / PER_ROW);
  const first = byId("bytes").querySelector(".now");
  byId("bytes").setAttribute("aria-activedescendant", first ? first.id : "piece-" + state.piece + "-" + row);
  byId("values").setAttribute("aria-activedescendant", "value-" + state.node);
  about();
}

function about() {
  const lines = [];
  const piece = state.piece, start = model.start[piece], length = model.length[piece];
  const say = (name, text) => {
    const part = make("span");
    part.append(make("b", "", name), " " + text);
    lines.push(part);
  };
  say("offset", `0x${hex(start, 1)} (${start}), ${length} byte${length === 1 ? "" : "s"}`);
  // Bits of one byte, one by one.
  let same = piece;
  while (same > 0 && isSame(same - 1, piece)) same--;
  for (; same < model.pieces && isSame(same, piece); same++) {
    const path = hasNode(same) ? pathOf(model, model.node[same]) : "";
    const type = model.types[model.type[same]];
    say(model.kinds[model.kind[same]], [path, type && `(${type})`, textOf(model, same)].filter(Boolean).join(" "));
  }
  if (model.to[piece]) {
    const go = make("button", "", "follow");
    go.id = "follow";
    go.onclick = () => { follow(); byId("bytes").focus(); };
    lines.push(go);
  }
  byId("about").replaceChildren(...lines);
}

function follow() {
  const to = model.to[state.piece];
  if (to) choosePiece(pieceAt(model, to)); else byId("values").focus();
}

// ---- by hand

byId("bytes").addEventListener("click", (event) => {
  const span = event.target.closest("[data-piece]");
  if (span) choosePiece(Number(span.dataset.piece));
});

byId("values").addEventListener("click", (event) => {
  const row = event.target.closest("[data-node]");
  if (!row) return;
  const node = Number(row.dataset.node);
  if (event.target.classList.contains("twist")) toggle(node, !state.open.has(node));
  chooseNode(node);
});

function nextPiece(step) {
  let piece = state.piece;
  do piece += step; while (piece >= 0 && piece < model.pieces && isSame(piece, state.piece));
  return piece;
}

byId("bytes").addEventListener("keydown", (event) => {
  const far = strip.seen * PER_ROW, start = model.start[state.piece];
  const moves = {
    ArrowDown: () => choosePiece(nextPiece(1)), ArrowRight: () => choosePiece(nextPiece(1)),
    ArrowUp: () => choosePiece(nextPiece(-1)), ArrowLeft: () => choosePiece(nextPiece(-1)),
    PageDown: () => choosePiece(pieceAt(model, Math.min(model.bytes.length - 1, start + far))),
    PageUp: () => choosePiece(pieceAt(model, Math.max(0, start - far))),
    Home: () => choosePiece(0), End: () => choosePiece(model.pieces - 1), Enter: follow,
  };
  act(moves, event);
});

byId("values").addEventListener("keydown", (event) => {
  const row = rowOf(state.node), at = (index) => state.shown[Math.max(0, Math.min(state.shown.length - 1, index))];
  const moves = {
    ArrowDown: () => chooseNode(at(row + 1)), ArrowUp: () => chooseNode(at(row - 1)),
    ArrowRight: () => { if (!toggle(state.node, true) && model.end[state.node] > state.node + 1) chooseNode(state.node + 1); else update(); },
    ArrowLeft: () => { if (!toggle(state.node, false)) chooseNode(model.parent[state.node]); else update(); },
    PageDown: () => chooseNode(at(row + tree.seen)), PageUp: () => chooseNode(at(row - tree.seen)),
    Home: () => chooseNode(0), End: () => chooseNode(at(Infinity)), Enter: () => byId("bytes").focus(),
  };
  act(moves, event);
});

function act(moves, event) {
  const move = moves[event.key];
  if (!move || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  move();
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target === byId("find")) return;
  event.preventDefault();
  byId("find").focus();
  byId("find").select();
});

byId("find").addEventListener("keydown", (event) => {
  if (event.key === "Escape") byId("values").focus();
  if (event.key !== "Enter") return;
  const wanted = byId("find").value;
  for (let i = 1; wanted && i <= model.nodes; i++) {
    const node = (state.node + i) % model.nodes;
    if (pathOf(model, node).includes(wanted)) {
      byId("found").textContent = "";
      return chooseNode(node);
    }
  }
  byId("found").textContent = wanted ? "not found" : "";
});

// ---- the start

byId("title").textContent = `${model.name}, ${model.bytes.length} bytes`;
for (const kind of new Set(Array.from(model.kind, (kind) => model.kinds[kind]))) {
  const item = make("li"), name = make("span", "", kind);
  name.style.background = `var(--${kind})`;
  item.append(name);
  byId("legend").append(item);
}
strip.setCount(Math.ceil(model.bytes.length / PER_ROW));
listValues();
chooseNode(0);
