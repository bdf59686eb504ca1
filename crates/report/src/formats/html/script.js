// Values at the pointer, and variants on and off. The page is whole without it.
(() => {
  "use strict";
  const tip = document.createElement("div");
  tip.id = "tip";
  tip.hidden = true;
  document.body.append(tip);
  const texts = new WeakMap();
  for (const mark of document.querySelectorAll("svg .m")) {
    const title = mark.querySelector("title");
    if (!title) continue;
    texts.set(mark, title.textContent);
    title.remove();
  }
  const show = (mark) => {
    const box = mark.getBoundingClientRect();
    tip.textContent = texts.get(mark);
    tip.hidden = false;
    const middle = box.left + box.width / 2 - tip.offsetWidth / 2;
    const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
    tip.style.left = scrollX + Math.max(8, Math.min(middle, room)) + "px";
    tip.style.top = scrollY + box.top - tip.offsetHeight - 8 + "px";
  };
  document.addEventListener("pointerover", (event) => {
    const mark = event.target.closest && event.target.closest("svg .m");
    if (mark && texts.has(mark)) show(mark);
    else tip.hidden = true;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") tip.hidden = true;
  });
  const each = (figure, v, use) => {
    for (const part of figure.querySelectorAll("svg g[data-v]")) use(part, part.dataset.v === v);
  };
  for (const entry of document.querySelectorAll(".legend li")) {
    const figure = entry.closest("figure");
    const v = entry.dataset.v;
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-pressed", "true");
    button.append(...entry.childNodes);
    entry.append(button);
    button.addEventListener("click", () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(on));
      each(figure, v, (part, own) => own && part.classList.toggle("off", !on));
      if (on) light();
      else dark();
    });
    // One that is off has nothing to be seen beside the others.
    const isOn = () => button.getAttribute("aria-pressed") === "true";
    const light = () => isOn() && each(figure, v, (part, own) => part.classList.toggle("faint", !own));
    const dark = () => each(figure, v, (part) => part.classList.remove("faint"));
    button.addEventListener("pointerenter", light);
    button.addEventListener("focus", light);
    button.addEventListener("pointerleave", dark);
    button.addEventListener("blur", dark);
  }
  // What is closed is printed, too.
  addEventListener("beforeprint", () => {
    for (const part of document.querySelectorAll("details")) part.open = true;
  });
})();
