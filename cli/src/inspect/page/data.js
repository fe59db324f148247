"use strict";
// The data of the page: bytes, pieces and values, in columns of numbers.

function readData() {
  const data = JSON.parse(document.getElementById("data").textContent);
  const bytes = fromBase64(data.bytes);
  const columns = fromBase64(data.columns);
  let at = 0;
  // Numbers of seven bits in a byte, the lowest first; the last byte has no high bit.
  const number = () => {
    let value = 0, scale = 1;
    for (;;) {
      const byte = columns[at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  };
  const column = (count, Kind, each) => {
    const numbers = new Kind(count);
    for (let i = 0; i < count; i++) numbers[i] = each(number(), i);
    return numbers;
  };
  const { pieceCount: pieces, nodeCount: nodes } = data;
  let start = 0;
  const model = {
    name: data.name, kinds: data.kinds, types: data.types, texts: data.texts, names: data.names, values: data.values,
    bytes, pieces, nodes,
    start: column(pieces, Uint32Array, (step) => (start += step)),
    length: column(pieces, Uint32Array, (value) => value),
    kind: column(pieces, Uint8Array, (value) => value),
    node: column(pieces, Uint32Array, (value) => value),
    to: column(pieces, Uint32Array, (value) => value),
    type: column(pieces, Uint32Array, (value) => value),
    text: column(pieces, Uint32Array, (value) => value),
    parent: column(nodes, Uint32Array, (value) => value),
    nodeType: column(nodes, Uint32Array, (value) => value),
  };
  model.depth = new Uint8Array(nodes);
  // The values in a value follow it: this is where they end.
  model.end = new Uint32Array(nodes);
  model.firstPiece = new Int32Array(nodes).fill(-1);
  for (let n = 1; n < nodes; n++) model.depth[n] = Math.min(255, model.depth[model.parent[n]] + 1);
  for (let n = nodes - 1; n >= 0; n--) {
    model.end[n] = Math.max(model.end[n], n + 1);
    if (n > 0) model.end[model.parent[n]] = Math.max(model.end[model.parent[n]], model.end[n]);
  }
  for (let p = pieces - 1; p >= 0; p--) {
    if (!["free", "unclaimed", "header"].includes(model.kinds[model.kind[p]])) model.firstPiece[model.node[p]] = p;
  }
  return model;
}

function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

const hex = (number, width) => number.toString(16).padStart(width, "0");

function pathOf(model, node) {
  let path = "";
  for (let n = node; n !== 0; n = model.parent[n]) path = model.names[n] + path;
  return path;
}

// The first piece that ends behind an offset.
function pieceAt(model, offset) {
  let low = 0, high = model.pieces;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (model.start[middle] + model.length[middle] > offset) high = middle; else low = middle + 1;
  }
  return low;
}

function textOf(model, piece) {
  if (model.to[piece]) return "-> 0x" + hex(model.to[piece], 1);
  const text = model.text[piece];
  return text === 0 ? model.values[model.node[piece]] : model.texts[text];
}
