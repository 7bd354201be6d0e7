"use strict";
// Everything that comes from records is put into the page as text, never as markup.
const report = JSON.parse(document.getElementById("contents").textContent);
const { standings } = report;
const HUES = [205, 15, 140, 280, 45, 330, 180, 95, 245, 0, 60, 305];

// Plots are drawn at the width that there is, so that their letters are as large as the text's.
const WIDE = Math.max(320, Math.min(960, document.querySelector("main").clientWidth - 32));

function make(tag, attributes = {}, ...children) {
  const svg = ["svg", "g", "line", "path", "rect", "circle", "text", "title"].includes(tag);
  const node = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick" || name === "oninput") node[name] = value;
    else if (value !== null && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

function section(id, ...children) {
  const node = document.getElementById(id);
  if (children.length) node.append(...children);
  else node.hidden = true;
}

const signed = (value, digits = 2) => (value < 0 ? "\u2212" : "+") + Math.abs(value).toFixed(digits);
const colour = (index) => `hsl(${HUES[index % HUES.length]} 55% 50%)`;
const plural = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

function table(head, rows) {
  const cell = (tag, content) => {
    const text = content === null || content === undefined ? "" : content;
    const [value, kind] = Array.isArray(text) ? text : [text, typeof text === "number" ? "number" : ""];
    return make(tag, kind ? { class: kind } : {}, value instanceof Node ? value : String(value));
  };
  const numeric = rows.length ? rows[0].map((content) => typeof content === "number" || (Array.isArray(content) && content[1] === "number")) : [];
  const body = make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((content) => cell("td", content)))));
  const heads = head.map((content, index) => cell("th", numeric[index] ? [content, "number"] : content));
  return make("div", { class: "wide" }, make("table", {}, make("thead", {}, make("tr", {}, ...heads)), body));
}

// A scale with round marks that covers the values.
function scale(low, high, from, to) {
  const span = high - low || 1;
  const rough = span / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough);
  const marks = [];
  for (let mark = Math.ceil(low / step) * step; mark <= high + step / 1e6; mark += step) marks.push(Math.abs(mark) < step / 1e6 ? 0 : mark);
  return { at: (value) => from + ((value - low) / span) * (to - from), marks, digits: Math.max(0, -Math.floor(Math.log10(step))) };
}

// A row's mean with its interval, on a scale that all rows share.
function whisker(low, mean, high, axis, hue) {
  const svg = make("svg", { viewBox: "0 0 240 20", role: "img", "aria-label": `${signed(low)} to ${signed(high)}`, style: "min-width:9rem" });
  svg.append(
    make("line", { x1: axis.at(0), x2: axis.at(0), y1: 0, y2: 20, stroke: "var(--line)" }),
    make("line", { x1: axis.at(low), x2: axis.at(high), y1: 10, y2: 10, stroke: hue, "stroke-width": 3 }),
    make("circle", { cx: axis.at(mean), cy: 10, r: 4.5, fill: hue }),
  );
  return svg;
}

function showHeader() {
  document.title = `Tressette: ${report.title}`;
  document.querySelector("h1").textContent = report.title;
  const first = standings.bots[0];
  const parts = [`${plural(standings.games, "game")} on ${plural(standings.deals, "deal")}`];
  if (first && first.utility) {
    const { mean, interval } = first.utility;
    const sure = interval ? ` (95 %: ${signed(interval.low)} to ${signed(interval.high)})` : "";
    parts.unshift(`${first.name} leads with ${signed(mean)} a deal${sure}`);
  }
  if (standings.incomplete) parts.push(`${plural(standings.incomplete, "deal")} left out, not played at all tables`);
  if (standings.voided) parts.push(`${standings.voided} voided and played again`);
  document.getElementById("summary").textContent = parts.join("; ") + ".";
  document.querySelector("footer").textContent = `Made ${report.made} UTC by tressette-referee ${report.referee} from ${report.sources.join(", ")}. A deal with all its tables is one observation.`;
}

