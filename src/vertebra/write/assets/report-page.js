// ---- One page ---------------------------------------------------------------------------------

const view = { row: null, layers: [], shows: [1, 1], hovered: null, chosen: null };

async function unpack(element) {
  const bytes = Uint8Array.from(atob(element.textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

async function showPage(row) {
  view.row = row;
  const detail = await unpack(details[row.number]);
  if (view.row !== row) return; // somebody went on while this was unpacked
  const wanted = new Map(view.layers.map((layer) => [layer.name, layer.shown]));
  Object.assign(view, { detail, shows: detail.shows, hovered: null, chosen: null });
  view.layers = detail.layers.map((layer) => ({ ...layer, shown: wanted.get(layer.name) ?? layer.shown }));
  showBar(row);
  showStage(row);
  showSide();
  view.layers.forEach(drawLayer);
  document.title = `${row.name} · ${$("overview").querySelector("h1").textContent}`;
  $("view").dataset.page = row.number + 1;
}

function showBar(row) {
  const place = table.order.indexOf(row);
  const link = (id, to) => (to ? $(id).setAttribute("href", address(to)) : $(id).removeAttribute("href"));
  link("previous", place < 0 ? null : table.order[place - 1]);
  link("next", table.order[place + 1]);
  $("place").textContent = place < 0 ? "" : `${place + 1} of ${table.order.length}`;
  $("view-name").textContent = row.name;
  $("view-title").textContent = row.title;
}

function showStage(row) {
  const [width, height] = view.shows;
  const code = pictures[row.number].textContent;
  $("stage").hidden = !width;
  $("blank").hidden = Boolean(width);
  $("stage").style.aspectRatio = `${width} / ${height}`;
  $("stage").style.maxWidth = `${Math.min(width, 1100)}px`;
  $("picture").hidden = !code;
  $("picture").alt = code ? `Picture of ${row.name}` : "";
  if (code) $("picture").src = `data:image/webp;base64,${code}`;
  else $("picture").removeAttribute("src");
  $("overlay").setAttribute("viewBox", `0 0 ${width || 1} ${height || 1}`);
  $("overlay").replaceChildren();
  $("labels").replaceChildren();
  hover(null);
  scrollTo(0, 0);
}

function drawLayer(layer) {
  if (!layer.shown || layer.group) {
    for (const part of [layer.group, layer.tags]) if (part) part.style.display = layer.shown ? "" : "none";
    return;
  }
  layer.group = document.createElementNS(SVG, "g");
  layer.group.setAttribute("class", layer.style);
  layer.group.dataset.layer = layer.name;
  layer.x.forEach((_, i) => layer.group.append(place(document.createElementNS(SVG, "rect"), { layer, i })));
  layer.tags = labelsElement(layer);
  $("overlay").append(layer.group);
  $("labels").append(layer.tags);
}

const said = (number) => view.detail.strings[number];
const colourOf = ({ layer, i }) => said(layer.colour_of[i]) || layer.colour;
const isSame = (one, other) => Boolean(one && other) && one.layer === other.layer && one.i === other.i;

function place(rect, { layer, i }) {
  for (const name of ["x", "y", "width", "height"]) rect.setAttribute(name, layer[name][i]);
  const colour = colourOf({ layer, i });
  rect.setAttribute("stroke", colour);
  rect.setAttribute("fill", colour);
  return rect;
}

// Labels of marks that begin at nearly the same place stand side by side.
function labelsElement(layer) {
  const corners = new Map();
  layer.x.forEach((x, i) => {
    if (!said(layer.label[i])) return;
    const key = `${Math.round(x / 24)} ${Math.round(layer.y[i] / 24)}`;
    if (!corners.has(key)) corners.set(key, cornerElement(x, layer.y[i]));
    const colour = colourOf({ layer, i });
    const tag = make("span", {}, said(layer.label[i]));
    tag.style.backgroundColor = colour;
    tag.style.color = isLight(colour) ? "#000" : "#fff";
    corners.get(key).append(tag);
  });
  return make("div", {}, ...corners.values());
}

function cornerElement(x, y) {
  const corner = make("div", { className: "corner" });
  corner.style.left = `${(100 * Math.max(0, x)) / view.shows[0]}%`;
  corner.style.top = `${(100 * Math.max(0, y)) / view.shows[1]}%`;
  return corner;
}

function isLight(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150;
}

// ---- Pointing at marks and choosing them ------------------------------------------------------

function marksAt(event) {
  const box = $("stage").getBoundingClientRect();
  const unit = view.shows[0] / box.width; // page pixels for each pixel here
  const [x, y] = [(event.clientX - box.left) * unit, (event.clientY - box.top) * unit];
  const found = [];
  for (const layer of view.layers.filter((one) => one.shown)) {
    for (let i = 0; i < layer.x.length; i++) {
      const [right, down] = [x - layer.x[i], y - layer.y[i]];
      const isInside = right > -unit && down > -unit && right < layer.width[i] + unit && down < layer.height[i] + unit;
      if (isInside) found.push({ layer, i });
    }
  }
  const area = ({ layer, i }) => layer.width[i] * layer.height[i];
  return found.sort((one, other) => area(one) - area(other));
}

function outline(mark, name) {
  $("overlay").querySelector(`.${name}`)?.remove();
  if (!mark) return;
  const rect = place(document.createElementNS(SVG, "rect"), mark);
  rect.setAttribute("class", name);
  $("overlay").append(rect);
}

function hover(mark, event) {
  $("tip").hidden = !mark;
  if (!isSame(mark, view.hovered)) {
    outline(mark, "focus");
    $("tip").replaceChildren(...(mark ? [markElement(mark)] : []));
  }
  view.hovered = mark;
  if (!mark) return;
  const tip = $("tip").getBoundingClientRect();
  const left = event.clientX + 16 + tip.width > innerWidth ? event.clientX - tip.width - 12 : event.clientX + 16;
  const top = Math.min(event.clientY + 18, innerHeight - tip.height - 8);
  $("tip").style.left = `${Math.max(4, left)}px`;
  $("tip").style.top = `${Math.max(4, top)}px`;
}

function choose(mark) {
  view.chosen = mark;
  outline(mark, "chosen");
  const hint = "Point at the picture to see what is there. Click to keep it here; click again for what is around it.";
  $("chosen").replaceChildren(mark ? markElement(mark) : make("p", { className: "hint" }, hint));
}

function chooseAt(event) {
  const found = marksAt(event);
  const before = found.findIndex((mark) => isSame(mark, view.chosen));
  choose(found.length ? found[(before + 1) % found.length] : null);
}

function step(by) {
  const all = view.layers.filter((layer) => layer.shown).flatMap((layer) => layer.x.map((_, i) => ({ layer, i })));
  if (!all.length) return;
  const at = all.findIndex((mark) => isSame(mark, view.chosen));
  choose(all[at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length]);
  $("overlay").querySelector(".chosen").scrollIntoView({ block: "nearest" });
}

function markElement(mark) {
  const { layer, i } = mark;
  const [heading, ...lines] = said(layer.tip[i]).split("\n");
  const label = said(layer.label[i]);
  const swatch = make("span", { className: "swatch" });
  swatch.style.color = swatch.style.backgroundColor = colourOf(mark);
  return make("div", { className: "mark" },
    swatch, make("b", {}, [label, heading].filter(Boolean).join(" · ") || layer.name),
    ...lines.map((line) => make("div", {}, line)),
    make("div", { className: "size" }, `${layer.width[i]} × ${layer.height[i]} at ${layer.x[i]}, ${layer.y[i]} · ${layer.name}`),
    make("div", { className: "path" }, ...pathOf(layer.path[i]).flatMap((name) => [`/${name}`, make("wbr", {})])));
}

function pathOf(place) {
  const { parent, step: steps } = view.detail.paths;
  const path = [];
  for (let at = place; at >= 0; at -= parent[at]) {
    path.unshift(said(steps[at]));
    if (!parent[at]) break;
  }
  return path;
}

// ---- What is known about the page -------------------------------------------------------------

function showSide() {
  const { facts, notes, problems, sections, outline: text } = view.detail;
  const counts = NUMBERS.slice(0, 4).map((key) => [titled(key), view.row[key]]);
  const parts = [];
  if (view.layers.length) parts.push(piece("Layers", layersElement()));
  if (view.shows[0]) parts.push(piece("Selected", make("div", { id: "chosen" })));
  const troubles = [...problems, ...notes.map((note) => ["", note])];
  if (troubles.length) parts.push(piece("Problems", ...troubles.map(problemElement)));
  parts.push(piece("Facts", factsElement([...facts, ...counts])));
  parts.push(...sections.map((section) => sectionElement(section, false)));
  if (text) parts.push(piece("Outline", make("pre", { tabIndex: 0 }, text)));
  parts.push(keysElement());
  $("side").replaceChildren(...parts);
  $("side").scrollTop = 0;
  if (view.shows[0]) {
    $("chosen").setAttribute("aria-live", "polite");
    choose(null);
  }
}

const piece = (title, ...content) => make("section", {}, make("h2", {}, title), ...content);
const problemElement = ([code, message]) =>
  make("p", { className: "problem" }, ...(code ? [make("b", {}, code), " "] : []), message);

function keysElement() {
  const keys = [["1", "–", "9", "layers"], ["←", "", "→", "pages"], ["J", "", "K", "marks"], ["", "", "Esc", "all pages"]];
  return make("p", { className: "hint keys" }, ...keys.flatMap(([first, between, last, what]) =>
    [...(first ? [make("kbd", {}, first), ` ${between} `] : []), make("kbd", {}, last), ` ${what} \u2003`]));
}

function layersElement() {
  return make("div", { className: "layers" }, ...view.layers.map((layer, i) => {
    layer.box = make("input", { type: "checkbox", checked: layer.shown, onchange: () => toggle(layer) });
    const swatch = make("span", { className: "swatch" });
    swatch.style.borderColor = layer.colour;
    swatch.style.borderStyle = layer.style === "dashed" ? "dashed" : "solid";
    if (layer.style === "filled") swatch.style.backgroundColor = layer.colour;
    const off = layer.off ? ` + ${shown(layer.off)} outside` : "";
    const count = make("span", { className: "count" }, shown(layer.x.length) + off);
    return make("label", { className: layer.x.length ? "" : "none" }, layer.box, swatch, layer.name, count, ...(i < 9 ? [make("kbd", {}, String(i + 1))] : []));
  }));
}

function toggle(layer) {
  layer.shown = layer.box.checked;
  drawLayer(layer);
  hover(null);
}

function factsElement(facts) {
  return make("dl", { className: "facts" }, ...facts.flatMap(([name, value]) => {
    const isLink = /^https?:\/\//i.test(value);
    const content = isLink ? make("a", { href: value, target: "_blank", rel: "noopener noreferrer" }, value) : shown(value);
    return [make("dt", {}, titled(name)), make("dd", {}, content)];
  }));
}

// ---- Moving around ----------------------------------------------------------------------------

function route() {
  const number = Number(/^#page-(\d+)$/.exec(location.hash)?.[1] ?? 0);
  const row = rows[number - 1];
  const before = view.row;
  $("overview").hidden = Boolean(row);
  $("view").hidden = !row;
  if (row) {
    if (!before) $("back").focus({ preventScroll: true });
    return void showPage(row);
  }
  view.row = null;
  document.title = $("overview").querySelector("h1").textContent;
  before?.element?.querySelector("a").focus();
}

function keyInTable(event) {
  const links = [...$("pages").querySelectorAll("tbody a")];
  const at = links.indexOf(document.activeElement);
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "/" && event.target !== $("filter")) $("filter").focus();
  else if (by && (at >= 0 || event.target === $("filter"))) (links[at + by] ?? $("filter")).focus();
  else return;
  event.preventDefault();
}

function keyInView(event) {
  if (event.key.startsWith("Arrow") && event.target.tagName === "PRE") return; // it scrolls
  const layer = /^[1-9]$/.test(event.key) ? view.layers[event.key - 1] : null;
  const ids = { ArrowLeft: "previous", ArrowRight: "next", Escape: "back" };
  if (layer) layer.box.click();
  else if (ids[event.key]) $(ids[event.key]).click();
  else if (event.key === "j" || event.key === "k") step(event.key === "j" ? 1 : -1);
  else return;
  event.preventDefault();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  (view.row ? keyInView : keyInTable)(event);
});
$("filter").addEventListener("input", showRows);
$("stage").addEventListener("pointermove", (event) => hover(marksAt(event)[0] ?? null, event));
$("stage").addEventListener("pointerleave", () => hover(null));
$("stage").addEventListener("click", chooseAt);
addEventListener("hashchange", route);

showTotals();
showHead();
showCodes();
showRows();
showFailures();
$("sections").append(...parsed("section").map((section) => sectionElement(section, true)));
route();
