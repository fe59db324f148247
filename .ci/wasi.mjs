// Runs a program for wasm32-wasip1 as a program of this machine: `node .ci/wasi.mjs PROGRAM ARGUMENT ...`.
import { readFileSync } from "node:fs";
import process from "node:process";
import { WASI } from "node:wasi";

const [program, ...rest] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [program, ...rest], env: process.env, preopens: { "/": "/" }, returnOnExit: true });
const instance = await WebAssembly.instantiate(await WebAssembly.compile(readFileSync(program)), wasi.getImportObject());
process.exitCode = wasi.start(instance);
