// What pages do besides working without it: keys, parts that are loaded again when something changed, forms that answer in
// place. Plain HTML does the rest.

/** Replaces the elements of this page that have an id and `data-part` by those of another version of the page. */
function replaceParts(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  for (const part of document.querySelectorAll("[data-part][id]")) {
    const other = fresh.getElementById(part.id);
    // What somebody is typing stays.
    if (!other || part.contains(document.activeElement) && document.activeElement.matches("input, textarea, select")) continue;
    const open = [...part.querySelectorAll("details")].map((details) => details.open);
    part.replaceWith(document.adoptNode(other));
    [...document.getElementById(part.id).querySelectorAll("details")].forEach((details, index) => {
      if (open[index]) details.open = true;
    });
  }
}

async function load(address, options = {}) {
  const response = await fetch(address, { credentials: "same-origin", headers: { Accept: "text/html" }, ...options });
  return { response, html: await response.text() };
}

// A link from another site does not bring the session along. Once the sign-in is open, the browser can look again.

const next = document.querySelector("form[action='/sign-in'] input[name=next]")?.value;
if (next?.startsWith("/")) {
  fetch("/apps", { credentials: "same-origin", redirect: "manual" }).then((answer) => { if (answer.ok) location.replace(next); });
}

// Parts that are out of date.

let stream;
let delay = 1_000;
let waiting;
let wasOpen = false;

function listen() {
  const address = document.body.dataset.events;
  if (!address || !window.EventSource) return;
  stream = new EventSource(address);
  stream.addEventListener("open", () => {
    delay = 1_000;
    // What changed while the stream was broken is not told again.
    if (wasOpen) refresh();
    wasOpen = true;
  });
  stream.addEventListener("change", () => {
    clearTimeout(waiting);
    waiting = setTimeout(refresh, 100);
  });
  stream.addEventListener("error", () => {
    if (stream.readyState !== EventSource.CLOSED) return;
    // The server refused the stream, or is being replaced.
    setTimeout(listen, delay);
    delay = Math.min(delay * 2, 60_000);
  });
}

async function refresh() {
  if (document.hidden || !document.querySelector("[data-part]")) return;
  const { response, html } = await load(location.href);
  if (response.ok && !response.redirected) replaceParts(html);
}

document.addEventListener("visibilitychange", () => { if (!document.hidden && stream) refresh(); });
addEventListener("pagehide", () => stream?.close());

// Forms whose answer replaces parts: `data-in-place`. With `data-live` they are sent while somebody types.

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form[data-in-place]")) return;
  event.preventDefault();
  const data = new URLSearchParams(new FormData(form, event.submitter));
  const isGet = form.method === "get";
  const address = isGet ? `${form.action.split(/[?#]/)[0]}?${data}` : form.action;
  try {
    const { response, html } = await load(address, isGet ? {} : { method: "POST", body: data });
    if (response.redirected) { location.assign(response.url); return; }
    replaceParts(html);
    if (isGet) history.replaceState(null, "", address);
    // After a press, not while somebody types.
    if (isGet && event.submitter) document.getElementById(form.action.split("#")[1])?.scrollIntoView();
  } catch {
    // Without a network the browser says what is wrong.
    form.removeAttribute("data-in-place");
    form.requestSubmit(event.submitter);
  }
});

document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (form?.matches("form[data-on-change]")) form.requestSubmit();
});

let typing;
document.addEventListener("input", (event) => {
  const form = event.target.form;
  if (!form?.matches("form[data-live]")) return;
  clearTimeout(typing);
  typing = setTimeout(() => form.requestSubmit(), 600);
});

// The text of the editor is saved when somebody pauses: `data-autosave`. The server refuses to overwrite what was saved elsewhere.

let pausing;
let isUnsaved = false;
let saves = Promise.resolve();

document.addEventListener("input", (event) => {
  const form = event.target.form;
  if (!form?.matches("form[data-autosave]")) return;
  isUnsaved = true;
  event.target.rows = Math.max(event.target.rows, event.target.value.split("\n").length);
  // The cards show the text as it was.
  document.getElementById("cards")?.setAttribute("inert", "");
  clearTimeout(pausing);
  pausing = setTimeout(() => { saves = saves.then(() => save(form)); }, 1_200);
});

async function save(form) {
  isUnsaved = false;
  try {
    const { response, html } = await load(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById(form.id);
    if (!fresh) throw new Error("The session has ended.");
    if (response.ok) for (const name of ["draft", "edit", "base"]) form.elements[name].value = fresh.elements[name].value;
    else isUnsaved = true;
    replaceParts(html);
  } catch {
    isUnsaved = true;
    document.getElementById("cut-off")?.removeAttribute("hidden");
  }
}

// A press of the button leaves the page, so it first asks whether there still is a session to save with. One that somebody opened
// meanwhile, in another tab, has other form tokens.

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form[data-autosave]")) return;
  event.preventDefault();
  clearTimeout(pausing);
  try {
    await saves;
    const { response, html } = await load(location.href);
    const token = new DOMParser().parseFromString(html, "text/html").querySelector(`#${form.id} [name=csrf]`);
    if (!response.ok || response.redirected || !token) throw new Error("The session has ended.");
    for (const field of document.querySelectorAll("[name=csrf]")) field.value = token.value;
    if (event.submitter?.name) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: event.submitter.name, value: event.submitter.value }));
    isUnsaved = false;
    form.submit();
  } catch {
    document.getElementById("cut-off")?.removeAttribute("hidden");
  }
});

addEventListener("beforeunload", (event) => { if (isUnsaved) event.preventDefault(); });

// The QR code of a device's report, from a photo, where the browser can read one.

const code = document.getElementById("code");
if (code && window.BarcodeDetector) {
  document.getElementById("code-field").hidden = false;
  code.addEventListener("change", async () => {
    const problem = document.getElementById("code-wrong");
    try {
      const found = await new BarcodeDetector({ formats: ["qr_code"] }).detect(await createImageBitmap(code.files[0]));
      problem.textContent = found.length ? "" : "There is no QR code in this picture that can be read. Take one from closer.";
      if (found.length) document.getElementById("report").value = found[0].rawValue;
    } catch {
      problem.textContent = "This picture cannot be read.";
    }
  });
}

// Keys.

let isGoing = false;

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  if (isGoing) {
    isGoing = false;
    const link = document.querySelector(`nav a[data-key="${CSS.escape(event.key)}"]`);
    if (link) link.click();
  } else if (event.key === "g") {
    isGoing = true;
    setTimeout(() => { isGoing = false; }, 1_500);
  } else if (event.key === "/") {
    const search = document.querySelector("input[type=search]");
    if (search) { event.preventDefault(); search.focus(); }
  } else if (event.key === "?") {
    document.getElementById("keys")?.showModal();
  }
});

document.documentElement.classList.add("has-script");
// Where the tabs do not fit, the current one is in sight.
document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
listen();
