"use strict";
// A list of any length, of which only the rows are made that are seen.

const ROW = 20;
// Browsers do not scroll elements of any height.
const TALLEST = 8e6;

class List {
  // `make(index)` gives the element of a row.
  constructor(element, make) {
    this.element = element;
    this.make = make;
    this.count = 0;
    this.first = 0;
    this.room = element.appendChild(document.createElement("div"));
    this.room.className = "room";
    this.rows = element.appendChild(document.createElement("div"));
    this.rows.className = "rows";
    element.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(element);
  }

  get seen() { return Math.max(1, Math.floor(this.element.clientHeight / ROW)); }

  get height() { return Math.min(this.count * ROW, TALLEST); }

  setCount(count) {
    this.count = count;
    this.room.style.height = this.height + "px";
    this.draw();
  }

  // The number of the row at the top, in between if the list is scrolled so.
  top() {
    const most = Math.max(1, this.height - this.element.clientHeight);
    const last = Math.max(0, this.count - this.element.clientHeight / ROW);
    return Math.min(1, this.element.scrollTop / most) * last;
  }

  draw() {
    const top = this.top();
    this.first = Math.floor(top);
    const rows = [];
    for (let i = this.first; i < Math.min(this.count, this.first + this.seen + 2); i++) rows.push(this.make(i));
    this.rows.replaceChildren(...rows);
    this.rows.style.transform = `translateY(${this.element.scrollTop - (top - this.first) * ROW}px)`;
  }

  // Scrolls so far that a row is seen.
  show(index) {
    const top = this.top(), seen = this.element.clientHeight / ROW;
    if (index < top || index + 1 > top + seen) {
      const wanted = Math.min(Math.max(0, index - Math.floor(seen / 3)), Math.max(0, this.count - seen));
      const last = Math.max(1, this.count - seen);
      this.element.scrollTop = (wanted / last) * Math.max(0, this.height - this.element.clientHeight);
    }
    this.draw();
  }
}
