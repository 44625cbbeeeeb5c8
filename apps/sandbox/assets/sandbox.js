// Keeps the page current, sends its forms without leaving it, and marks phones with something new. Without this script
// every form still works, and the page reloads itself.

const RETRY_MS = 2000;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What each part last came as; what the person changed in it (a closed note) stays until it comes anew. */
const shown = new Map();

function showPart(id, html) {
  const part = document.getElementById(id);
  if (!part || shown.get(id) === html) return;
  shown.set(id, html);
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const place = focused ? [...part.querySelectorAll("a, button, input")].indexOf(focused) : -1;
  const typed = part.querySelector("[data-keep]")?.value ?? "";
  const atEnd = part.scrollHeight - part.scrollTop - part.clientHeight < 80;
  const top = part.scrollTop;
  part.innerHTML = html;
  const field = part.querySelector("[data-keep]");
  if (field && typed) field.value = typed;
  part.scrollTop = atEnd && id === "conversation" ? part.scrollHeight : top;
  if (place >= 0) [...part.querySelectorAll("a, button, input")][place]?.focus({ preventScroll: true });
}

function markUnread() {
  for (const row of document.querySelectorAll("[data-seen]")) {
    const key = `seen-${row.dataset.seen}`;
    const newest = Number(row.dataset.newest);
    const isOpen = row.getAttribute("aria-current") && document.getElementById("conversation")?.offsetParent;
    if (isOpen && document.visibilityState === "visible") localStorage.setItem(key, newest);
    row.querySelector(".unread").hidden = newest <= Number(localStorage.getItem(key) ?? 0);
  }
}

async function followNews() {
  const { live, revision } = document.body.dataset;
  if (!live) return;
  let since = revision;
  for (;;) {
    try {
      const response = await fetch(`${live}${live.includes("?") ? "&" : "?"}since=${since}`);
      if (response.status === 200) {
        const news = await response.json();
        since = news.revision;
        for (const [id, html] of Object.entries(news.parts)) showPart(id, html);
        markUnread();
      } else if (response.status !== 204) await pause(RETRY_MS);
    } catch {
      await pause(RETRY_MS);
    }
  }
}

function showFailure(text) {
  const place = document.querySelector("[data-error]");
  if (!place) return;
  place.textContent = text;
  place.hidden = text === "";
}

async function send(form, submitter) {
  const fields = new URLSearchParams(new FormData(form));
  if (submitter?.name) fields.set(submitter.name, submitter.value);
  try {
    const response = await fetch(form.action, {
      method: "POST",
      body: fields,
      headers: { accept: "application/json" },
    });
    if (response.ok) {
      showFailure("");
      if ("reset" in form.dataset) form.reset();
    } else showFailure((await response.json()).error ?? "Nie udało się.");
  } catch {
    showFailure("Brak połączenia z piaskownicą.");
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!("send" in form.dataset)) return;
  event.preventDefault();
  if (form.dataset.confirm && !window.confirm(form.dataset.confirm)) return;
  for (const menu of document.querySelectorAll(".more[open], .commands[open]")) menu.open = false;
  const conversation = document.getElementById("conversation");
  if (conversation) conversation.scrollTop = conversation.scrollHeight;
  void send(form, event.submitter);
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-close]")) event.target.closest("[data-close]").parentElement.remove();
  for (const menu of document.querySelectorAll(".more[open], .commands[open]"))
    if (!menu.contains(event.target)) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll(".more[open], .commands[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

document.addEventListener("visibilitychange", markUnread);

const conversation = document.getElementById("conversation");
if (conversation) conversation.scrollTop = conversation.scrollHeight;
markUnread();
void followNews();