function showStandings() {
  const rated = standings.bots.filter((line) => line.utility && line.utility.interval);
  const lows = rated.map((line) => line.utility.interval.low), highs = rated.map((line) => line.utility.interval.high);
  const axis = scale(Math.min(0, ...lows), Math.max(0, ...highs), 10, 230);
  const rows = standings.bots.map((line, index) => {
    const utility = line.utility, interval = utility && utility.interval;
    return [
      line.rank,
      [line.name, "name"],
      [utility ? signed(utility.mean) : "\u2013", "number"],
      interval ? [whisker(interval.low, utility.mean, interval.high, axis, colour(index)), "plot"] : "",
      `${line.deals.won} / ${line.deals.level} / ${line.deals.lost}`,
      `${line.won} of ${line.games}` + (line.shared ? ` + ${line.shared} shared` : ""),
      Object.values(line.faults).reduce((sum, count) => sum + count, 0),
    ];
  });
  const ratio = standings.bots.map((line) => line.variance_ratio).find((value) => value !== null);
  const note = ratio === undefined ? null : make("p", { class: "faint" }, `Playing each deal at several tables leaves ${ratio.toFixed(2)} of the variance that as many tables with deals of their own would have.`);
  section("standings", table(["", "bot", "points a deal", "95 % interval", "deals won / level / lost", "games won", "faults"], rows), ...(note ? [note] : []));
}

function showProgress() {
  const curves = (report.curves.length === 2 ? report.curves.slice(0, 1) : report.curves.slice(0, 8)).filter((curve) => curve.points.length > 1);
  if (!curves.length) return section("progress");
  const banded = curves.length === 1;
  const last = Math.max(...curves.map((curve) => curve.points[curve.points.length - 1][0]));
  // The first few deals say little and swing widely: they do not set the scale.
  const settled = curves.flatMap((curve) => curve.points.filter((point) => point[0] >= last / 20));
  const values = settled.flatMap((point) => (banded && point[2] !== null ? [point[1], point[2], point[3]] : [point[1]]));
  const x = scale(0, last, 46, WIDE - 8), y = scale(Math.min(0, ...values), Math.max(0, ...values), 232, 10);
  const svg = make("svg", { viewBox: `0 0 ${WIDE} 260`, role: "img", "aria-label": "mean points a deal as the match went on" });
  for (const mark of y.marks) {
    svg.append(make("line", { x1: 46, x2: WIDE - 8, y1: y.at(mark), y2: y.at(mark), stroke: mark === 0 ? "var(--faint)" : "var(--line)" }));
    svg.append(make("text", { x: 40, y: y.at(mark) + 4, "text-anchor": "end" }, mark.toFixed(y.digits)));
  }
  for (const mark of x.marks) svg.append(make("text", { x: x.at(mark), y: 252, "text-anchor": "middle" }, mark.toLocaleString("en")));
  const clip = (value) => Math.max(4, Math.min(238, y.at(value)));
  curves.forEach((curve, index) => {
    const spot = (deal, value) => `${x.at(deal).toFixed(1)},${clip(value).toFixed(1)}`;
    const inside = curve.points.filter((point) => point[2] !== null);
    if (banded && inside.length > 1) {
      const edge = [...inside.map((point) => spot(point[0], point[3])), ...inside.slice().reverse().map((point) => spot(point[0], point[2]))];
      svg.append(make("path", { d: `M${edge.join("L")}Z`, fill: "var(--band)" }));
    }
    svg.append(make("path", { d: `M${curve.points.map((point) => spot(point[0], point[1])).join("L")}`, fill: "none", stroke: colour(index), "stroke-width": 2 }));
  });
  const legend = make("div", { class: "legend" }, ...curves.map((curve, index) => make("span", {}, make("i", { style: `background:${colour(index)}` }), curve.bot)));
  const note = banded ? "Mean points a deal; the band holds the true value at every moment at once, with 95 % probability." : "Mean points a deal.";
  section("progress", svg, legend, make("p", { class: "faint" }, note));
}

