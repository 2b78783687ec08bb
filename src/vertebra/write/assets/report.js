"use strict";
// Everything that comes from a page enters the document as text, never as markup.

const NUMBERS = ["words", "links", "nodes", "boxes", "problems"];
const MOST_COLUMNS = 6; // facts of the caller that become columns
const SVG = "http://www.w3.org/2000/svg";
const $ = (id) => document.getElementById(id);
const data = (what) => [...document.querySelectorAll(`script[data-${what}]`)];
const parsed = (what) => data(what).map((element) => JSON.parse(element.textContent));
const shown = (value) => (typeof value === "number" ? value.toLocaleString("en") : String(value));
const titled = (name) => (name.length > 3 ? name.charAt(0).toUpperCase() + name.slice(1) : name); // but "ms"

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

// ---- The table of pages -----------------------------------------------------------------------

const rows = parsed("row").map((row, number) => ({ ...row, number, facts: new Map(row.facts) }));
const failures = parsed("failure");
const details = data("details");
const pictures = data("picture");
const columns = findColumns();
const table = { order: rows, column: null, descending: false };

for (const row of rows) {
  const parts = [row.name, row.title, row.url, ...row.codes, ...[...row.facts.values()].map(String)];
  row.haystack = parts.join("\n").toLowerCase();
}

function findColumns() {
  const keys = [...new Set(rows.flatMap((row) => [...row.facts.keys()]))].slice(0, MOST_COLUMNS);
  const isNumber = (key) => rows.every((row) => typeof (row.facts.get(key) ?? 0) === "number");
  const fact = (key) => ({ heading: titled(key), number: isNumber(key), value: (row) => row.facts.get(key) ?? "" });
  const own = (key, number) => ({ name: key, heading: titled(key), number, value: (row) => row[key] });
  return [
    own("name", false),
    own("title", false),
    ...keys.filter((key) => !isNumber(key)).map(fact),
    ...NUMBERS.map((key) => own(key, true)),
    ...keys.filter(isNumber).map(fact),
  ];
}

function showTotals() {
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const totals = [["pages", rows.length], ["failures", failures.length], ...NUMBERS.map((key) => [key, sum(key)])];
  for (const [name, count] of totals) {
    const bad = count > 0 && (name === "failures" || name === "problems");
    $("totals").append(make("div", { className: bad ? "bad" : "" },
      make("dt", {}, titled(name)), make("dd", {}, shown(count))));
  }
}

function showHead() {
  const cells = columns.map((column) => {
    const button = make("button", { type: "button", className: column.number ? "before" : "", onclick: () => sortBy(column) });
    button.textContent = column.heading;
    column.cell = make("th", { scope: "col", className: column.number ? "number" : "" }, button);
    return column.cell;
  });
  $("pages").tHead.append(make("tr", {}, ...cells));
}

function sortBy(column) {
  table.descending = table.column === column ? !table.descending : column.number;
  table.column = column;
  for (const other of columns) other.cell.removeAttribute("aria-sort");
  column.cell.setAttribute("aria-sort", table.descending ? "descending" : "ascending");
  showRows();
}

function compare(one, other) {
  const { column, descending } = table;
  if (!column) return one.number - other.number;
  const [a, b] = [column.value(one), column.value(other)];
  const text = { numeric: true, sensitivity: "base" };
  const sign = column.number ? (a || 0) - (b || 0) : String(a).localeCompare(String(b), "en", text);
  return (descending ? -sign : sign) || one.number - other.number;
}

function showRows() {
  const words = $("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  table.order = rows.filter((row) => words.every((word) => row.haystack.includes(word))).sort(compare);
  const body = $("pages").tBodies[0];
  body.replaceChildren(...table.order.map(rowElement));
  if (!table.order.length) {
    const message = rows.length ? "No page matches the filter." : "This report has no pages.";
    body.append(make("tr", {}, make("td", { colSpan: columns.length, className: "empty" }, message)));
  }
  const all = `${shown(rows.length)} ${rows.length === 1 ? "page" : "pages"}`;
  $("shown").textContent = words.length ? `${shown(table.order.length)} of ${all}` : all;
  for (const chip of $("codes").children) chip.setAttribute("aria-pressed", String(words.includes(chip.dataset.code)));
}

function rowElement(row) {
  row.element ??= make("tr", { onclick: (event) => event.target.closest("a") || (location.hash = address(row)) },
    ...columns.map((column, i) => cell(row, column, i)));
  return row.element;
}

function cell(row, column, i) {
  if (i === 0) return make("th", { scope: "row" }, make("a", { href: address(row) }, row.name || "(no name)"));
  const value = column.value(row);
  const some = column.name === "problems" && value ? " some" : "";
  const kind = column.number ? "number" : column.name === "title" ? "title" : "";
  return make("td", { className: kind + some }, shown(value));
}

const address = (row) => `#page-${row.number + 1}`;

function showCodes() {
  const counts = new Map();
  for (const code of rows.flatMap((row) => row.codes)) counts.set(code, (counts.get(code) ?? 0) + 1);
  for (const [code, count] of [...counts].sort((a, b) => b[1] - a[1])) {
    const chip = make("button", { type: "button", onclick: () => filterFor(code) }, `${code} ${count}`);
    chip.dataset.code = code.toLowerCase();
    $("codes").append(chip);
  }
}

function filterFor(code) {
  const word = code.toLowerCase();
  $("filter").value = $("filter").value.toLowerCase() === word ? "" : word;
  showRows();
}

function showFailures() {
  $("failures").hidden = !failures.length;
  const body = $("failures").querySelector("tbody");
  for (const [name, reason] of failures) {
    body.append(make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, reason)));
  }
}

// ---- Sections: a title, a text, a table -------------------------------------------------------

function sectionElement({ title, text, columns: names, rows: lines }, boxed) {
  const element = make("section", { className: "piece" }, make("h2", {}, title));
  if (text) element.append(make("pre", { tabIndex: 0 }, text));
  if (lines.length) {
    const kind = (i) => (lines.every((line) => typeof line[i] === "number") ? "number" : "");
    const head = make("tr", {}, ...names.map((name, i) => make("th", { scope: "col", className: kind(i) }, name)));
    const body = lines.map((line) => make("tr", {}, ...line.map((value, i) => make("td", { className: kind(i) }, shown(value)))));
    const whole = make("table", {}, make("thead", {}, ...(names.length ? [head] : [])), make("tbody", {}, ...body));
    element.append(make("div", { className: boxed ? "scroller" : "" }, whole));
  }
  return element;
}
