// Values at the pointer, variants on and off, other ways of drawing, and an address that keeps what was chosen. The page is whole without it.
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
  const figures = [...document.querySelectorAll("figure")];
  const isOn = (button) => button.getAttribute("aria-pressed") === "true";
  const press = (button, on) => button.setAttribute("aria-pressed", String(on));
  const each = (figure, v, use) => {
    for (const part of figure.querySelectorAll("svg g[data-v]")) use(part, part.dataset.v === v);
  };
  // Variants on and off.
  const entries = (figure) => [...figure.querySelectorAll(".legend button")];
  const turn = (figure, entry, on) => {
    press(entry, on);
    each(figure, entry.parentNode.dataset.v, (part, own) => own && part.classList.toggle("off", !on));
  };
  for (const figure of figures) {
    for (const item of figure.querySelectorAll(".legend li")) {
      const v = item.dataset.v;
      const button = document.createElement("button");
      button.type = "button";
      press(button, true);
      button.append(...item.childNodes);
      item.append(button);
      // One that is off has nothing to be seen beside the others.
      const light = () => isOn(button) && each(figure, v, (part, own) => part.classList.toggle("faint", !own));
      const dark = () => each(figure, v, (part) => part.classList.remove("faint"));
      button.addEventListener("click", () => {
        turn(figure, button, !isOn(button));
        if (isOn(button)) light();
        else dark();
        keep();
      });
      button.addEventListener("pointerenter", light);
      button.addEventListener("focus", light);
      button.addEventListener("pointerleave", dark);
      button.addEventListener("blur", dark);
    }
  }
  // Ways of drawing: of each switch one button is pressed, and the view that fits them all is seen.
  const switches = (figure) => [...figure.querySelectorAll(".switches [data-key]")];
  const chosen = (one) => [...one.children].find(isOn);
  const choose = (figure, one, to) => {
    const buttons = [...one.children];
    const found = buttons.find((button) => button.dataset.to === to) || buttons[0];
    for (const button of buttons) press(button, button === found);
    for (const view of figure.querySelectorAll(".view")) {
      view.hidden = !switches(figure).every((one) => view.dataset[one.dataset.key] === chosen(one).dataset.to);
    }
  };
  for (const figure of figures) {
    for (const one of switches(figure)) {
      one.parentNode.hidden = false;
      one.addEventListener("click", (event) => {
        const button = event.target.closest("button");
        if (!button) return;
        choose(figure, one, button.dataset.to);
        keep();
      });
    }
  }
  // The address: FIGURE.off=1.3 for what is off, FIGURE.axes=linear for what is chosen.
  const keep = () => {
    const said = new URLSearchParams();
    for (const figure of figures) {
      const off = entries(figure).filter((entry) => !isOn(entry)).map((entry) => entry.parentNode.dataset.v);
      if (off.length) said.set(figure.id + ".off", off.join("."));
      for (const one of switches(figure)) {
        const button = chosen(one);
        if (button !== one.firstChild) said.set(figure.id + "." + one.dataset.key, button.dataset.to);
      }
    }
    const text = String(said);
    history.replaceState(null, "", text ? "#" + text : location.pathname + location.search);
  };
  const recall = () => {
    const said = new URLSearchParams(location.hash.slice(1));
    for (const figure of figures) {
      const off = (said.get(figure.id + ".off") || "").split(".");
      for (const entry of entries(figure)) turn(figure, entry, !off.includes(entry.parentNode.dataset.v));
      for (const one of switches(figure)) choose(figure, one, said.get(figure.id + "." + one.dataset.key));
    }
    const first = figures.find((figure) => [...said.keys()].some((key) => key.startsWith(figure.id + ".")));
    if (!first) return;
    for (let part = first.closest("details"); part; part = part.parentNode.closest("details")) part.open = true;
    // A page that follows a run is loaded again and again, and whoever reads it stays where they are.
    if (!document.querySelector("meta[http-equiv=refresh]")) first.scrollIntoView();
  };
  addEventListener("hashchange", recall);
  if (location.hash) recall();
  // What is closed is printed, too.
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")];
    for (const part of opened) part.open = true;
  });
  addEventListener("afterprint", () => {
    for (const part of opened) part.open = false;
  });
})();