function showMeetings() {
  const names = standings.bots.slice(0, 12).map((line) => line.name);
  if (standings.bots.length < 3) return section("meetings");
  if (standings.partners) {
    const sides = standings.partners.map((side) => side.join(" + ")).join(", ");
    return section("meetings", make("p", {}, `Partners were fixed: ${sides}. A result is a side's; single bots cannot be compared.`));
  }
  const cells = new Map();
  for (const meeting of standings.meetings) {
    const found = meeting.margin || null;
    if (!found) continue;
    cells.set(meeting.a + "\n" + meeting.b, [found.mean, found, meeting.adjusted]);
    cells.set(meeting.b + "\n" + meeting.a, [-found.mean, found, meeting.adjusted]);
  }
  const most = Math.max(1e-9, ...[...cells.values()].map(([mean]) => Math.abs(mean)));
  const rows = names.map((row) => {
    const line = names.map((column) => {
      const cell = cells.get(row + "\n" + column);
      if (!cell) return make("td", {}, row === column ? "" : "\u2013");
      const [mean, found, p] = cell, share = Math.round((Math.abs(mean) / most) * 55);
      const hint = `${row} over ${column}: ${signed(mean)} on ${plural(found.size, "deal")}` + (p === null ? "" : `, p = ${p.toFixed(3)} corrected`);
      const node = make("td", { title: hint, style: `background:color-mix(in srgb, var(${mean > 0 ? "--good" : "--bad"}) ${share}%, transparent)` }, signed(mean));
      if (p !== null && p < 0.05) node.style.fontWeight = "bold";
      return node;
    });
    return make("tr", {}, make("th", { title: row }, row), ...line);
  });
  const head = make("tr", {}, make("th"), ...names.map((name) => make("th", { title: name }, name)));
  const note = "Points a deal of the row's bot over the column's at the tables that they shared; bold where the difference is shown after correction for all comparisons.";
  section("meetings", make("div", { class: "wide" }, make("table", { class: "heat" }, head, ...rows)), make("p", { class: "faint" }, note));
}

function showRatings() {
  if (!standings.ratings || !standings.ratings.length) return section("ratings");
  const axis = scale(Math.min(0, ...standings.ratings.map((rating) => rating.points_interval.low)), Math.max(0, ...standings.ratings.map((rating) => rating.points_interval.high)), 10, 230);
  const rows = standings.ratings.map((rating, index) => [
    [rating.name, "name"],
    [signed(rating.points), "number"],
    [whisker(rating.points_interval.low, rating.points, rating.points_interval.high, axis, colour(index)), "plot"],
    [signed(rating.strength, 0), "number"],
    `${signed(rating.strength_interval.low, 0)} to ${signed(rating.strength_interval.high, 0)}`,
  ]);
  section("ratings", table(["bot", "points over the average", "95 % interval", "strength", "95 % interval"], rows));
}

function chooser(label, names, show) {
  const select = make("select", { "aria-label": label, oninput: () => show(Number(select.value)) }, ...names.map((name, index) => make("option", { value: index }, name)));
  return select;
}

function bars(pairs, label) {
  const most = Math.max(...pairs.map((pair) => pair[1]), 1), width = (WIDE - 54) / pairs.length;
  const svg = make("svg", { viewBox: `0 0 ${WIDE} 200`, role: "img", "aria-label": label });
  const every = Math.ceil((pairs.length * 40) / (WIDE - 54));
  pairs.forEach(([name, count, tone], index) => {
    const height = (count / most) * 160, x = 46 + index * width;
    const bar = make("rect", { x: x + width * 0.08, width: width * 0.84, y: 170 - height, height, fill: tone || "var(--accent)" });
    bar.append(make("title", {}, `${name}: ${count}`));
    svg.append(bar);
    if (index % every === 0) svg.append(make("text", { x: x + width / 2, y: 188, "text-anchor": "middle" }, name));
  });
  svg.append(make("text", { x: 40, y: 16, "text-anchor": "end" }, most.toLocaleString("en")));
  return svg;
}

function showSpread() {
  if (!report.spreads.length) return section("spread");
  const box = make("div");
  const show = (index) => {
    const { bot, values } = report.spreads[index];
    const low = Math.floor(values[0][0]), high = Math.ceil(values[values.length - 1][0]);
    const step = Math.max(1, Math.ceil((high - low + 1) / 60));
    const counts = new Map();
    for (let start = low; start <= high; start += step) counts.set(start, 0);
    for (const [value, count] of values) {
      const start = low + Math.floor((Math.floor(value) - low) / step) * step;
      counts.set(start, counts.get(start) + count);
    }
    const tone = (start) => (start + step <= 0 ? "var(--bad)" : start > 0 ? "var(--good)" : "var(--accent)");
    box.replaceChildren(bars([...counts].map(([start, count]) => [String(start), count, tone(start)]), `results of ${bot} by deal`));
  };
  show(0);
  section("spread", chooser("bot", report.spreads.map((spread) => spread.bot), show), box, make("p", { class: "faint" }, "Deals by what the bot made of them, in points, all tables of a deal together."));
}

function showTempo() {
  if (!report.tempos.length) return section("tempo");
  const lines = new Map(standings.bots.map((line) => [line.name, line]));
  const rows = report.tempos.map(({ bot }) => {
    const { time, faults, suspects } = lines.get(bot);
    const took = time ? [time.answers, time.mean_ms.toFixed(1), time.median_ms, time.p99_ms, time.longest_ms] : ["\u2013", "", "", "", ""];
    return [[bot, "name"], ...[...took, faults.timeout || 0, suspects].map((value) => [String(value), "number"])];
  });
  const names = (index) => (index === 0 ? "0" : index === 1 ? "1" : `\u2264${2 ** (index - 1)}`);
  const box = make("div");
  const show = (index) => box.replaceChildren(bars(report.tempos[index].answers.map((count, place) => [names(place), count]), "answers by milliseconds"));
  show(0);
  section("tempo", table(["bot", "answers", "mean ms", "median", "99 %", "longest", "timeouts", "suspect"], rows), chooser("bot", report.tempos.map((tempo) => tempo.bot), show), box, make("p", { class: "faint" }, "Answers by how many milliseconds they took. A loss on time is suspect where the machine itself was late, and there would have been none but for that."));
}

function showFaults() {
  if (!report.offences.length) return section("faults", make("p", {}, "None."));
  const rows = report.offences.map((offence) => [gameLink(offence.game), [offence.bot, "name"], offence.fault + (offence.suspect ? ", suspect" : ""), offence.clause, offence.consequence, [offence.reason, "reason"]]);
  const more = report.more_offences ? [make("p", { class: "faint" }, `and ${plural(report.more_offences, "more fault")}`)] : [];
  section("faults", table(["game", "bot", "fault", "rule", "consequence", "reason"], rows), ...more);
}

// Of a digest the first digits are shown, and all of them where one points.
function showPrograms() {
  if (!report.programs.length) return section("programs");
  const files = (program) => Object.entries(program.files).map(([file, digest]) => make("div", { title: `${file} SHA-256 ${digest}` }, `${file.split("/").pop()} ${digest.slice(0, 16)}\u2026`));
  const rows = report.programs.map((program) => [[program.name, "name"], program.version, make("code", {}, program.command.join(" ")), make("div", {}, ...files(program))]);
  section("programs", table(["bot", "version", "command", "files, by SHA-256"], rows));
}

function showLopsided() {
  if (!report.lopsided.length) return section("lopsided");
  const rows = report.lopsided.map((deal) => [
    make("span", {}, ...deal.games.slice(0, 4).map(gameLink)),
    [deal.better, "name"],
    [deal.worse, "name"],
    [signed(deal.margin, 1), "number"],
  ]);
  section("lopsided", table(["games", "better", "worse", "points"], rows));
}

// ---- replays

const replayOf = new Map(report.replays.map((replay) => [replay.game, replay]));

function gameLink(game) {
  if (!replayOf.has(game)) return make("span", {}, game);
  return make("button", { class: "link", onclick: () => { player.open(game); document.getElementById("replay").scrollIntoView(); } }, game);
}

class Player {
  constructor() {
    this.box = make("div");
    this.step = 0;
    const go = (where) => () => this.show(where());
    const names = report.replays.map((replay) => replay.game);
    this.select = chooser("game", names, (index) => this.open(names[index]));
    this.slider = make("input", { type: "range", min: 0, value: 0, "aria-label": "step", style: "flex:1 1 10rem", oninput: () => this.show(Number(this.slider.value)) });
    this.back = make("button", { onclick: go(() => this.step - 1), "aria-label": "one step back" }, "\u25c0");
    this.next = make("button", { onclick: go(() => this.step + 1), "aria-label": "one step on" }, "\u25b6");
    this.said = make("p", { "aria-live": "polite" });
    this.controls = make("div", { class: "controls" }, this.select, this.back, this.next, this.slider);
  }

  open(game) {
    this.replay = replayOf.get(game);
    this.select.value = String(report.replays.findIndex((replay) => replay.game === game));
    this.frames = frames(this.replay);
    this.slider.max = this.frames.length - 1;
    this.show(0);
  }

  show(step) {
    this.step = Math.max(0, Math.min(this.frames.length - 1, step));
    this.slider.value = this.step;
    this.back.disabled = this.step === 0;
    this.next.disabled = this.step === this.frames.length - 1;
    const frame = this.frames[this.step];
    this.said.textContent = frame.said;
    const seats = frame.hands.map((hand, seat) => {
      const card = frame.trick.find((played) => played[0] === seat);
      return make(
        "div",
        { class: frame.turn === seat ? "seat turn" : "seat" },
        make("b", {}, `${seat} ${nameOf(this.replay, seat)}`),
        make("span", { class: "faint" }, card ? " plays " : ""),
        make("span", { class: "played" }, card ? card[1] : ""),
        make("div", { class: "cards" }, ...hand.map((name) => make("span", { class: name[1] + (frame.gone.has(name) ? " gone" : "") }, name))),
      );
    });
    this.box.replaceChildren(make("div", { class: "seats" }, ...seats), make("p", { class: "faint" }, frame.score));
  }
}

const nameOf = (replay, seat) => replay.players[seat] ?? "dummy";

// What the table looks like after each thing that anybody can see.
function frames(replay) {
  const found = [];
  let hands = replay.players.map(() => []), gone = new Set(), trick = [], score = "", took = null;
  const who = (seat) => nameOf(replay, seat);
  const frame = (said, turn = null) => found.push({ said, turn, hands: hands.map((hand) => [...hand]), gone: new Set(gone), trick: trick.map((played) => [...played]), score });
  const give = (seat, cards) => { for (const card of cards) { gone.delete(card); if (hands[seat] && !hands[seat].includes(card)) hands[seat].push(card); } };
  const take = (seat, card) => { if (card && hands[seat]) hands[seat] = hands[seat].filter((held) => held !== card); };
  for (const event of replay.events) {
    switch (event.type) {
      case "answer":
        took = event;
        continue;
      case "deal":
        hands = event.hands.map((hand) => [...hand]);
        gone = new Set();
        trick = [];
        frame(`Hand ${event.hand}: ${who(event.dealer)} deals.`);
        break;
      case "play": {
        if (trick.length && trick.done) trick = [];
        trick.push([event.seat, event.card]);
        gone.add(event.card);
        const time = took && took.ms ? ` after ${took.ms} ms` : "", by = took && took.by ? ", played by the referee" : "";
        const say = event.say && event.say.length ? `, saying ${[].concat(event.say).join(", ")}` : "";
        frame(`${who(event.seat)} plays ${event.card}${say}${time}${by}.`, event.seat);
        break;
      }
      case "trick":
        frame(`${who(event.winner)} takes trick ${event.number}.`, event.winner);
        trick = Object.assign([], { done: true });
        break;
      case "draw":
        give(event.seat, [event.card]);
        frame(`${who(event.seat)} draws ${event.card}.`, event.seat);
        break;
      case "monte":
        if (event.seat !== undefined && event.seat !== null) give(event.seat, event.cards || []);
        frame(told(event, who), event.seat);
        break;
      case "pass_card":
        take(event.from, event.card);
        give(event.to, [event.card]);
        frame(`${who(event.from)} gives ${event.card} to ${who(event.to)}.`, event.to);
        break;
      case "swap":
      case "discard":
      case "bury":
        take(event.seat, event.card);
        frame(told(event, who), event.seat);
        break;
      case "expose":
        if (event.cards) hands[event.seat] = [...event.cards, ...(event.tops || [])];
        frame(told(event, who), event.seat);
        break;
      case "take_up":
      case "turn_up":
        give(event.seat, [event.card]);
        frame(told(event, who), event.seat);
        break;
      case "hand_end":
        score = sentences(event.told);
        frame("The hand is over.");
        break;
      case "game_end":
        score = sentences(event.told);
        frame("The game is over.");
        break;
      default:
        frame(told(event, who), event.seat ?? null);
    }
    took = null;
  }
  return found;
}

// What came of a hand or of the game, as a replay tells it.
const sentences = (lines) => `${lines.join(". ")}.`;

// Any other event as a replay tells it, or by its kind, whose it is, and what it holds.
function told(event, who) {
  if (event.told) return sentences(event.told);
  const rest = Object.entries(event).filter(([name, value]) => !["type", "seat", "evidence"].includes(name) && value !== null);
  const words = rest.map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`);
  const seat = event.seat === undefined || event.seat === null ? "" : `${who(event.seat)}: `;
  return `${seat}${event.type.replaceAll("_", " ")}${words.length ? `, ${words.join(", ")}` : ""}`;
}

const player = new Player();

function showReplays() {
  if (!report.replays.length) return section("replay");
  section("replay", player.controls, player.said, player.box);
  player.open(report.replays[0].game);
}

showHeader();
showStandings();
showProgress();
showMeetings();
showRatings();
showSpread();
showLopsided();
showReplays();
showTempo();
showFaults();
showPrograms();
